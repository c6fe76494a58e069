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

    private var masks = Masks()
    private var line: [UInt16] = []

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
        masks.clear(for: layout)
        for face in faces {
            _ = masks.add(MaskRegion(face: face, shape: shape, settings: settings, soft: soft, frame: layout.size))
        }
        for index in layout.channels.indices {
            let channelLayout = layout.channels[index]
            guard
                let code = layout.colour.sampleValue(of: colour, role: channelLayout.role, depth: channelLayout.depth)
            else { continue }
            masks.prepare(for: channelLayout)
            line.removeAll(keepingCapacity: true)
            line.append(contentsOf: repeatElement(UInt16(truncatingIfNeeded: code), count: channelLayout.width))
            picture.withChannel(index) { channel in
                for mask in masks.masks {
                    let columns = channelLayout.columns(spanning: mask.bounds.columns)
                    for row in channelLayout.rows(spanning: mask.bounds.rows) {
                        channel.blend(
                            row: row, columns: columns, towards: line.span,
                            coverage: masks.coverage(of: mask, row: row, layout: channelLayout))
                    }
                }
            }
        }
    }
}
