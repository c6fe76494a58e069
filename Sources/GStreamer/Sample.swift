import CGStreamer

/// A buffer together with what is needed to understand it.
///
/// `@unchecked Sendable`: samples are counted atomically and only read.
public struct Sample: ~Copyable, @unchecked Sendable {
    package let pointer: OpaquePointer

    /// Takes over one reference.
    package init(owning pointer: OpaquePointer) {
        self.pointer = pointer
    }

    public init(_ buffer: borrowing Buffer, caps: Caps) {
        pointer = gst_sample_new(buffer.pointer, caps.pointer, nil, nil)
    }

    deinit {
        gst_sample_unref(pointer)
    }

    /// Nil for a sample that only carries caps or a list.
    public var buffer: Buffer? {
        guard let buffer = gst_sample_get_buffer(pointer) else { return nil }
        return Buffer(sharing: buffer)
    }

    public var caps: Caps? { gst_sample_get_caps(pointer).map { Caps(sharing: $0) } }

    /// A stream's time (as a player shows it) for a timestamp of this sample's buffer.
    public func streamTime(of time: ClockTime) -> ClockTime? {
        guard let segment = gst_sample_get_segment(pointer), segment.pointee.format == GST_FORMAT_TIME else { return nil }
        return ClockTime(gst_segment_to_stream_time(segment, GST_FORMAT_TIME, guint64(time.nanoseconds)))
    }
}
