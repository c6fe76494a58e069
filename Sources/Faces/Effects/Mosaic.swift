/// Hides faces under square cells, each the mean of all of its pixels, on a grid anchored at the frame's corner.
///
/// A cell is never smaller than 1/8 of the face's width: what is left of a face is at most 8 cells across its box.
/// Like Core Image's CIPixellate, each channel is averaged by itself; the mask's edge is one pixel soft.
public struct Mosaic: FrameEffect {
    public static let summary = EffectSummary(
        name: "mosaic", text: "Hides faces under squares of one colour each.",
        options: [
            EffectOption(
                name: "scale", kind: .int(0...4096), defaultValue: .int(0),
                text: "Side of a square in pixels, raised to 1/8 of the face's width; 0 is 1/6 of the face's width."),
            EffectOption(
                name: "mask", kind: .choice(MaskShape.allCases.map(\.rawValue)), defaultValue: .string("ellipse"),
                text: "Outline of the mask."),
        ])

    /// Cells to a face's width at most.
    static let mostCells = 8

    /// The wanted side of a cell in pixels; nil sizes cells by the face.
    public let scale: Int?
    public let shape: MaskShape
    public var isMasking: Bool { true }

    private var masks = MaskGroups()
    private var averages = CellAverages()

    public init(scale: Int? = nil, shape: MaskShape = .ellipse) {
        self.scale = scale
        self.shape = shape
    }

    public init(options: EffectOptions) throws(EffectError) {
        let values = try Self.summary.values(from: options)
        let scale = values.int("scale")
        self.init(scale: scale > 0 ? scale : nil, shape: MaskShape(rawValue: values.string("mask")) ?? .ellipse)
    }

    public mutating func apply(to picture: inout some Picture & ~Copyable, faces: [Face], settings: EffectSettings) {
        guard !faces.isEmpty else { return }
        let layout = picture.layout
        let size = Size(width: layout.width, height: layout.height)
        masks.clear()
        for face in faces {
            let region = MaskRegion(face: face.box, shape: shape, scale: settings.maskScale * (1 + face.margin), frame: size)
            let width = region.isWholeFrame ? .infinity : face.box.width
            masks.add(region, cell: cell(forFaceOfWidth: width, in: layout))
        }
        draw(on: &picture, layout: layout)
    }

    /// Hides a whole frame under cells of 1/8 of its longer side: no face in it can be wider than it is.
    public mutating func maskWholeFrame(_ picture: inout some Picture & ~Copyable) {
        let layout = picture.layout
        masks.clear()
        masks.add(
            MaskRegion(wholeFrame: Size(width: layout.width, height: layout.height)),
            cell: Self.cell(atLeast: (max(layout.width, layout.height) + Self.mostCells - 1) / Self.mostCells, in: layout))
        draw(on: &picture, layout: layout)
    }

    /// Hides areas given by their corners in the picture's pixels, whatever is in them.
    ///
    /// Cells are 1/8 of an area's longer side: no face that lies in it can be wider than it is.
    public mutating func hide(areas: [[Point]], in picture: inout some Picture & ~Copyable) {
        guard !areas.isEmpty else { return }
        let layout = picture.layout
        let size = Size(width: layout.width, height: layout.height)
        masks.clear()
        for corners in areas {
            let region = MaskRegion(polygon: corners, frame: size)
            let longer = max(region.bounds.columns.count, region.bounds.rows.count)
            masks.add(region, cell: Self.cell(atLeast: max(1, (longer + Self.mostCells - 1) / Self.mostCells), in: layout))
        }
        draw(on: &picture, layout: layout)
    }

    private mutating func draw(on picture: inout some Picture & ~Copyable, layout: PictureLayout) {
        masks.close(for: layout)
        for index in layout.channels.indices where layout.channels[index].role != .alpha {
            masks.prepare(for: layout.channels[index])
            picture.withChannel(index) { channel in
                // All cells are averaged before any is drawn, so that no group's cells see another's mosaic.
                averages.clear()
                for group in masks.groups { averages.measure(&channel, group: group, frame: layout) }
                for index in masks.groups.indices { averages.draw(on: &channel, group: index, of: masks) }
            }
        }
    }

    private func cell(forFaceOfWidth width: Float, in layout: PictureLayout) -> Int {
        let longest = max(layout.width, layout.height)
        // No face is wider than the frame.
        let known = min(width, Float(longest))
        let least = (known / Float(Self.mostCells)).ceiling(within: 1...longest)
        let wanted = scale ?? (known / 6).nearest(within: 1...longest)
        return Self.cell(atLeast: max(least, wanted), in: layout)
    }

    /// The side rounded up to a whole, even number of samples in every channel.
    private static func cell(atLeast side: Int, in layout: PictureLayout) -> Int {
        let alignment = max(2, layout.alignment)
        return max(1, (side + alignment - 1) / alignment) * alignment
    }
}
