/// Hides faces under square cells of one colour each, the mean of all of their pixels.
///
/// A cell is never smaller than 1/8 of the face's width: what is left of a face is at most 8 cells across its box. Cells lie on
/// a grid that goes with the face and keep the colour that they were first given, in 32 levels, so that a hundred frames tell
/// hardly more than one (see `CellMemory`); without an identity, faces lie under one grid anchored at the frame's corner, and the
/// levels are all that protects the detail of a face that moves. The mask's edge is one pixel soft, or as wide as asked, outwards.
public struct Mosaic: FrameEffect {
    public static let summary = EffectSummary(
        name: "mosaic", text: "Hides faces under squares of one colour each.",
        options: [
            EffectOption(
                name: "scale", kind: .intOrName(0...4096, [autoFrame]), defaultValue: .int(0),
                text: "Side of a square in pixels, raised to 1/8 of the face's width; 0 is 1/6 of the face's width, "
                    + "auto-frame 1/60 of the frame's longer side."),
            EffectOption.shape, EffectOption.soft,
        ])

    /// Cells to a face's width at most.
    static let mostCells = 8

    /// Cells to a face's width where nothing else is asked for.
    static let usualCells: Float = 6
    private static let autoFrame = "auto-frame"

    /// How large the cells are, before they are raised to 1/8 of the face's width.
    public enum Scale: Equatable, Sendable {
        /// 1/6 of the face's width.
        case face
        /// 1/60 of the frame's longer side.
        case frame
        /// So many pixels to a side.
        case pixels(Int)
    }

    public let scale: Scale
    public let shape: MaskShape
    /// The width of the mask's edge, outside of its outline, in pixels.
    public let soft: Float
    public var isMasking: Bool { true }

    private var masks = CellMasks()
    /// How many faces are kept in mind.
    var remembered: Int { masks.memory.count }

    public init(scale: Scale = .face, shape: MaskShape = .ellipse, soft: Float = 1) {
        self.scale = scale
        self.shape = shape
        self.soft = soft
    }

    public init(options: EffectOptions) throws(EffectError) {
        let values = try Self.summary.values(from: options)
        let scale: Scale =
            switch values["scale"] {
            case .int(let side)? where side > 0: .pixels(side)
            case .string: .frame
            default: .face
            }
        self.init(scale: scale, shape: values.shape, soft: Float(values.double("soft")))
    }

    public mutating func apply(to picture: inout some Picture & ~Copyable, faces: [Face], settings: EffectSettings) {
        guard !faces.isEmpty else { return }
        let layout = picture.layout
        masks.clear(for: layout)
        for face in faces {
            let region = MaskRegion(face: face, shape: shape, settings: settings, soft: soft, frame: layout.size)
            masks.add(region, face: face, cellsAcross: cells(acrossFaceOfWidth: face.box.width, in: layout), in: layout)
        }
        masks.draw(on: &picture, spread: .flat)
    }

    /// Hides a whole frame under cells of 1/8 of its longer side: no face in it can be wider than it is.
    public mutating func maskWholeFrame(_ picture: inout some Picture & ~Copyable) {
        let layout = picture.layout
        masks.clear(for: layout)
        let longest = max(layout.width, layout.height)
        masks.add(
            MaskRegion(wholeFrame: layout.size), side: (longest + Self.mostCells - 1) / Self.mostCells, in: layout)
        masks.draw(on: &picture, spread: .flat)
    }

    /// Hides areas given by their corners in the picture's pixels, whatever is in them.
    ///
    /// Cells are 1/8 of an area's longer side: no face that lies in it can be wider than it is.
    public mutating func hide(areas: [[Point]], in picture: inout some Picture & ~Copyable) {
        guard !areas.isEmpty else { return }
        let layout = picture.layout
        masks.clear(for: layout)
        for corners in areas {
            let region = MaskRegion(polygon: corners, frame: layout.size)
            let longer = max(region.bounds.columns.count, region.bounds.rows.count)
            masks.add(region, side: (longer + Self.mostCells - 1) / Self.mostCells, in: layout)
        }
        masks.draw(on: &picture, spread: .flat)
    }

    private func cells(acrossFaceOfWidth width: Float, in layout: PictureLayout) -> Float {
        let most = Float(Self.mostCells)
        return switch scale {
        case .face: Self.usualCells
        case .frame: min(most, width / (Float(max(layout.width, layout.height)) / 60))
        case .pixels(let side): min(most, width / Float(side))
        }
    }
}
