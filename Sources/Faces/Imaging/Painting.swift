/// Shapes of one colour each, painted over a picture in the order in which they were added; memory is kept from frame to frame.
struct Painting {
    private var masks = Masks()
    private var colours: [Colour] = []
    /// One row in a shape's colour.
    private var line: [UInt16] = []

    /// Forgets the shapes and prepares for a frame of the given shape.
    mutating func clear(for layout: PictureLayout) {
        masks.clear(for: layout)
        colours.removeAll(keepingCapacity: true)
    }

    mutating func add(_ shape: some Coverage, colour: Colour) {
        if masks.add(shape) != nil { colours.append(colour) }
    }

    /// Paints what was added since `clear`; alpha stays as it is.
    mutating func draw(on picture: inout some Picture & ~Copyable) {
        guard !colours.isEmpty else { return }
        let layout = picture.layout
        for index in layout.channels.indices where layout.channels[index].role != .alpha {
            let channelLayout = layout.channels[index]
            masks.prepare(for: channelLayout)
            picture.withChannel(index) { channel in
                for (mask, colour) in zip(masks.masks, colours) { paint(mask, colour, on: &channel, layout.colour) }
            }
        }
    }

    private mutating func paint(_ mask: Mask, _ colour: Colour, on channel: inout Channel, _ model: ColourModel) {
        let layout = channel.layout
        guard let code = model.sampleValue(of: colour, role: layout.role, depth: layout.depth) else { return }
        let columns = layout.columns(spanning: mask.bounds.columns)
        line.grow(to: columns.count)
        for index in 0..<columns.count { line[index] = UInt16(truncatingIfNeeded: code) }
        for row in layout.rows(spanning: mask.bounds.rows) {
            channel.blend(
                row: row, columns: columns, towards: line.span, coverage: masks.coverage(of: mask, row: row, layout: layout))
        }
    }
}

/// Something that covers part of a frame's pixels.
protocol Coverage {
    /// All pixels that it touches, within the frame.
    var bounds: PixelBounds { get }

    /// Raises the coverage, 0 … 255, of one row's pixels from column `first` on to the shape's.
    func cover(row: Int, from first: Int, in coverage: inout MutableSpan<UInt8>)
}
