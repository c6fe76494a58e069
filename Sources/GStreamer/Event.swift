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
}
