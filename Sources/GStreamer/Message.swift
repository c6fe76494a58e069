import CGStreamer
import CGStreamerShims

/// Something that an element said on the bus.
public struct Message: Sendable {
    public enum Content: Sendable {
        /// Every sink has seen the end of its stream.
        case endOfStream
        case error(ElementFailure)
        case warning(ElementFailure)
        case info(ElementFailure)
        case stateChanged(from: State, to: State)
        /// The pipeline has reached the state that it was on its way to.
        case asyncDone
        case streamStart
        case durationChanged
        /// An element's latency changed; see `Pipeline.recalculateLatency()`.
        case latency
        case clockLost
        case tags(TagList)
        case buffering(percent: Int)
        case progress(code: String, text: String)
        /// What an element defines for itself.
        case element(Structure)
        /// What the program posted to itself.
        case application(String)
        /// Anything else, by GStreamer's name for it.
        case other(String)
    }

    /// The name of the object that posted it.
    public let source: String
    /// The element that posted it; nil when that was a pad or nothing.
    public let element: Element?
    public let content: Content
}

extension Message {
    /// Reads a message that stays the caller's.
    package init(reading message: UnsafeMutablePointer<GstMessage>) {
        let object = message.pointee.src
        source = object.flatMap { takeString(gst_object_get_name($0)) } ?? ""
        if let object, gstswift_is_element(object) != 0 {
            element = Element(sharing: UnsafeMutableRawPointer(object).assumingMemoryBound(to: GstElement.self))
        } else {
            element = nil
        }
        content = Message.content(of: message, source: source, factory: element?.factory ?? "")
    }

    private static func content(
        of message: UnsafeMutablePointer<GstMessage>, source: String, factory: String
    ) -> Content {
        func failure(
            _ parse: (
                UnsafeMutablePointer<GstMessage>, UnsafeMutablePointer<UnsafeMutablePointer<GError>?>,
                UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
            ) -> Void
        ) -> ElementFailure {
            var error: UnsafeMutablePointer<GError>?
            var debug: UnsafeMutablePointer<CChar>?
            parse(message, &error, &debug)
            let domain = error.flatMap { g_quark_to_string($0.pointee.domain) }.map { String(cString: $0) } ?? ""
            let code = error.map { Int($0.pointee.code) } ?? 0
            return ElementFailure(
                element: source, factory: factory, message: takeMessage(of: error), debug: takeString(debug) ?? "",
                domain: domain, code: code)
        }
        switch message.pointee.type {
        case GST_MESSAGE_EOS: return .endOfStream
        case GST_MESSAGE_ERROR: return .error(failure { gst_message_parse_error($0, $1, $2) })
        case GST_MESSAGE_WARNING: return .warning(failure { gst_message_parse_warning($0, $1, $2) })
        case GST_MESSAGE_INFO: return .info(failure { gst_message_parse_info($0, $1, $2) })
        case GST_MESSAGE_STATE_CHANGED: return stateChanged(message)
        case GST_MESSAGE_ASYNC_DONE: return .asyncDone
        case GST_MESSAGE_STREAM_START: return .streamStart
        case GST_MESSAGE_DURATION_CHANGED: return .durationChanged
        case GST_MESSAGE_LATENCY: return .latency
        case GST_MESSAGE_CLOCK_LOST: return .clockLost
        case GST_MESSAGE_TAG:
            var list: UnsafeMutablePointer<GstTagList>?
            gst_message_parse_tag(message, &list)
            return list.map { .tags(TagList(owning: $0)) } ?? .other("tag")
        case GST_MESSAGE_BUFFERING:
            var percent: gint = 0
            gst_message_parse_buffering(message, &percent)
            return .buffering(percent: Int(percent))
        case GST_MESSAGE_PROGRESS:
            var (code, text): (UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<CChar>?) = (nil, nil)
            gst_message_parse_progress(message, nil, &code, &text)
            return .progress(code: takeString(code) ?? "", text: takeString(text) ?? "")
        case GST_MESSAGE_ELEMENT:
            return gst_message_get_structure(message).map { .element(Structure(copying: $0)) } ?? .other("element")
        case GST_MESSAGE_APPLICATION:
            let name = gst_message_get_structure(message).map { String(cString: gst_structure_get_name($0)) }
            return .application(name ?? "")
        default: return .other(String(cString: gst_message_type_get_name(message.pointee.type)))
        }
    }

    private static func stateChanged(_ message: UnsafeMutablePointer<GstMessage>) -> Content {
        var (before, after): (GstState, GstState) = (GST_STATE_NULL, GST_STATE_NULL)
        gst_message_parse_state_changed(message, &before, &after, nil)
        guard let before = State(rawValue: Int32(before.rawValue)), let after = State(rawValue: Int32(after.rawValue)) else {
            return .other("state-changed")
        }
        return .stateChanged(from: before, to: after)
    }
}
