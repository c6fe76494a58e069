/// What all effects of a stream share.
public struct EffectSettings: Equatable, Sendable {
    /// How far a mask exceeds the face's box: 1 is the box itself.
    public var maskScale: Float

    public init(maskScale: Float = 1.3) {
        self.maskScale = maskScale
    }
}

/// Something done to the faces of one frame after another, in place and in the frame's own format.
///
/// An effect keeps its scratch memory from frame to frame: hold it in one place and run it on one thread at a time.
public protocol FrameEffect: Sendable {
    /// The effect's name, its options and what they mean.
    static var summary: EffectSummary { get }

    /// Whether the effect makes faces unrecognisable.
    var isMasking: Bool { get }

    /// Whether there is nothing to do on a frame without faces; effects on the whole picture say no.
    var needsFaces: Bool { get }

    /// An effect with the options given and defaults for the others.
    init(options: EffectOptions) throws(EffectError)

    /// Draws the effect on every face; boxes and points are in the picture's luma pixels.
    mutating func apply(to picture: inout some Picture & ~Copyable, faces: [Face], settings: EffectSettings)
}

extension FrameEffect {
    public var needsFaces: Bool { true }
}
