/// Hides faces under a blur that is made of a mosaic's cells, their colours running into each other.
///
/// Deconvolution undoes a Gaussian blur as far as rounding lets it, which is far, and a hundred frames let it further. This blur is
/// a smooth surface over the few colours that a mosaic of the same cells shows, and so tells nothing that the mosaic does not:
/// see `Mosaic`. At strength 1 a cell is 1/6 of the face's width, and the blur about as wide as a Gaussian of 1/10 of it.
public struct Blur: FrameEffect {
    public static let summary = EffectSummary(
        name: "blur", text: "Hides faces under a blur that cannot be undone.",
        options: [
            EffectOption(
                name: "strength", kind: .double(0.75...6), defaultValue: .double(1),
                text: "Width of the blur relative to the face; 1 leaves 6 shades across it, 2 leaves 3."),
            EffectOption.shape, EffectOption.soft,
        ])

    /// Width of the blur relative to the face.
    public let strength: Float
    public let shape: MaskShape
    /// The width of the mask's edge, outside of its outline, in pixels.
    public let soft: Float
    public var isMasking: Bool { true }

    private var masks = CellMasks()

    public init(strength: Float = 1, shape: MaskShape = .ellipse, soft: Float = 1) {
        self.strength = strength
        self.shape = shape
        self.soft = soft
    }

    public init(options: EffectOptions) throws(EffectError) {
        let values = try Self.summary.values(from: options)
        self.init(strength: Float(values.double("strength")), shape: values.shape, soft: Float(values.double("soft")))
    }

    public mutating func apply(to picture: inout some Picture & ~Copyable, faces: [Face], settings: EffectSettings) {
        guard !faces.isEmpty else { return }
        let layout = picture.layout
        masks.clear(for: layout)
        let cells = min(Float(Mosaic.mostCells), Mosaic.usualCells / strength)
        for face in faces {
            let region = MaskRegion(face: face, shape: shape, settings: settings, soft: soft, frame: layout.size)
            masks.add(region, face: face, cellsAcross: cells, in: layout)
        }
        masks.draw(on: &picture, spread: .smooth)
    }
}
