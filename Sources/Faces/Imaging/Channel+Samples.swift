extension ChannelLayout {
    /// Bytes that one sample takes.
    var sampleBytes: Int { depth > 8 ? 2 : 1 }

    /// Columns of samples that span the given columns of pixels, as far as the channel has them.
    func columns(spanning pixels: Range<Int>) -> Range<Int> {
        let last = min(width, (pixels.upperBound + (1 << horizontalShift) - 1) >> horizontalShift)
        return min(last, pixels.lowerBound >> horizontalShift)..<last
    }

    /// Rows of samples that span the given rows of pixels, as far as the channel has them.
    func rows(spanning pixels: Range<Int>) -> Range<Int> {
        let last = min(height, (pixels.upperBound + (1 << verticalShift) - 1) >> verticalShift)
        return min(last, pixels.lowerBound >> verticalShift)..<last
    }
}

extension PictureLayout {
    /// Whether a channel is the first of those that share its plane.
    func isFirstOfPlane(_ index: Int) -> Bool {
        channels.firstIndex { $0.plane == channels[index].plane } == index
    }

    /// The bytes of a row that hold the samples of all of a plane's channels for the given columns of pixels.
    func bytes(ofPlane plane: Int, spanning pixels: Range<Int>) -> Range<Int> {
        var (first, end) = (Int.max, 0)
        for channel in channels where channel.plane == plane {
            let columns = channel.columns(spanning: pixels)
            guard !columns.isEmpty else { continue }
            first = min(first, channel.offset + columns.lowerBound * channel.pixelStride)
            end = max(end, channel.offset + (columns.upperBound - 1) * channel.pixelStride + channel.sampleBytes)
        }
        return first < end ? first..<end : 0..<0
    }

    /// The least number of pixels, across and down, that is a whole number of samples in every channel.
    var alignment: Int {
        channels.reduce(1) { max($0, 1 << $1.horizontalShift, 1 << $1.verticalShift) }
    }
}

extension Channel {
    /// The sample in a column and a row of the channel, without its unused low bits.
    public subscript(column: Int, row: Int) -> Int {
        get {
            let start = row * stride + layout.offset + column * layout.pixelStride
            if layout.sampleBytes == 1 { return Int(bytes[start]) }
            let word = Int(bytes[start]) | Int(bytes[start + 1]) << 8
            return (word >> layout.lowBits) & ((1 << layout.depth) - 1)
        }
        set {
            let start = row * stride + layout.offset + column * layout.pixelStride
            if layout.sampleBytes == 1 {
                bytes[start] = UInt8(truncatingIfNeeded: newValue)
            } else {
                let word = newValue << layout.lowBits
                bytes[start] = UInt8(truncatingIfNeeded: word)
                bytes[start + 1] = UInt8(truncatingIfNeeded: word >> 8)
            }
        }
    }
}
