// The loops below run over sub-spans that hold exactly one run of samples, so that bounds are checked once a row.

extension Channel {
    /// Bytes from the first of a run of samples to the last, with those of other channels between them.
    func length(ofSamples count: Int) -> Int {
        count > 0 ? (count - 1) * layout.pixelStride + layout.sampleBytes : 0
    }

    /// Adds a run of one row's bytes to `sums`, one sum a byte: a plain loop is the same for every format, and fast.
    mutating func addBytes(_ run: Range<Int>, ofRow row: Int, to sums: inout MutableSpan<UInt32>) {
        precondition(sums.count >= run.count)
        let bytes = bytes.span.extracting(row * stride + run.lowerBound..<row * stride + run.upperBound)
        for index in 0..<bytes.count { sums[index] &+= UInt32(bytes[index]) }
    }

    /// Moves a run of one row's samples towards `values`: wholly where coverage is 255, not at all where it is 0.
    mutating func blend(row: Int, columns: Range<Int>, towards values: Span<UInt16>, coverage: Span<UInt8>) {
        let start = row * stride + layout.offset + columns.lowerBound * layout.pixelStride
        let step = layout.pixelStride
        let count = columns.count
        guard count > 0 else { return }
        precondition(values.count >= count && coverage.count >= count)
        let length = length(ofSamples: count)
        let lowBits = UInt32(layout.lowBits)
        let mask = UInt32((1 << layout.depth) - 1)
        let isWide = layout.sampleBytes == 2
        var samples = bytes._mutatingExtracting(start..<start + length)
        if isWide {
            for index in 0..<count where coverage[index] > 0 {
                let at = index &* step
                var sample = UInt32(values[index])
                if coverage[index] < 255 {
                    let word = UInt32(samples[at]) | UInt32(samples[at &+ 1]) << 8
                    let share = UInt32(coverage[index])
                    let sum = ((word >> lowBits) & mask) &* (255 &- share) &+ sample &* share
                    sample = (sum &+ 127) / 255
                }
                let word = sample << lowBits
                samples[at] = UInt8(truncatingIfNeeded: word)
                samples[at &+ 1] = UInt8(truncatingIfNeeded: word >> 8)
            }
        } else if step == 1 {
            for index in 0..<count { samples[index] = blended(samples[index], values[index], coverage[index]) }
        } else {
            for index in 0..<count where coverage[index] > 0 {
                let at = index &* step
                samples[at] =
                    coverage[index] == 255
                    ? UInt8(truncatingIfNeeded: values[index]) : blended(samples[at], values[index], coverage[index])
            }
        }
    }
}

/// The nearest to `sample` + (`value` - `sample`) · `share` / 255, in 16 bits so that many fit one vector.
@inline(__always)
private func blended(_ sample: UInt8, _ value: UInt16, _ share: UInt8) -> UInt8 {
    let share = UInt16(share)
    let sum = UInt16(sample) &* (255 &- share) &+ value &* share &+ 128
    return UInt8(truncatingIfNeeded: (sum &+ (sum >> 8)) >> 8)
}
