// Whole rows go through lines of 16-bit codes, so that what is done to them is one loop for all formats that fits vectors.

extension Channel {
    /// Copies a run of one row's samples to the start of a line, without their unused low bits.
    mutating func read(row: Int, columns: Range<Int>, to line: inout MutableSpan<UInt16>) {
        let count = columns.count
        guard count > 0 else { return }
        let start = row * stride + layout.offset + columns.lowerBound * layout.pixelStride
        let samples = bytes.span.extracting(start..<start + length(ofSamples: count))
        var line = line._mutatingExtracting(0..<count)
        let step = layout.pixelStride
        if layout.sampleBytes == 2 {
            let lowBits = UInt16(layout.lowBits)
            let mask = UInt16((1 << layout.depth) - 1)
            for index in 0..<count {
                let at = index &* step
                line[index] = ((UInt16(samples[at]) | UInt16(samples[at &+ 1]) &<< 8) &>> lowBits) & mask
            }
        } else {
            switch step {
            // Constant steps make loops that fit vectors.
            case 1: for index in 0..<count { line[index] = UInt16(samples[index]) }
            case 2: for index in 0..<count { line[index] = UInt16(samples[2 &* index]) }
            case 4: for index in 0..<count { line[index] = UInt16(samples[4 &* index]) }
            default: for index in 0..<count { line[index] = UInt16(samples[index &* step]) }
            }
        }
    }

    /// Copies the start of a line over a run of one row's samples; unused low bits become 0.
    mutating func write(row: Int, columns: Range<Int>, from line: Span<UInt16>) {
        let count = columns.count
        guard count > 0 else { return }
        let start = row * stride + layout.offset + columns.lowerBound * layout.pixelStride
        let length = length(ofSamples: count)
        let line = line.extracting(0..<count)
        let step = layout.pixelStride
        let isWide = layout.sampleBytes == 2
        let lowBits = UInt16(layout.lowBits)
        var samples = bytes._mutatingExtracting(start..<start + length)
        if isWide {
            for index in 0..<count {
                let word = line[index] &<< lowBits
                samples[index &* step] = UInt8(truncatingIfNeeded: word)
                samples[index &* step &+ 1] = UInt8(truncatingIfNeeded: word &>> 8)
            }
        } else {
            switch step {
            case 1: for index in 0..<count { samples[index] = UInt8(truncatingIfNeeded: line[index]) }
            case 2: for index in 0..<count { samples[2 &* index] = UInt8(truncatingIfNeeded: line[index]) }
            case 4: for index in 0..<count { samples[4 &* index] = UInt8(truncatingIfNeeded: line[index]) }
            default: for index in 0..<count { samples[index &* step] = UInt8(truncatingIfNeeded: line[index]) }
            }
        }
    }
}
