import CGStreamer
import CGStreamerShims

/// An element's connector: streams leave at source pads and enter at sink pads.
///
/// `@unchecked Sendable`: the pointer never changes, and GStreamer's objects lock themselves.
public final class Pad: @unchecked Sendable {
    package let pointer: UnsafeMutablePointer<GstPad>

    /// Takes over one reference.
    package init(owning pointer: UnsafeMutablePointer<GstPad>) {
        self.pointer = pointer
    }

    /// Adds a reference of its own.
    package init(sharing pointer: UnsafeMutablePointer<GstPad>) {
        gst_object_ref(pointer)
        self.pointer = pointer
    }

    deinit {
        gst_object_unref(pointer)
    }

    public var name: String {
        takeString(gst_object_get_name(UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GstObject.self))) ?? ""
    }

    /// What passes here now; nil before it is agreed on.
    public var caps: Caps? { gst_pad_get_current_caps(pointer).map { Caps(owning: $0) } }

    /// What could pass here, as far as the neighbours are known.
    public var possibleCaps: Caps { Caps(owning: gst_pad_query_caps(pointer, nil)) }

    public var isLinked: Bool { gst_pad_is_linked(pointer) != 0 }

    /// The stream's own name, the same each time that the file is read; nil before the stream starts.
    public var streamID: String? { takeString(gst_pad_get_stream_id(pointer)) }

    /// Everything said so far about this stream and its file.
    public var tags: [TagList] {
        var lists: [TagList] = []
        var index: guint = 0
        while let event = gst_pad_get_sticky_event(pointer, GST_EVENT_TAG, index) {
            if let tags = Event(owning: event).tags { lists.append(tags) }
            index += 1
        }
        return lists
    }

    /// How long this stream says that it is.
    public var duration: ClockTime? {
        var time: gint64 = -1
        guard gst_pad_query_duration(pointer, GST_FORMAT_TIME, &time) != 0, time >= 0 else { return nil }
        return ClockTime(nanoseconds: UInt64(time))
    }

    /// Links a source pad to a sink pad.
    public func link(to sink: Pad) throws(GStreamerError) {
        if gst_pad_link(pointer, sink.pointer) != GST_PAD_LINK_OK { throw .notLinked(from: path, to: sink.path) }
    }

    private var path: String {
        guard let parent = gst_pad_get_parent_element(pointer) else { return name }
        return "\(Element(owning: parent).name).\(name)"
    }
}
