/// Leaves every frame as it is.
public struct NoEffect: FrameEffect {
    public static let summary = EffectSummary(name: "none", text: "Leaves the picture as it is.")

    public var isMasking: Bool { false }

    public init() {}

    public init(options: EffectOptions) throws(EffectError) {
        _ = try Self.summary.values(from: options)
    }

    public mutating func apply(to picture: inout some Picture & ~Copyable, faces: [Face], settings: EffectSettings) {}
}
