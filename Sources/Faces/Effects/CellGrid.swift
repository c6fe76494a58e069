/// Square cells over a part of a frame, each a whole number of samples in every channel.
struct CellGrid: Equatable {
    var across: CellAxis
    var down: CellAxis

    /// Cells of a side in pixels, one of which begins at `origin`, over all of `bounds`, which must lie in the frame.
    init(origin: Point, side: Float, alignment: Int, covering bounds: PixelBounds, in frame: Size) {
        across = CellAxis(
            origin: origin.x, side: side, alignment: alignment, covering: bounds.columns, length: frame.width)
        down = CellAxis(origin: origin.y, side: side, alignment: alignment, covering: bounds.rows, length: frame.height)
    }

    var side: Float { across.side }
    var count: Int { across.cells.count * down.cells.count }
}

/// The cells of a grid in one direction: cell n spans the pixels from edge n to edge n + 1.
struct CellAxis: Equatable {
    let origin: Float
    let side: Float
    let alignment: Int
    /// The cells' numbers, counted from the one that begins at the origin.
    private(set) var cells: Range<Int>
    /// The pixels that they take.
    private(set) var pixels: Range<Int>

    init(origin: Float, side: Float, alignment: Int, covering covered: Range<Int>, length: Int) {
        self.origin = origin
        self.side = side
        self.alignment = alignment
        let limits = -(1 << 24)...(1 << 24)
        cells = 0..<1
        pixels = 0..<0
        var first = ((Float(covered.lowerBound) - origin) / side).floor(within: limits)
        while edge(first) > covered.lowerBound { first -= 1 }
        while edge(first + 1) <= covered.lowerBound { first += 1 }
        var end = max(first + 1, ((Float(covered.upperBound) - origin) / side).ceiling(within: limits))
        while edge(end) < covered.upperBound { end += 1 }
        while end > first + 1, edge(end - 1) >= covered.upperBound { end -= 1 }
        // A sliver at the frame's border would scan whatever leaves the frame, line by line: it joins its neighbour.
        let least = (side / 2).ceiling(within: 1...(1 << 24))
        if edge(first) < 0, edge(first + 1) < min(least, length) {
            first += 1
            end = max(end, first + 1)
        }
        if edge(end) > length, length - edge(end - 1) < least, edge(end - 1) > 0 {
            end -= 1
            first = min(first, end - 1)
        }
        cells = first..<end
        pixels = (edge(first) < least ? 0 : edge(first))..<(length - edge(end) < least ? length : edge(end))
    }

    /// Where a cell begins that the frame does not cut, in pixels.
    private func edge(_ cell: Int) -> Int {
        ((origin + Float(cell) * side) / Float(alignment)).nearest(within: -(1 << 24)...(1 << 24)) * alignment
    }

    /// The pixels that a cell takes inside the frame.
    func pixels(ofCell cell: Int) -> Range<Int> {
        let start = cell == cells.lowerBound ? pixels.lowerBound : edge(cell)
        let end = cell == cells.upperBound - 1 ? pixels.upperBound : edge(cell + 1)
        return start..<max(start, end)
    }
}
