import CGStreamer
import CGStreamerShims
import GStreamer

/// A whole pipeline around the subject: what enters its last and leaves its first element, and what the bus tells.
final class Line: @unchecked Sendable {  // proof: one thread drives it; streaming threads touch only the transcript
    let pipeline: UnsafeMutablePointer<GstElement>
    let transcript = Transcript(followsSequences: false)
    private let bus: UnsafeMutablePointer<GstBus>

    init(_ subject: Subject, _ line: String) throws {
        let parsed = try subject.make(in: line)
        if gstswift_is_pipeline(parsed) != 0 {
            pipeline = parsed
        } else {
            pipeline = gst_object_ref_sink(gst_pipeline_new("line")).assumingMemoryBound(to: GstElement.self)
            gst_bin_add(UnsafeMutableRawPointer(pipeline).assumingMemoryBound(to: GstBin.self), parsed)
            gst_object_unref(parsed)
        }
        bus = gst_element_get_bus(pipeline)
        // What is told on the way to NULL is to be seen too.
        gst_util_set_object_arg(
            UnsafeMutableRawPointer(pipeline).assumingMemoryBound(to: GObject.self), "auto-flush-bus", "false")
        watch()
    }

    deinit {
        gst_object_unref(bus)
        gst_object_unref(pipeline)
    }

    private func watch() {
        var last = 0
        while let next = element("e\(last + 1)") {
            gst_object_unref(next)
            last += 1
        }
        watch("e0", "sink", GST_PAD_PROBE_TYPE_EVENT_UPSTREAM.rawValue, "up")
        let down =
            GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue
            | GST_PAD_PROBE_TYPE_EVENT_FLUSH.rawValue
        watch("e\(last)", "src", down, "down")
    }

    /// Notes what passes the neighbour's pad.
    private func watch(_ name: String, _ pad: String, _ kinds: guint, _ place: String) {
        guard let element = element(name) else { return }
        defer { gst_object_unref(element) }
        let own = gst_element_get_static_pad(element, pad)!
        defer { gst_object_unref(own) }
        guard let peer = gst_pad_get_peer(own) else { return }
        defer { gst_object_unref(peer) }
        let watcher = Watcher(transcript, place)
        gst_pad_add_probe(
            peer, GstPadProbeType(rawValue: kinds),
            { pad, info, data in
                Unmanaged<Watcher>.fromOpaque(data!).takeUnretainedValue().saw(info!, at: pad!)
                return GST_PAD_PROBE_OK
            }, Unmanaged.passRetained(watcher).toOpaque(), { Unmanaged<Watcher>.fromOpaque($0!).release() })
    }

    func element(_ name: String) -> UnsafeMutablePointer<GstElement>? {
        gst_bin_get_by_name(UnsafeMutableRawPointer(pipeline).assumingMemoryBound(to: GstBin.self), name)
    }

    func with(_ name: String, _ body: (UnsafeMutablePointer<GstElement>) -> Void) {
        guard let element = element(name) else { return note("no element \(name)") }
        body(element)
        gst_object_unref(element)
    }

    func note(_ line: String) { transcript.note("line", line) }

    // MARK: Driving

    func set(_ state: GstState) {
        let result = gst_element_set_state(pipeline, state)
        note("state \(state.rawValue): \(String(cString: gst_element_state_change_return_get_name(result)))")
    }

    /// Sets a state and waits until it is reached.
    func reach(_ state: GstState) {
        set(state)
        let result = gst_element_get_state(pipeline, nil, nil, 10_000_000_000)
        note("reached \(state.rawValue): \(String(cString: gst_element_state_change_return_get_name(result)))")
    }

    /// Reads the bus until one of the kinds comes.
    func wait(for kinds: GstMessageType...) {
        let wanted = kinds.reduce(0) { $0 | $1.rawValue }
        while let message = gst_bus_timed_pop(bus, 20_000_000_000) {
            defer { gst_message_unref(message) }
            note(message)
            if message.pointee.type.rawValue & wanted != 0 { return note("came: \(describe(message))") }
        }
        note("nothing came on the bus")
    }

    private func note(_ message: UnsafeMutablePointer<GstMessage>) {
        switch message.pointee.type {
        // How often these come is a matter of timing.
        case GST_MESSAGE_QOS, GST_MESSAGE_LATENCY, GST_MESSAGE_STREAM_STATUS: break
        default: transcript.note("bus", describe(message))
        }
    }

    func playToTheEnd() {
        set(GST_STATE_PLAYING)
        wait(for: GST_MESSAGE_EOS, GST_MESSAGE_ERROR)
    }

    func seek(
        to start: Int, flags: GstSeekFlags..., rate: Double = 1, stop: Int = -1
    ) {
        let bits = flags.reduce(0) { $0 | $1.rawValue }
        let result = gst_element_seek(
            pipeline, rate, GST_FORMAT_TIME, GstSeekFlags(rawValue: bits), GST_SEEK_TYPE_SET, start,
            stop < 0 ? GST_SEEK_TYPE_NONE : GST_SEEK_TYPE_SET, stop)
        note("seek to \(start): \(result)")
    }

    /// What the pipeline answers about its position.
    func notePosition() {
        var position: gint64 = -1
        let known = gst_element_query_position(pipeline, GST_FORMAT_TIME, &position)
        note("position \(known) \(position)")
    }

    /// Ends the run; what was seen, with the bus in alphabetical order, since several threads post there.
    func finish() -> [String] {
        set(GST_STATE_NULL)
        while let message = gst_bus_pop(bus) {
            note(message)
            gst_message_unref(message)
        }
        transcript.keep("bus") { $0.sorted() }
        return transcript.text
    }
}

/// One observed pad.
private final class Watcher: Sendable {
    private let transcript: Transcript
    private let place: String

    init(_ transcript: Transcript, _ place: String) {
        self.transcript = transcript
        self.place = place
    }

    func saw(_ info: UnsafeMutablePointer<GstPadProbeInfo>, at pad: UnsafeMutablePointer<GstPad>) {
        if info.pointee.type.rawValue & GST_PAD_PROBE_TYPE_BUFFER.rawValue != 0 {
            let caps = gst_pad_get_current_caps(pad)
            transcript.note(place, describe(gstswift_probe_buffer(info), caps))
            if let caps { gst_caps_unref(caps) }
        } else if let event = gstswift_probe_event(info) {
            // What QoS events say, and how many there are, is a matter of timing.
            if event.pointee.type != GST_EVENT_QOS { transcript.note(place, describe(event)) }
        }
    }
}
