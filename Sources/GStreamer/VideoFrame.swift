import CGStreamer

/// A video buffer's pixels, mapped for as long as the value lives; strides come from its GstVideoMeta where it has one.
public struct VideoFrame: ~Copyable {
    private var frame: GstVideoFrame
    public let info: VideoInfo
    public let isWritable: Bool

    /// Maps a buffer; nil where it is too small for its caps, is of another format, or its memory cannot be mapped.
    package init?(mapping buffer: UnsafeMutablePointer<GstBuffer>, info: VideoInfo, writable: Bool) {
        var frame = GstVideoFrame()
        var own = info.info
        // The caller keeps the buffer alive, so the map need not hold a reference, which would make it unwritable.
        let flags =
            (GST_MAP_READ.rawValue | (writable ? GST_MAP_WRITE.rawValue : 0))
            | UInt32(GST_VIDEO_FRAME_MAP_FLAG_NO_REF.rawValue)
        guard Self.fits(buffer, own), gst_video_frame_map(&frame, &own, buffer, GstMapFlags(rawValue: flags)) != 0 else {
            return nil
        }
        guard Self.holds(info, frame) else {
            gst_video_frame_unmap(&frame)
            return nil
        }
        self.frame = frame
        self.info = info
        isWritable = writable
    }

    deinit {
        var frame = frame
        gst_video_frame_unmap(&frame)
    }

    public var planeCount: Int { info.planeCount }

    /// Whether the buffer's GstVideoMeta, which has the last word about how samples lie and may say anything, is of such frames.
    private static func fits(_ buffer: UnsafeMutablePointer<GstBuffer>, _ info: GstVideoInfo) -> Bool {
        guard let meta = gst_buffer_get_video_meta(buffer)?.pointee else { return true }
        return meta.format == info.finfo.pointee.format && meta.width >= guint(info.width) && meta.height >= guint(info.height)
    }

    /// Whether every sample of frames of such caps lies in the mapped memory.
    private static func holds(_ info: VideoInfo, _ frame: GstVideoFrame) -> Bool {
        (0..<Int(frame.info.finfo.pointee.n_components)).allSatisfy { index in
            let component = info.component(index)
            let row = component.offset + (component.width - 1) * component.pixelStride + (component.depth > 8 ? 2 : 1)
            let stride = Int(entry(frame.info.stride, component.plane, as: Int32.self))
            guard stride >= row, let start = entry(frame.data, component.plane, as: UnsafeMutableRawPointer?.self) else {
                return false
            }
            return mapped(from: start, in: frame) >= (component.height - 1) * stride + row
        }
    }

    /// Bytes of mapped memory from an address on; 0 where it is in none.
    private static func mapped(from start: UnsafeMutableRawPointer, in frame: GstVideoFrame) -> Int {
        for index in 0..<Int(frame.info.finfo.pointee.n_planes) {
            let map = entry(frame.map, index, as: GstMapInfo.self)
            guard let data = map.data else { continue }
            let distance = start - UnsafeMutableRawPointer(data)
            if (0..<Int(map.size)).contains(distance) { return Int(map.size) - distance }
        }
        return 0
    }

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
        return min(stride(ofPlane: plane) * rows, Self.mapped(from: start, in: frame))
    }
}

extension VideoFrame {
    /// Copies a part as large as this from another frame of the same format; false where it cannot be had.
    ///
    /// Chroma that spans several pixels begins at the sample that the corner lies in.
    package func copyPixels(of other: borrowing VideoFrame, from corner: (x: Int, y: Int) = (0, 0)) -> Bool {
        var (target, source) = (frame, other.frame)
        guard corner.x + Int(target.info.width) <= Int(source.info.width),
            corner.y + Int(target.info.height) <= Int(source.info.height)
        else { return false }
        for plane in 0..<other.planeCount {
            let components = other.info.components.filter { $0.plane == plane }
            let column = components.map { (corner.x >> $0.horizontalShift) * $0.pixelStride }.min() ?? 0
            let row = components.map { corner.y >> $0.verticalShift }.min() ?? 0
            withUnsafeMutableBytes(of: &source.data) { addresses in
                let place = plane * MemoryLayout<UnsafeMutableRawPointer>.stride
                let address = addresses.load(fromByteOffset: place, as: UnsafeMutableRawPointer.self)
                addresses.storeBytes(
                    of: address + row * other.stride(ofPlane: plane) + column, toByteOffset: place,
                    as: UnsafeMutableRawPointer.self)
            }
        }
        return gst_video_frame_copy(&target, &source) != 0
    }
}
