import CGStreamer

/// What travels along a stream beside its buffers.
///
/// `@unchecked Sendable`: events are counted atomically, and this reference has one owner.
public struct Event: ~Copyable, @unchecked Sendable {
    package let pointer: UnsafeMutablePointer<GstEvent>

    /// Takes over one reference.
    package init(owning pointer: UnsafeMutablePointer<GstEvent>) {
        self.pointer = pointer
    }

    /// Adds a reference of its own.
    package init(sharing pointer: UnsafeMutablePointer<GstEvent>) {
        self.pointer = gst_event_ref(pointer)
    }

    public static func endOfStream() -> Event { Event(owning: gst_event_new_eos()) }

    public static func tags(_ tags: TagList) -> Event { Event(owning: gst_event_new_tag(gst_tag_list_ref(tags.pointer))) }

    public static func caps(_ caps: Caps) -> Event { Event(owning: gst_event_new_caps(caps.pointer)) }

    deinit {
        gst_event_unref(pointer)
    }

    /// Gives the reference away.
    package consuming func release() -> UnsafeMutablePointer<GstEvent> {
        let pointer = pointer
        discard self
        return pointer
    }

    /// GStreamer's name for its type, such as `eos`, `segment` or `tag`.
    public var name: String { String(cString: gst_event_type_get_name(pointer.pointee.type)) }

    /// What a tag event says.
    public var tags: TagList? {
        guard pointer.pointee.type == GST_EVENT_TAG else { return nil }
        var list: UnsafeMutablePointer<GstTagList>?
        gst_event_parse_tag(pointer, &list)
        return list.map { TagList(sharing: $0) }
    }

    /// What a caps event says.
    public var caps: Caps? {
        guard pointer.pointee.type == GST_EVENT_CAPS else { return nil }
        var caps: UnsafeMutablePointer<GstCaps>?
        gst_event_parse_caps(pointer, &caps)
        return caps.map { Caps(sharing: $0) }
    }

    /// What a segment event in time says.
    public var segment: Segment? {
        guard pointer.pointee.type == GST_EVENT_SEGMENT else { return nil }
        var segment: UnsafePointer<GstSegment>?
        gst_event_parse_segment(pointer, &segment)
        guard let segment, segment.pointee.format == GST_FORMAT_TIME else { return nil }
        return Segment(value: segment.pointee)
    }

    public static func segment(_ segment: Segment) -> Event {
        withUnsafePointer(to: segment.value) { Event(owning: gst_event_new_segment($0)) }
    }
}

/// How a stream's timestamps map to the time at which they are shown.
///
/// `@unchecked Sendable`: plain numbers, nothing that C shares.
public struct Segment: @unchecked Sendable {
    package var value: GstSegment

    /// The first timestamp that is shown.
    public var start: ClockTime? {
        get { ClockTime(value.start) }
        set { value.start = newValue.gstValue }
    }

    /// The timestamp that ends it.
    public var stop: ClockTime? {
        get { ClockTime(value.stop) }
        set { value.stop = newValue.gstValue }
    }

    /// What a player shows as the time at `start`.
    public var time: ClockTime? {
        get { ClockTime(value.time) }
        set { value.time = newValue.gstValue }
    }

    /// How long the pipeline has run when `start` is shown.
    public var base: ClockTime? {
        get { ClockTime(value.base) }
        set { value.base = newValue.gstValue }
    }

    /// What a player shows as the time of a timestamp; nil outside of the segment.
    public func streamTime(of time: ClockTime) -> ClockTime? {
        var segment = value
        return ClockTime(gst_segment_to_stream_time(&segment, GST_FORMAT_TIME, guint64(time.nanoseconds)))
    }
}
