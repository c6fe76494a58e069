import CGStreamer
import CGStreamerShims

/// A processing step of a pipeline.
///
/// `@unchecked Sendable`: the pointer never changes, and GStreamer's objects lock themselves.
public class Element: @unchecked Sendable {
    package let pointer: UnsafeMutablePointer<GstElement>

    /// Takes over a full reference, or sinks a floating one.
    package init(owning pointer: UnsafeMutablePointer<GstElement>) {
        if g_object_is_floating(pointer) != 0 { gst_object_ref_sink(pointer) }
        self.pointer = pointer
    }

    /// Adds a reference of its own.
    package init(sharing pointer: UnsafeMutablePointer<GstElement>) {
        gst_object_ref(pointer)
        self.pointer = pointer
    }

    /// Makes an element by its factory's name; without `name` GStreamer counts.
    public convenience init(_ factory: String, name: String? = nil) throws(GStreamerError) {
        guard let element = gst_element_factory_make(factory, name) else { throw .missingElement(factory) }
        self.init(owning: element)
    }

    deinit {
        gst_object_unref(pointer)
    }

    /// Its name in the pipeline, such as `filesink0`.
    public var name: String { takeString(gst_object_get_name(asObject)) ?? "" }

    /// The name of its factory, such as `filesink`; empty for what no factory made.
    public var factory: String {
        guard let factory = gst_element_get_factory(pointer) else { return "" }
        return takeString(gst_object_get_name(UnsafeMutableRawPointer(factory).assumingMemoryBound(to: GstObject.self))) ?? ""
    }

    /// The bin that holds it.
    public var parent: Element? {
        guard let parent = gst_object_get_parent(asObject) else { return nil }
        guard gstswift_is_element(parent) != 0 else {
            gst_object_unref(parent)
            return nil
        }
        return Element(owning: UnsafeMutableRawPointer(parent).assumingMemoryBound(to: GstElement.self))
    }

    var asObject: UnsafeMutablePointer<GstObject> { UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GstObject.self) }
}

extension Element: Equatable {
    public static func == (left: Element, right: Element) -> Bool { left.pointer == right.pointer }
}

// MARK: - State

/// How far an element is from running.
public enum State: Int32, Sendable, CustomStringConvertible {
    case null = 1
    case ready, paused, playing

    public var description: String { ["NULL", "READY", "PAUSED", "PLAYING"][Int(rawValue) - 1] }

    var gstValue: GstState { GstState(UInt32(rawValue)) }
}

extension Element {
    /// Starts a change of state; reaching PAUSED or PLAYING may go on in the background, and the bus tells.
    public func setState(_ state: State) throws(GStreamerError) {
        if gst_element_set_state(pointer, state.gstValue) == GST_STATE_CHANGE_FAILURE {
            throw .stateChange(element: name, to: state)
        }
    }

    /// Brings an element that was added to a running bin to the bin's state.
    public func followParentState() throws(GStreamerError) {
        if gst_element_sync_state_with_parent(pointer) == 0 { throw .stateChange(element: name, to: .playing) }
    }

    /// Goes to NULL and waits for it: every thread of the element has ended, every file is closed.
    public func stop() {
        gst_element_set_state(pointer, GST_STATE_NULL)
    }

    /// Sends end of stream in at the sources, so that muxers can finish their files.
    @discardableResult
    public func sendEndOfStream() -> Bool { gst_element_send_event(pointer, gst_event_new_eos()) != 0 }

    /// Hands an event to the element; takes it over.
    @discardableResult
    public func send(_ event: consuming Event) -> Bool { gst_element_send_event(pointer, event.release()) != 0 }

    /// Where the stream is now.
    public var position: ClockTime? {
        var time: gint64 = -1
        guard gst_element_query_position(pointer, GST_FORMAT_TIME, &time) != 0, time >= 0 else { return nil }
        return ClockTime(nanoseconds: UInt64(time))
    }

    /// How long the stream says that it is.
    public var duration: ClockTime? {
        var time: gint64 = -1
        guard gst_element_query_duration(pointer, GST_FORMAT_TIME, &time) != 0, time >= 0 else { return nil }
        return ClockTime(nanoseconds: UInt64(time))
    }

    /// Posts an empty application message of that name on the bus, to wake whoever reads it.
    public func postApplicationMessage(_ name: String) {
        _ = gstswift_post_application(pointer, name)
    }
}
