/// Hides faces under one colour; nothing of them is left.
public struct Solid: FrameEffect {
    public static let summary = EffectSummary(
        name: "solid", text: "Hides faces under one colour.",
        options: [
            EffectOption(name: "colour", kind: .colour, defaultValue: .string("black"), text: "What the mask is filled with."),
            EffectOption.shape, EffectOption.soft,
        ])

    public let colour: Colour
    public let shape: MaskShape
    /// The width of the mask's edge, outside of its outline, in pixels.
    public let soft: Float
    public var isMasking: Bool { true }

    private var painting = Painting()

    public init(colour: Colour = .black, shape: MaskShape = .ellipse, soft: Float = 1) {
        self.colour = colour
        self.shape = shape
        self.soft = soft
    }

    public init(options: EffectOptions) throws(EffectError) {
        let values = try Self.summary.values(from: options)
        self.init(colour: values.colour("colour"), shape: values.shape, soft: Float(values.double("soft")))
    }

    public mutating func apply(to picture: inout some Picture & ~Copyable, faces: [Face], settings: EffectSettings) {
        guard !faces.isEmpty else { return }
        let layout = picture.layout
        painting.clear(for: layout)
        for face in faces {
            painting.add(
                MaskRegion(face: face, shape: shape, settings: settings, soft: soft, frame: layout.size), colour: colour)
        }
        painting.draw(on: &picture)
    }
}
