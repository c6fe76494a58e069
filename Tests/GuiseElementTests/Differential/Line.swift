import CGStreamer
import CGStreamerShims
import GStreamer

/// A whole pipeline around the subject: what enters its last and leaves its first element, and what the bus tells.
final class Line: @unchecked Sendable {  // proof: one thread drives it; streaming threads touch only the transcript
    let subject: Subject
    let pipeline: UnsafeMutablePointer<GstElement>
    let transcript = Transcript(followsSequences: false)
    /// An element that was taken out.
    var outside: UnsafeMutablePointer<GstElement>?
    private let bus: UnsafeMutablePointer<GstBus>

    init(_ subject: Subject, _ line: String) throws {
        self.subject = subject
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
        if let neighbour = peer("e0", "sink") { watch(neighbour, Self.up, "up") }
        if let neighbour = peer("e\(last)", "src") { watch(neighbour, Self.down, "down") }
    }

    private static let up = GST_PAD_PROBE_TYPE_EVENT_UPSTREAM.rawValue
    private static let down =
        GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue
        | GST_PAD_PROBE_TYPE_EVENT_FLUSH.rawValue

    /// The pad that an element's pad is linked to, of which the caller gets a reference; nil where there is none yet.
    func peer(_ name: String, _ pad: String) -> UnsafeMutablePointer<GstPad>? {
        guard let element = element(name) else { return nil }
        defer { gst_object_unref(element) }
        let own = gst_element_get_static_pad(element, pad)!
        defer { gst_object_unref(own) }
        return gst_pad_get_peer(own)
    }

    /// Notes what passes a pad; takes the reference over.
    private func watch(_ peer: UnsafeMutablePointer<GstPad>, _ kinds: guint, _ place: String) {
        defer { gst_object_unref(peer) }
        let watcher = Watcher(transcript, place)
        gst_pad_add_probe(
            peer, GstPadProbeType(rawValue: kinds),
            { pad, info, data in
                Unmanaged<Watcher>.fromOpaque(data!).takeUnretainedValue().saw(info!, at: pad!)
                return GST_PAD_PROBE_OK
            }, Unmanaged.passRetained(watcher).toOpaque(), { Unmanaged<Watcher>.fromOpaque($0!).release() })
    }

    /// Notes what passes an element's pad.
    func watch(_ name: String, _ pad: String, _ place: String) {
        with(name) { element in watch(gst_element_get_static_pad(element, pad), Self.down, place) }
    }

    func element(_ name: String) -> UnsafeMutablePointer<GstElement>? {
        gst_bin_get_by_name(bin, name)
    }

    func with(_ name: String, _ body: (UnsafeMutablePointer<GstElement>) -> Void) {
        guard let element = element(name) else { return note("no element \(name)") }
        body(element)
        gst_object_unref(element)
    }

    func note(_ line: String) { transcript.note("line", line) }

    var bin: UnsafeMutablePointer<GstBin> { UnsafeMutableRawPointer(pipeline).assumingMemoryBound(to: GstBin.self) }

    // MARK: Driving

    @discardableResult
    func set(_ state: GstState) -> GstStateChangeReturn {
        let result = gst_element_set_state(pipeline, state)
        note("state \(state.rawValue): \(String(cString: gst_element_state_change_return_get_name(result)))")
        return result
    }

    /// Sets a state and waits until it is reached.
    func reach(_ state: GstState) {
        if set(state) == GST_STATE_CHANGE_ASYNC { wait(for: GST_MESSAGE_ASYNC_DONE, GST_MESSAGE_ERROR) }
        let result = gst_element_get_state(pipeline, nil, nil, 10_000_000_000)
        note("reached \(state.rawValue): \(String(cString: gst_element_state_change_return_get_name(result)))")
    }

    /// Reads the bus until one of the kinds comes; false where none did.
    @discardableResult
    func wait(for kinds: GstMessageType...) -> Bool {
        let wanted = kinds.reduce(0) { $0 | $1.rawValue }
        while let message = gst_bus_timed_pop(bus, 20_000_000_000) {
            defer { gst_message_unref(message) }
            note(message)
            if message.pointee.type.rawValue & wanted != 0 {
                note("came: \(describe(message))")
                return true
            }
        }
        note("nothing came on the bus")
        return false
    }

    /// Reads the bus for that many nanoseconds; the errors among what comes.
    func errors(waiting time: GstClockTime) -> [String] {
        var errors: [String] = []
        let end = g_get_monotonic_time() + gint64(time / 1000)
        while let message = gst_bus_timed_pop(bus, GstClockTime(max(0, end - g_get_monotonic_time())) * 1000) {
            defer { gst_message_unref(message) }
            guard message.pointee.type == GST_MESSAGE_ERROR else { continue }
            var failure: UnsafeMutablePointer<GError>?
            gst_message_parse_error(message, &failure, nil)
            errors.append("\(describe(message)): \(failure.map { String(cString: $0.pointee.message) } ?? "?")")
            g_error_free(failure)
        }
        return errors
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
            GST_SEEK_TYPE_SET, stop)
        note("seek to \(start): \(result)")
    }

    /// What the pipeline answers about its position.
    func notePosition() {
        var position: gint64 = -1
        let known = gst_element_query_position(pipeline, GST_FORMAT_TIME, &position)
        note("position \(known) \(position)")
    }

    /// Leaves out the buffers' times, which are the clock's with a live source.
    func forgetTimes() {
        transcript.keep("down") { lines in lines.map { $0.replacing(#/pts=[0-9]+/#, with: "pts") } }
    }

    func forgetPixels() {
        transcript.keep("down") { lines in lines.map { $0.replacing(#/pixels=.*/#, with: "") } }
    }

    /// Ends the run; what was seen, with the bus in alphabetical order, since several threads post there.
    func finish() -> [String] {
        set(GST_STATE_NULL)
        while let message = gst_bus_pop(bus) {
            note(message)
            gst_message_unref(message)
        }
        transcript.keep("bus") { lines in
            // After an error everything else races with it.
            let errors = lines.filter { $0.hasPrefix("error") }
            return errors.isEmpty ? lines.sorted() : errors
        }
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
            // What QoS events say, and how many there are of them and of latency events, is a matter of timing.
            guard event.pointee.type != GST_EVENT_QOS, event.pointee.type != GST_EVENT_LATENCY else { return }
            let text = describe(event, aliasing: transcript.alias)
            // Numbers that the process counts up, and the time of day.
            transcript.note(place, text.replacing(#/group-id=\(uint\)[0-9]+|[0-9-]+T[0-9:.]+Z/#, with: ""))
        }
    }
}
