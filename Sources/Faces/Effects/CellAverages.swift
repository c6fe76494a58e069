/// The means of a channel's cells, and their drawing; memory is kept from channel to channel and frame to frame.
struct CellAverages {
    /// A group's cells in one channel.
    private struct Grid {
        /// The samples that the cells take, as far as the channel reaches.
        var columns: Range<Int>
        var rows: Range<Int>
        /// Samples to a cell.
        var cellWidth: Int
        var cellHeight: Int
        /// Where its means begin.
        var start: Int

        var cellsAcross: Int { (columns.count + cellWidth - 1) / cellWidth }
        var cellsDown: Int { (rows.count + cellHeight - 1) / cellHeight }
    }

    private var grids: [Grid] = []
    private var means: [UInt16] = []
    private var used = 0
    /// One sum for every column of bytes in a row of cells.
    private var sums: [UInt32] = []
    /// One row of a channel as the cells would have it.
    private var line: [UInt16] = []

    /// Forgets the last channel.
    mutating func clear() {
        grids.removeAll(keepingCapacity: true)
        used = 0
    }

    /// Averages all cells that a group touches.
    mutating func measure(_ channel: inout Channel, group: MaskGroup, frame: PictureLayout) {
        let layout = channel.layout
        let bounds = group.bounds.aligned(to: group.cell, in: Size(width: frame.width, height: frame.height))
        let grid = Grid(
            columns: layout.columns(spanning: bounds.columns), rows: layout.rows(spanning: bounds.rows),
            cellWidth: group.cell >> layout.horizontalShift, cellHeight: group.cell >> layout.verticalShift, start: used)
        grids.append(grid)
        used += grid.cellsAcross * grid.cellsDown
        means.grow(to: used)
        let length = channel.length(ofSamples: grid.columns.count)
        sums.grow(to: length)

        for cellRow in 0..<grid.cellsDown {
            let first = grid.rows.lowerBound + cellRow * grid.cellHeight
            let rows = first..<min(first + grid.cellHeight, grid.rows.upperBound)
            var columnSums = sums.mutableSpan
            for index in 0..<length { columnSums[index] = 0 }
            for row in rows { channel.addBytes(row: row, columns: grid.columns, to: &columnSums) }
            average(grid, cellRow: cellRow, height: rows.count, layout: layout)
        }
    }

    private mutating func average(_ grid: Grid, cellRow: Int, height: Int, layout: ChannelLayout) {
        let isWide = layout.sampleBytes == 2
        let most = UInt64((1 << layout.depth) - 1)
        for cell in 0..<grid.cellsAcross {
            let columns = cell * grid.cellWidth..<min((cell + 1) * grid.cellWidth, grid.columns.count)
            var sum: UInt64 = 0
            for column in columns {
                let first = column * layout.pixelStride
                sum += UInt64(sums[first])
                if isWide { sum += UInt64(sums[first + 1]) << 8 }
            }
            // Unused low bits count as the fractions of a code that they are.
            let count = UInt64(columns.count * height) << layout.lowBits
            means[grid.start + cellRow * grid.cellsAcross + cell] = UInt16(min(most, (sum + count / 2) / count))
        }
    }

    /// Moves the samples that the group at an index covers to the means measured before.
    mutating func draw(on channel: inout Channel, group index: Int, of masks: MaskGroups) {
        let group = masks.groups[index]
        let grid = grids[index]
        let layout = channel.layout
        let columns = layout.columns(spanning: group.bounds.columns)
        line.grow(to: columns.count)
        var drawnRow = -1
        for row in layout.rows(spanning: group.bounds.rows) {
            let cellRow = (row - grid.rows.lowerBound) / grid.cellHeight
            if cellRow != drawnRow {
                spread(grid, cellRow: cellRow, over: columns)
                drawnRow = cellRow
            }
            channel.blend(
                row: row, columns: columns, towards: line.span,
                coverage: masks.coverage(of: group, row: row, layout: layout))
        }
    }

    /// Writes a row of cells' means out to one value a column.
    private mutating func spread(_ grid: Grid, cellRow: Int, over columns: Range<Int>) {
        let start = grid.start + cellRow * grid.cellsAcross
        for cell in 0..<grid.cellsAcross {
            let first = grid.columns.lowerBound + cell * grid.cellWidth
            let mean = means[start + cell]
            for column in (first..<first + grid.cellWidth).clamped(to: columns) {
                line[column - columns.lowerBound] = mean
            }
        }
    }
}
