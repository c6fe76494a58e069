/// Tints the whole picture like an old photograph; its light and shade stay as they are.
///
/// A grey becomes the brown of the usual sepia matrix (Core Image's CISepiaTone looks the same) at the grey's own luma; whites would
/// become redder than red can be, and are clipped there by whoever shows them, or in RGB formats here.
public struct Sepia: FrameEffect {
    public static let summary = EffectSummary(
        name: "sepia", text: "Tints the whole picture like an old photograph; does not hide who it is.",
        options: [
            EffectOption(
                name: "intensity", kind: .double(0...1), defaultValue: .double(1),
                text: "How far the picture's own colours give way; 0 leaves them.")
        ])

    /// What the matrix makes of white, before it is clipped.
    private static let brown = Colour(red: 1.351, green: 1.203, blue: 0.937)

    /// How far the picture's own colours give way, 0 … 1.
    public let intensity: Float
    public var isMasking: Bool { false }
    public var needsFaces: Bool { false }

    private var grading = Grading()

    public init(intensity: Float = 1) {
        self.intensity = intensity
    }

    public init(options: EffectOptions) throws(EffectError) {
        self.init(intensity: Float(try Self.summary.values(from: options).double("intensity")))
    }

    public mutating func apply(to picture: inout some Picture & ~Copyable, faces: [Face], settings: EffectSettings) {
        guard intensity > 0 else { return }
        let brown = LumaColour(Self.brown, model: picture.layout.colour)
        grading.apply(
            Grade(saturation: 1 - intensity, tint: brown * (intensity / brown.luma)), to: &picture)
    }
}
