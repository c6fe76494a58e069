import CGStreamer
import CGStreamerShims
import GStreamer

/// A neighbour on each side of one element: what they send and what reaches them goes into the transcript, in one order.
final class Bench: @unchecked Sendable {  // proof: one thread drives it; what scenarios set, they set before data flows
    enum Side: String { case sink, src }

    let element: UnsafeMutablePointer<GstElement>
    /// The neighbours' pads: upstream's source pad and downstream's sink pad.
    let upstream: UnsafeMutablePointer<GstPad>
    let downstream: UnsafeMutablePointer<GstPad>
    let transcript = Transcript(followsSequences: true)
    private let bus: UnsafeMutablePointer<GstBus>

    /// What downstream does with its n-th buffer, counted from 0.
    var onBuffer: (_ bench: Bench, _ number: Int) -> GstFlowReturn = { _, _ in GST_FLOW_OK }
    /// Whether the neighbour on that side of the element takes the event.
    var onEvent: (_ side: Side, _ event: UnsafeMutablePointer<GstEvent>) -> Bool = { _, _ in true }
    /// What the neighbour on that side answers; nil for what a bare pad answers.
    var onQuery: (_ side: Side, _ query: UnsafeMutablePointer<GstQuery>) -> Bool? = { _, _ in nil }
    private(set) var buffersSeen = 0
    private var caps: UnsafeMutablePointer<GstCaps>?

    init(_ subject: Subject) throws {
        element = try subject.make()
        bus = gst_bus_new()
        gst_element_set_bus(element, bus)
        upstream = Self.makePad("upstream", GST_PAD_SRC)
        downstream = Self.makePad("downstream", GST_PAD_SINK)
        for pad in [upstream, downstream] {
            pad.pointee.element_private = Unmanaged.passUnretained(self).toOpaque()
            gst_pad_set_event_function_full(pad, { pad, _, event in benchOf(pad!).take(event!, at: pad!) }, nil, nil)
            gst_pad_set_query_function_full(pad, { pad, _, query in benchOf(pad!).answer(query!, at: pad!) }, nil, nil)
        }
        gst_pad_set_chain_function_full(downstream, { pad, _, buffer in benchOf(pad!).take(buffer!) }, nil, nil)
    }

    /// A pad that takes any caps, unless a scenario answers otherwise.
    private static func makePad(_ name: String, _ direction: GstPadDirection) -> UnsafeMutablePointer<GstPad> {
        let anything = gst_caps_new_any()
        let template = gst_pad_template_new(name, direction, GST_PAD_ALWAYS, anything)
        defer {
            gst_caps_unref(anything)
            gst_object_unref(template)
        }
        return gst_object_ref_sink(gst_pad_new_from_template(template, name)).assumingMemoryBound(to: GstPad.self)
    }

    deinit {
        if let caps { gst_caps_unref(caps) }
        // Messages about unlinking would hold the element, which holds the bus.
        gst_bus_set_flushing(bus, 1)
        gst_object_unref(upstream)
        gst_object_unref(downstream)
        gst_object_unref(element)
        gst_object_unref(bus)
    }

    func note(_ line: String) { transcript.note("bench", line) }

    // MARK: Set-up

    func link() {
        withPad(.sink) { pad in note("link \(gst_pad_link(upstream, pad).rawValue)") }
        withPad(.src) { pad in note("link \(gst_pad_link(pad, downstream).rawValue)") }
    }

    func unlink(_ side: Side) {
        withPad(side) { pad in
            note("unlink \(side == .sink ? gst_pad_unlink(upstream, pad) : gst_pad_unlink(pad, downstream))")
        }
    }

    func relink(_ side: Side) {
        withPad(side) { pad in
            note("relink \(side == .sink ? gst_pad_link(upstream, pad).rawValue : gst_pad_link(pad, downstream).rawValue)")
        }
    }

    /// Sets a property as a launch line would, where the element has it.
    func change(_ property: String, to text: String) {
        guard gstswift_find_property(element, property) != nil else { return }
        gst_util_set_object_arg(UnsafeMutableRawPointer(element).assumingMemoryBound(to: GObject.self), property, text)
        drainBus()
    }

    func set(_ state: GstState) {
        let result = gst_element_set_state(element, state)
        note("state \(state.rawValue): \(String(cString: gst_element_state_change_return_get_name(result)))")
        drainBus()
    }

    /// Linked, playing, and everything said that comes before the first buffer.
    func begin(caps: String? = Bench.standardCaps) {
        start()
        push(streamStart())
        if let caps { push(caps: caps) }
        push(segment())
    }

    /// Linked and playing, with nothing said.
    func start() {
        link()
        for pad in [upstream, downstream] { gst_pad_set_active(pad, 1) }
        set(GST_STATE_PLAYING)
    }

    static let standardCaps = "video/x-raw, format=I420, width=32, height=18, framerate=25/1"

    /// Ends the run; what was seen.
    func finish() -> [String] {
        gst_pad_set_active(downstream, 0)
        set(GST_STATE_NULL)
        gst_pad_set_active(upstream, 0)
        return transcript.text
    }

    /// The element's own pad.
    func withPad<Result>(_ side: Side, _ body: (UnsafeMutablePointer<GstPad>) -> Result) -> Result {
        let pad = gst_element_get_static_pad(element, side.rawValue)!
        defer { gst_object_unref(pad) }
        return body(pad)
    }

