/// A frame's brightness in 64 × 36 cells, to tell one scene from another.
///
/// A scene's cut is a mean step of over 25 to the frame before it; a noise of σ 40 makes one of under 10.
public struct Thumbnail: Equatable, Sendable {
    public static let size = Size(width: 64, height: 36)
    /// Samples that are read of each cell where there are as many: enough for noise to even out.
    private static let samplesRead = 60

    /// Row by row, 0 … 255.
    public let cells: [UInt8]

    /// Averages one channel; `bytes` is its plane, from the first row to the end of the last.
    public init(_ bytes: Span<UInt8>, stride: Int, channel: ChannelLayout) {
        var cells = [UInt8](repeating: 0, count: Self.size.width * Self.size.height)
        let rowsRead = (Self.samplesRead * Self.size.width + channel.width - 1) / channel.width
        let shift = channel.depth - 8 + channel.lowBits
        for row in 0..<Self.size.height {
            let rows = Self.range(row, of: Self.size.height, over: channel.height)
            let read = min(rows.count, rowsRead)
            var sums: [64 of UInt32] = .init(repeating: 0)
            for index in 0..<read {
                let start = (rows.lowerBound + index * rows.count / read) * stride + channel.offset
                let length = (channel.width - 1) * channel.pixelStride + (channel.depth > 8 ? 2 : 1)
                let line = bytes.extracting(start..<start + length)
                for column in 0..<Self.size.width {
                    let columns = Self.range(column, of: Self.size.width, over: channel.width)
                    sums[column] &+= Self.sum(line, columns, step: channel.pixelStride, isWide: channel.depth > 8)
                }
            }
            for column in 0..<Self.size.width {
                let count = UInt32(read * Self.range(column, of: Self.size.width, over: channel.width).count)
                cells[row * Self.size.width + column] = UInt8(truncatingIfNeeded: min(255, (sums[column] / count) >> shift))
            }
        }
        self.cells = cells
    }

    /// The mean difference of the cells, 0 … 255.
    public func meanStep(to other: Thumbnail) -> Float {
        var sum: Int32 = 0
        for index in cells.indices { sum += abs(Int32(cells[index]) - Int32(other.cells[index])) }
        return Float(sum) / Float(cells.count)
    }

    /// The samples of one cell of so many; at least one, also in pictures of fewer samples than cells.
    private static func range(_ cell: Int, of cells: Int, over samples: Int) -> Range<Int> {
        let start = cell * samples / cells
        return start..<max(start + 1, (cell + 1) * samples / cells)
    }

    private static func sum(_ line: Span<UInt8>, _ columns: Range<Int>, step: Int, isWide: Bool) -> UInt32 {
        let last = (columns.upperBound - 1) * step + (isWide ? 2 : 1)
        let run = line.extracting(columns.lowerBound * step..<last)
        var sum: UInt32 = 0
        let samples = columns.count
        // Steps that are known when this is compiled, so that vectors can be loaded.
        switch (step, isWide) {
        case (_, true):
            for index in 0..<samples { sum &+= UInt32(run[index &* step]) | UInt32(run[index &* step &+ 1]) << 8 }
        case (1, _): for index in 0..<samples { sum &+= UInt32(run[index]) }
        case (2, _): for index in 0..<samples { sum &+= UInt32(run[index &* 2]) }
        case (3, _): for index in 0..<samples { sum &+= UInt32(run[index &* 3]) }
        case (4, _): for index in 0..<samples { sum &+= UInt32(run[index &* 4]) }
        default: for index in 0..<samples { sum &+= UInt32(run[index &* step]) }
        }
        return sum
    }
}
