/// Faces whose masks overlap, hidden by one grid of cells.
struct MaskGroup {
    /// All masks' bounds together, out to whole samples of every channel.
    var bounds: PixelBounds
    /// The side of its cells in pixels.
    var cell: Int
    /// Where its coverage begins in `MaskGroups.coverage`.
    var start: Int
}

/// The masks of one frame in groups, and how much of every pixel they cover; memory is kept from frame to frame.
struct MaskGroups {
    private(set) var groups: [MaskGroup] = []
    private var regions: [MaskRegion] = []
    private var cells: [Int] = []
    /// For every region, the lowest index of a region of its group.
    private var leaders: [Int] = []
    /// Coverage, 0 … 255, of the pixels in every group's bounds, row by row.
    private var pixels: [UInt8] = []
    /// The same per sample of channels with the shifts below; as many numbers as there are samples.
    private var samples: [UInt8] = []
    private var shifts: (horizontal: Int, vertical: Int)?

    /// Forgets the last frame's masks.
    mutating func clear() {
        groups.removeAll(keepingCapacity: true)
        regions.removeAll(keepingCapacity: true)
        cells.removeAll(keepingCapacity: true)
        leaders.removeAll(keepingCapacity: true)
        shifts = nil
    }

    /// Adds a mask with the cell side that it wants.
    mutating func add(_ region: MaskRegion, cell: Int) {
        guard !region.bounds.isEmpty else { return }
        leaders.append(regions.count)
        regions.append(region)
        cells.append(cell)
    }

    /// Joins masks that overlap and works out what they cover in a frame of the given shape.
    mutating func close(for layout: PictureLayout) {
        join()
        let size = Size(width: layout.width, height: layout.height)
        let alignment = layout.alignment
        var start = 0
        for leader in regions.indices where leaders[leader] == leader {
            var bounds = regions[leader].bounds
            var cell = cells[leader]
            for member in regions.indices where leaders[member] == leader {
                bounds = bounds.union(regions[member].bounds)
                cell = max(cell, cells[member])
            }
            bounds = bounds.aligned(to: alignment, in: size)
            groups.append(MaskGroup(bounds: bounds, cell: cell, start: start))
            pixels.grow(to: start + bounds.count)
            Self.cover(bounds, with: regions, of: leader, leaders: leaders, in: &pixels, from: start)
            start += bounds.count
        }
    }

    /// Gives every region the lowest index of the regions that it overlaps, directly or through others.
    private mutating func join() {
        for first in regions.indices {
            for second in 0..<first where regions[first].bounds.overlaps(regions[second].bounds) {
                let kept = min(leaders[first], leaders[second])
                let given = max(leaders[first], leaders[second])
                guard kept != given else { continue }
                for index in 0...first where leaders[index] == given { leaders[index] = kept }
            }
        }
    }

    private static func cover(
        _ bounds: PixelBounds, with regions: [MaskRegion], of leader: Int, leaders: [Int],
        in pixels: inout [UInt8], from start: Int
    ) {
        let width = bounds.columns.count
        var span = pixels.mutableSpan
        for row in bounds.rows {
            let first = start + (row - bounds.rows.lowerBound) * width
            var line = span._mutatingExtracting(first..<first + width)
            line.update(repeating: 0)
            for member in regions.indices where leaders[member] == leader {
                regions[member].cover(row: row, from: bounds.columns.lowerBound, in: &line)
            }
        }
    }

    /// Makes `coverage(of:row:layout:)` ready for a channel.
    mutating func prepare(for layout: ChannelLayout) {
        let needed = (horizontal: layout.horizontalShift, vertical: layout.verticalShift)
        guard needed != (0, 0), shifts == nil || shifts! != needed else { return }
        shifts = needed
        samples.grow(to: pixels.count)
        for group in groups { Self.reduce(group, for: layout, from: pixels, to: &samples) }
    }

    /// A group's coverage of one row of a channel's samples, from the first sample in the group's bounds on.
    @_lifetime(borrow self)
    func coverage(of group: MaskGroup, row: Int, layout: ChannelLayout) -> Span<UInt8> {
        let width = layout.columns(spanning: group.bounds.columns).count
        let first = group.start + (row - layout.rows(spanning: group.bounds.rows).lowerBound) * width
        let isReduced = layout.horizontalShift > 0 || layout.verticalShift > 0
        return isReduced ? samples.span.extracting(first..<first + width) : pixels.span.extracting(first..<first + width)
    }

    /// Gives each sample the mean coverage of the pixels that it spans inside the frame.
    private static func reduce(
        _ group: MaskGroup, for layout: ChannelLayout, from pixels: [UInt8], to samples: inout [UInt8]
    ) {
        let width = group.bounds.columns.count
        let height = group.bounds.rows.count
        let across = 1 << layout.horizontalShift
        let down = 1 << layout.verticalShift
        let columns = (width + across - 1) / across
        let source = pixels.span.extracting(group.start..<group.start + width * height)
        var span = samples.mutableSpan
        for row in 0..<(height + down - 1) / down {
            let lines = row * down..<min(height, (row + 1) * down)
            var target = span._mutatingExtracting(group.start + row * columns..<group.start + (row + 1) * columns)
            var first = 0
            if across == 2, lines.count <= 2 {
                // Nearly all formats: pairs in one line or two, summed without branches.
                first = width / 2
                let upper = source.extracting(lines.lowerBound * width..<lines.lowerBound * width + 2 * first)
                let lower = source.extracting((lines.upperBound - 1) * width..<(lines.upperBound - 1) * width + 2 * first)
                for column in 0..<first {
                    let left = UInt16(upper[2 &* column]) &+ UInt16(lower[2 &* column])
                    let right = UInt16(upper[2 &* column &+ 1]) &+ UInt16(lower[2 &* column &+ 1])
                    target[column] = UInt8(truncatingIfNeeded: (left &+ right &+ 2) >> 2)
                }
            }
            for column in first..<columns {
                let spanned = column * across..<min(width, (column + 1) * across)
                var sum = 0
                for line in lines {
                    for pixel in spanned { sum += Int(source[line * width + pixel]) }
                }
                let count = lines.count * spanned.count
                target[column] = UInt8(truncatingIfNeeded: (sum + count / 2) / count)
            }
        }
    }
}

extension Array {
    /// Makes the array at least `count` long; what it holds is scratch.
    mutating func grow(to count: Int) where Element: FixedWidthInteger {
        if self.count < count { append(contentsOf: repeatElement(0, count: count - self.count)) }
    }
}