    private func drainBus() {
        while let message = gst_bus_pop(bus) {
            note("message \(describe(message))")
            gst_message_unref(message)
        }
    }

    // MARK: Sending

    /// Upstream pushes a buffer of that number, or its own.
    func push(frame number: Int) { push(frame(number)) }

    func push(_ buffer: UnsafeMutablePointer<GstBuffer>) {
        note("push: \(describe(gst_pad_push(upstream, buffer)))")
        drainBus()
    }

    func push(list buffers: [UnsafeMutablePointer<GstBuffer>]) {
        let list = gst_buffer_list_new_sized(guint(buffers.count))
        for buffer in buffers { gst_buffer_list_insert(list, -1, buffer) }
        note("push list: \(describe(gst_pad_push_list(upstream, list)))")
    }

    /// Upstream sends an event down, downstream sends one up.
    func push(_ event: UnsafeMutablePointer<GstEvent>) { send(event, from: upstream, "push") }
    func send(_ event: UnsafeMutablePointer<GstEvent>) { send(event, from: downstream, "send") }

    private func send(_ event: UnsafeMutablePointer<GstEvent>, from pad: UnsafeMutablePointer<GstPad>, _ verb: String) {
        let name = String(cString: gst_event_type_get_name(event.pointee.type))
        _ = transcript.sequence(gst_event_get_seqnum(event))
        note("\(verb) \(name): \(gst_pad_push_event(pad, event))")
        drainBus()
    }

    func push(caps text: String) {
        let next = gst_caps_from_string(text)!
        push(gst_event_new_caps(next))
        if let caps { gst_caps_unref(caps) }
        caps = next
    }

    /// A neighbour asks the element's pad on that side.
    func ask(_ side: Side, _ query: UnsafeMutablePointer<GstQuery>) {
        let answered = gst_pad_peer_query(side == .sink ? upstream : downstream, query)
        note("ask \(side): \(answered) \(describe(answer: query))")
        gst_query_unref(query)
    }

    /// What the element's own pads say of themselves.
    func look() {
        for side in [Side.sink, .src] {
            withPad(side) { pad in
                let caps = gst_pad_get_current_caps(pad)
                note("\(side) caps \(describe(caps))")
                if let caps { gst_caps_unref(caps) }
                gst_pad_sticky_events_foreach(
                    pad,
                    { _, event, bench in
                        let bench = Unmanaged<Bench>.fromOpaque(bench!).takeUnretainedValue()
                        bench.note("sticky \(describe(event!.pointee!))")
                        return 1
                    }, Unmanaged.passUnretained(self).toOpaque())
            }
        }
    }

    // MARK: Material

    func streamStart(_ id: String = "one") -> UnsafeMutablePointer<GstEvent> { gst_event_new_stream_start(id) }

    func segment(_ change: (inout GstSegment) -> Void = { _ in }) -> UnsafeMutablePointer<GstEvent> {
        var segment = GstSegment()
        gst_segment_init(&segment, GST_FORMAT_TIME)
        change(&segment)
        return gst_event_new_segment(&segment)
    }

    /// A frame of the caps last pushed, with pixels that depend on its number, 40 ms after the one before.
    func frame(_ number: Int) -> UnsafeMutablePointer<GstBuffer> {
        let info = caps.flatMap { VideoInfo(caps: $0) }
        let buffer = noise(size: Int(info?.info.size ?? 100), seed: number)
        buffer.pointee.pts = GstClockTime(number * 40_000_000)
        buffer.pointee.duration = 40_000_000
        return buffer
    }

    func noise(size: Int, seed: Int) -> UnsafeMutablePointer<GstBuffer> {
        var state = UInt64(seed) &* 2_862_933_555_777_941_757 &+ 3_037_000_493
        let bytes = (0..<size).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
        return gst_buffer_new_memdup(bytes, gsize(size))
    }

    // MARK: What reaches the neighbours

    private func take(_ buffer: UnsafeMutablePointer<GstBuffer>) -> GstFlowReturn {
        let caps = gst_pad_get_current_caps(downstream)
        note("  down: \(describe(buffer, caps))")
        if let caps { gst_caps_unref(caps) }
        gst_buffer_unref(buffer)
        buffersSeen += 1
        return onBuffer(self, buffersSeen - 1)
    }

    private func take(_ event: UnsafeMutablePointer<GstEvent>, at pad: UnsafeMutablePointer<GstPad>) -> gboolean {
        let side = side(of: pad)
        // The element may make its own caps event of those that it takes.
        let sequence = event.pointee.type == GST_EVENT_CAPS ? "" : transcript.sequence(gst_event_get_seqnum(event))
        note("  \(side == .src ? "down" : "up"): \(describe(event))\(sequence)")
        defer { gst_event_unref(event) }
        return onEvent(side, event) ? 1 : 0
    }

    private func answer(_ query: UnsafeMutablePointer<GstQuery>, at pad: UnsafeMutablePointer<GstPad>) -> gboolean {
        let side = side(of: pad)
        if let answer = onQuery(side, query) { return answer ? 1 : 0 }
        return gst_pad_query_default(pad, nil, query)
    }

    /// The side of the element that a neighbour's pad is on.
    private func side(of pad: UnsafeMutablePointer<GstPad>) -> Side { pad == upstream ? .sink : .src }
}

private func benchOf(_ pad: UnsafeMutablePointer<GstPad>) -> Bench {
    Unmanaged<Bench>.fromOpaque(pad.pointee.element_private!).takeUnretainedValue()
}
