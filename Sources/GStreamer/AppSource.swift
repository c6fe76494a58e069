import CGStreamer
import CGStreamerShims

/// The start of a pipeline where the program puts data in.
///
/// `@unchecked Sendable`: the pointer never changes, and GStreamer's objects lock themselves.
public final class AppSource: @unchecked Sendable {
    package let pointer: UnsafeMutablePointer<GstAppSrc>
    /// Holds the reference.
    public let element: Element

    /// Nil when the element is no appsrc.
    public init?(_ element: Element) {
        guard gstswift_is_app_source(element.pointer) != 0 else { return nil }
        self.element = element
        pointer = UnsafeMutableRawPointer(element.pointer).assumingMemoryBound(to: GstAppSrc.self)
    }

    /// What is pushed from now on.
    public var caps: Caps? {
        get { gst_app_src_get_caps(pointer).map { Caps(owning: $0) } }
        set { gst_app_src_set_caps(pointer, newValue?.pointer) }
    }

    /// Queues a buffer; blocks while the queue is full if the element's `block` is set.
    public func push(_ buffer: consuming Buffer) throws(GStreamerError) {
        guard gst_app_src_push_buffer(pointer, buffer.release()) == GST_FLOW_OK else {
            throw .notTaken(element: element.name)
        }
    }

    /// Queues a sample's buffer, with its caps and segment where they changed.
    public func push(_ sample: borrowing Sample) throws(GStreamerError) {
        guard gst_app_src_push_sample(pointer, sample.pointer) == GST_FLOW_OK else {
            throw .notTaken(element: element.name)
        }
    }

    /// Nothing more will come.
    public func endOfStream() throws(GStreamerError) {
        guard gst_app_src_end_of_stream(pointer) == GST_FLOW_OK else { throw .notTaken(element: element.name) }
    }
}
