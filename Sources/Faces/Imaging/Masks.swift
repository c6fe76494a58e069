/// One shape in a frame, and where its coverage lies.
struct Mask {
    /// The shape's bounds, out to whole samples of every channel.
    let bounds: PixelBounds
    /// Where its coverage begins in `Masks`.
    fileprivate let start: Int
}

/// The shapes of one frame, and how much of every pixel each covers; memory is kept from frame to frame.
struct Masks {
    private(set) var masks: [Mask] = []
    private var layout: (size: Size, alignment: Int) = (Size(width: 0, height: 0), 1)
    /// Coverage, 0 … 255, of the pixels in every mask's bounds, row by row.
    private var pixels: [UInt8] = []
    /// The same per sample of channels with the shifts below; as many numbers as there are samples.
    private var samples: [UInt8] = []
    private var shifts: (horizontal: Int, vertical: Int)?
    private var used = 0

    /// Forgets the last frame's masks and prepares for a frame of the given shape.
    mutating func clear(for layout: PictureLayout) {
        masks.removeAll(keepingCapacity: true)
        shifts = nil
        used = 0
        self.layout = (layout.size, layout.alignment)
    }

    /// Adds a shape, unless it touches nothing; it returns its index.
    mutating func add(_ shape: some Coverage) -> Int? {
        guard !shape.bounds.isEmpty else { return nil }
        let bounds = shape.bounds.aligned(to: layout.alignment, in: layout.size)
        let start = used
        used += bounds.count
        masks.append(Mask(bounds: bounds, start: start))
        pixels.grow(to: used)
        let width = bounds.columns.count
        var span = pixels.mutableSpan
        for row in bounds.rows {
            let first = start + (row - bounds.rows.lowerBound) * width
            var line = span._mutatingExtracting(first..<first + width)
            line.update(repeating: 0)
            shape.cover(row: row, from: bounds.columns.lowerBound, in: &line)
        }
        return masks.count - 1
    }

    /// Makes `coverage(of:row:layout:)` ready for a channel.
    mutating func prepare(for layout: ChannelLayout) {
        let needed = (horizontal: layout.horizontalShift, vertical: layout.verticalShift)
        guard needed != (0, 0), shifts == nil || shifts! != needed else { return }
        shifts = needed
        samples.grow(to: used)
        for mask in masks { Self.reduce(mask, for: layout, from: pixels, to: &samples) }
    }

    /// A mask's coverage of one row of a channel's samples, from the first sample in the mask's bounds on.
    @_lifetime(borrow self)
    func coverage(of mask: Mask, row: Int, layout: ChannelLayout) -> Span<UInt8> {
        let width = layout.columns(spanning: mask.bounds.columns).count
        let first = mask.start + (row - layout.rows(spanning: mask.bounds.rows).lowerBound) * width
        let isReduced = layout.horizontalShift > 0 || layout.verticalShift > 0
        return isReduced ? samples.span.extracting(first..<first + width) : pixels.span.extracting(first..<first + width)
    }

    /// Gives each sample the mean coverage of the pixels that it spans inside the frame.
    private static func reduce(_ mask: Mask, for layout: ChannelLayout, from pixels: [UInt8], to samples: inout [UInt8]) {
        let width = mask.bounds.columns.count
        let height = mask.bounds.rows.count
        let across = 1 << layout.horizontalShift
        let down = 1 << layout.verticalShift
        let columns = (width + across - 1) / across
        let source = pixels.span.extracting(mask.start..<mask.start + width * height)
        var span = samples.mutableSpan
        for row in 0..<(height + down - 1) / down {
            let lines = row * down..<min(height, (row + 1) * down)
            var target = span._mutatingExtracting(mask.start + row * columns..<mask.start + (row + 1) * columns)
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
    mutating func grow(to count: Int) where Element: ExpressibleByIntegerLiteral {
        if self.count < count { append(contentsOf: repeatElement(0, count: count - self.count)) }
    }
}

extension [UInt16] {
    /// Writes the first `count` samples of a line over those from `start` on.
    mutating func write(_ line: [UInt16], at start: Int, count: Int) {
        let line = line.span.extracting(0..<count)
        var span = mutableSpan
        var target = span._mutatingExtracting(start..<start + count)
        for index in 0..<count { target[index] = line[index] }
    }
}
