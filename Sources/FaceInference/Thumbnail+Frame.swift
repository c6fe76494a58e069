import Faces

extension Thumbnail {
    /// A frame's thumbnail, of its luma, or of green where it has none.
    package init(_ frame: borrowing FrameView) {
        let channels = frame.layout.channels
        let channel = channels.first { $0.role == .luma } ?? channels.first { $0.role == .green } ?? channels[0]
        let plane = frame.planes[channel.plane]
        let sampleEnd = channel.offset + (channel.width - 1) * channel.pixelStride + (channel.depth > 8 ? 2 : 1)
        let count = (channel.height - 1) * plane.stride + sampleEnd
        self.init(Span(_unsafeStart: plane.start, count: count), stride: plane.stride, channel: channel)
    }
}
