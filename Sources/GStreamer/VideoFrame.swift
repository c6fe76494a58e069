import CGStreamer

/// A video buffer's pixels, mapped for as long as the value lives; strides come from its GstVideoMeta where it has one.
public struct VideoFrame: ~Copyable {
    private var frame: GstVideoFrame
    public let info: VideoInfo
    public let isWritable: Bool

    /// Maps a buffer; nil where it is too small for its caps or its memory cannot be mapped.
    package init?(mapping buffer: UnsafeMutablePointer<GstBuffer>, info: VideoInfo, writable: Bool) {
        var frame = GstVideoFrame()
        var own = info.info
        // The caller keeps the buffer alive, so the map need not hold a reference, which would make it unwritable.
        let flags =
            (GST_MAP_READ.rawValue | (writable ? GST_MAP_WRITE.rawValue : 0))
            | UInt32(GST_VIDEO_FRAME_MAP_FLAG_NO_REF.rawValue)
        guard gst_video_frame_map(&frame, &own, buffer, GstMapFlags(rawValue: flags)) != 0 else { return nil }
        self.frame = frame
        self.info = VideoInfo(info: frame.info)
        isWritable = writable
    }

    deinit {
        var frame = frame
        gst_video_frame_unmap(&frame)
    }

    public var planeCount: Int { info.planeCount }

    /// Bytes from one row of a plane to the next.
    public func stride(ofPlane plane: Int) -> Int { Int(entry(frame.info.stride, plane, as: Int32.self)) }

    /// Lends a plane's bytes, from its first row to the end of its last, padding included.
    public mutating func withPlane<Result>(_ plane: Int, _ body: (inout MutableSpan<UInt8>) -> Result) -> Result {
        let (start, count) = bytes(ofPlane: plane)
        var span = MutableSpan(_unsafeStart: start, count: count)
        return body(&span)
    }

    /// Where a plane lies, for C code that reads it while the frame is mapped.
    package func bytes(ofPlane plane: Int) -> (start: UnsafeMutablePointer<UInt8>, count: Int) {
        let address = entry(frame.data, plane, as: UnsafeMutableRawPointer?.self)
        let start = address!.assumingMemoryBound(to: UInt8.self)
        return (start, byteCount(ofPlane: plane, from: start))
    }

    /// All rows with their padding, but never past the mapped memory, whose last row may be cut to its samples.
    private func byteCount(ofPlane plane: Int, from start: UnsafeMutablePointer<UInt8>) -> Int {
        var rows = 0
        for index in 0..<Int(info.info.finfo.pointee.n_components) {
            let component = info.component(index)
            if component.plane == plane { rows = max(rows, component.height) }
        }
        let wanted = stride(ofPlane: plane) * rows
        for index in 0..<planeCount {
            let map = entry(frame.map, index, as: GstMapInfo.self)
            guard let data = map.data, data <= start, start < data + Int(map.size) else { continue }
            return min(wanted, Int(map.size) - (start - data))
        }
        return wanted
    }
}

extension VideoFrame {
    /// Copies every plane of another frame of the same format and size; false where they differ.
    package func copyPixels(of other: borrowing VideoFrame) -> Bool {
        var (target, source) = (frame, other.frame)
        return gst_video_frame_copy(&target, &source) != 0
    }
}
