/// Whole pixels from the first to behind the last column and row.
package struct PixelBounds: Equatable {
    package var columns: Range<Int>
    package var rows: Range<Int>

    package init(columns: Range<Int>, rows: Range<Int>) {
        self.columns = columns
        self.rows = rows
    }

    /// All pixels that a rectangle touches, within the frame.
    init(_ rect: Rect, in frame: Size) {
        let left = rect.x.floor(within: 0...frame.width)
        let top = rect.y.floor(within: 0...frame.height)
        self.init(
            columns: left..<max(left, rect.maxX.ceiling(within: 0...frame.width)),
            rows: top..<max(top, rect.maxY.ceiling(within: 0...frame.height)))
    }

    package static func frame(_ size: Size) -> PixelBounds {
        PixelBounds(columns: 0..<size.width, rows: 0..<size.height)
    }

    package var size: Size { Size(width: columns.count, height: rows.count) }
    package var isEmpty: Bool { columns.isEmpty || rows.isEmpty }
    var count: Int { columns.count * rows.count }

    func overlaps(_ other: PixelBounds) -> Bool {
        columns.overlaps(other.columns) && rows.overlaps(other.rows)
    }

    /// The smallest bounds around both.
    func union(_ other: PixelBounds) -> PixelBounds {
        if isEmpty { return other }
        if other.isEmpty { return self }
        return PixelBounds(
            columns: min(columns.lowerBound, other.columns.lowerBound)..<max(columns.upperBound, other.columns.upperBound),
            rows: min(rows.lowerBound, other.rows.lowerBound)..<max(rows.upperBound, other.rows.upperBound))
    }

    /// The bounds grown to whole cells of a grid anchored at (0, 0), as far as the frame reaches.
    func aligned(to cell: Int, in size: Size) -> PixelBounds {
        func grown(_ range: Range<Int>, _ limit: Int) -> Range<Int> {
            range.lowerBound / cell * cell..<min(limit, (range.upperBound + cell - 1) / cell * cell)
        }
        return PixelBounds(columns: grown(columns, size.width), rows: grown(rows, size.height))
    }
}
