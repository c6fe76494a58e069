import CGStreamer
import CGStreamerShims

/// The end of a pipeline where the program takes the data out.
///
/// `@unchecked Sendable`: the pointer never changes, and GStreamer's objects lock themselves.
public final class AppSink: @unchecked Sendable {
    package let pointer: UnsafeMutablePointer<GstAppSink>
    /// Holds the reference.
    public let element: Element

    /// Nil when the element is no appsink.
    public init?(_ element: Element) {
        guard gstswift_is_app_sink(element.pointer) != 0 else { return nil }
        self.element = element
        pointer = UnsafeMutableRawPointer(element.pointer).assumingMemoryBound(to: GstAppSink.self)
    }

    /// Waits for the next sample; nil at the end of the stream and when the pipeline stops. It blocks: not for tasks.
    public func pull() -> Sample? {
        guard let sample = gst_app_sink_pull_sample(pointer) else { return nil }
        return Sample(owning: sample)
    }

    /// Gives each sample to `body` on the streaming thread, so that nothing is read ahead; false ends the stream.
    public func onSample(_ body: @escaping @Sendable (consuming Sample) -> Bool) {
        var callbacks = GstAppSinkCallbacks()
        callbacks.new_sample = { sink, data in
            guard let sink, let body = Callback<@Sendable (consuming Sample) -> Bool>.body(from: data),
                let sample = gst_app_sink_pull_sample(sink)
            else { return GST_FLOW_EOS }
            return body(Sample(owning: sample)) ? GST_FLOW_OK : GST_FLOW_EOS
        }
        gst_app_sink_set_callbacks(pointer, &callbacks, Callback.retain(body), releaseCallback)
    }
}
