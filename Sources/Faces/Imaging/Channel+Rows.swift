// The loops below run over sub-spans that hold exactly one run of samples, so that bounds are checked once a row.

extension Channel {
    /// Adds a run of one row's samples to `sums`, one sum a column.
    mutating func add(row: Int, columns: Range<Int>, to sums: inout MutableSpan<UInt32>) {
        let start = row * stride + layout.offset + columns.lowerBound * layout.pixelStride
        let step = layout.pixelStride
        let count = columns.count
        guard count > 0 else { return }
        precondition(sums.count >= count)
        let length = (count - 1) * step + layout.sampleBytes
        let lowBits = UInt32(layout.lowBits)
        let mask = UInt32((1 << layout.depth) - 1)
        let isWide = layout.sampleBytes == 2
        let samples = bytes.span.extracting(start..<start + length)
        if isWide {
            for index in 0..<count {
                let word = UInt32(samples[index &* step]) | UInt32(samples[index &* step &+ 1]) << 8
                sums[index] &+= (word >> lowBits) & mask
            }
        } else if step == 1 {
            for index in 0..<count { sums[index] &+= UInt32(samples[index]) }
        } else if step == 2 {
            for index in 0..<count { sums[index] &+= UInt32(samples[index &* 2]) }
        } else {
            for index in 0..<count { sums[index] &+= UInt32(samples[index &* step]) }
        }
    }

    /// Moves a run of one row's samples towards `values`: wholly where coverage is 255, not at all where it is 0.
    mutating func blend(row: Int, columns: Range<Int>, towards values: Span<UInt16>, coverage: Span<UInt8>) {
        let start = row * stride + layout.offset + columns.lowerBound * layout.pixelStride
        let step = layout.pixelStride
        let count = columns.count
        guard count > 0 else { return }
        precondition(values.count >= count && coverage.count >= count)
        let length = (count - 1) * step + layout.sampleBytes
        let lowBits = UInt32(layout.lowBits)
        let mask = UInt32((1 << layout.depth) - 1)
        let isWide = layout.sampleBytes == 2
        var samples = bytes._mutatingExtracting(start..<start + length)
        if isWide {
            for index in 0..<count where coverage[index] > 0 {
                let at = index &* step
                let word = UInt32(samples[at]) | UInt32(samples[at &+ 1]) << 8
                let share = UInt32(coverage[index])
                let sum = ((word >> lowBits) & mask) &* (255 &- share) &+ UInt32(values[index]) &* share
                let blended = ((sum &+ 127) / 255) << lowBits
                samples[at] = UInt8(truncatingIfNeeded: blended)
                samples[at &+ 1] = UInt8(truncatingIfNeeded: blended >> 8)
            }
        } else if step == 1 {
            for index in 0..<count { samples[index] = blended(samples[index], values[index], coverage[index]) }
        } else if step == 2 {
            for index in 0..<count {
                samples[index &* 2] = blended(samples[index &* 2], values[index], coverage[index])
            }
        } else {
            for index in 0..<count {
                samples[index &* step] = blended(samples[index &* step], values[index], coverage[index])
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
