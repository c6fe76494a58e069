import CGStreamer
import CGStreamerShims

/// One frame or packet of a stream, held by one reference.
///
/// `@unchecked Sendable`: buffers are counted atomically, and this reference has one owner.
public struct Buffer: ~Copyable, @unchecked Sendable {
    package let pointer: UnsafeMutablePointer<GstBuffer>

    /// Takes over one reference.
    package init(owning pointer: UnsafeMutablePointer<GstBuffer>) {
        self.pointer = pointer
    }

    /// Adds a reference of its own.
    package init(sharing pointer: UnsafeMutablePointer<GstBuffer>) {
        self.pointer = gst_buffer_ref(pointer)
    }

    /// A new buffer of that many bytes with unset contents.
    public init(size: Int) {
        pointer = gst_buffer_new_allocate(nil, gsize(size), nil)
    }

    /// A new buffer with a copy of the bytes.
    public init(_ bytes: [UInt8]) {
        pointer = gst_buffer_new_memdup(bytes, gsize(bytes.count))
    }

    deinit {
        gst_buffer_unref(pointer)
    }

    /// Gives the reference away.
    package consuming func release() -> UnsafeMutablePointer<GstBuffer> {
        let pointer = pointer
        discard self
        return pointer
    }

    /// Another reference to the same buffer; neither may be written to while both live.
    public func share() -> Buffer { Buffer(sharing: pointer) }

    /// The same data, writable in place: itself when nobody else holds it, else a copy.
    public consuming func writable() -> Buffer { Buffer(owning: gstswift_buffer_make_writable(release())) }

    public var presentationTime: ClockTime? {
        get { ClockTime(pointer.pointee.pts) }
        nonmutating set { pointer.pointee.pts = newValue.gstValue }
    }

    public var decodingTime: ClockTime? {
        get { ClockTime(pointer.pointee.dts) }
        nonmutating set { pointer.pointee.dts = newValue.gstValue }
    }

    public var duration: ClockTime? {
        get { ClockTime(pointer.pointee.duration) }
        nonmutating set { pointer.pointee.duration = newValue.gstValue }
    }

    /// Bytes in all of its memories.
    public var size: Int { Int(gst_buffer_get_size(pointer)) }

    /// Whether it only feeds the decoder and is not to be shown.
    /// Describes the stream rather than being a part of it, as Theora's first packets do.
    public var isHeader: Bool { gstswift_buffer_has_flags(pointer, GST_BUFFER_FLAG_HEADER.rawValue) != 0 }
    public var isDecodeOnly: Bool { gstswift_buffer_has_flags(pointer, GST_BUFFER_FLAG_DECODE_ONLY.rawValue) != 0 }

    /// Whether decoding can begin here.
    public var isKeyUnit: Bool { gstswift_buffer_has_flags(pointer, GST_BUFFER_FLAG_DELTA_UNIT.rawValue) == 0 }

    /// Lends the bytes for reading; nil when the memory cannot be mapped.
    public func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        var map = GstMapInfo()
        guard gst_buffer_map(pointer, &map, GST_MAP_READ) != 0 else { return nil }
        defer { gst_buffer_unmap(pointer, &map) }
        return try body(UnsafeRawBufferPointer(start: map.data, count: Int(map.size)).bytes)
    }
}
