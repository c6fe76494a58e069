import CGStreamer
import FaceInference
import Faces
import GStreamer

/// The one ordered way from the sink pad to the src pad, for buffers and serialized events alike.
///
/// Everything enters on the streaming thread that brought it. Frames wait in the lane while workers analyse them; whoever brings
/// the next item also pushes those in front of it that are ready, so order is kept, downstream's verdict reaches upstream on the
/// call that met it, and no thread of ours ever touches the pads.
///
/// `@unchecked Sendable`: all but `gate` and `progress` is touched with the sink pad's stream lock held, or with the pad inactive.
final class Lane: @unchecked Sendable {
    private unowned let guise: Guise
    let pads: BridgePads
    private let analyst: Analyst
    private let renderer: Renderer
    /// Frames and the events behind them, first out first.
    private var items: [Item] = []
    private var stream = Stream()
    private let gate: Gate
    private let progress = Progress()

    private enum Item {
        case frame(HeldFrame)
        case event(UnsafeMutablePointer<GstEvent>)
    }

    init(element: Guise, pads: BridgePads) {
        guise = element
        self.pads = pads
        gate = Gate()
        analyst = Analyst(gate: gate, statistics: element.statistics)
        renderer = Renderer(guise: element)
    }

    func other(_ pad: UnsafeMutablePointer<GstPad>) -> UnsafeMutablePointer<GstPad> {
        pad == pads.inlet ? pads.outlet : pads.inlet
    }

    // MARK: State

    func start() {
        stream = Stream()
        progress.restart()
        gate.open()
        analyst.start()
    }

    /// Makes whoever waits in the lane return; nothing enters until the next start or flush stop.
    func unblock() { gate.close() }

    /// Forgets all that is held; the pads are inactive.
    func stop() {
        gate.close()
        analyst.stop()
        forget()
        renderer.reset()
    }

    private func forget() {
        for item in items {
            switch item {
            case .frame(let frame): frame.discard()
            case .event(let event): gst_event_unref(event)
            }
        }
        items.removeAll(keepingCapacity: true)
        renderer.restart()
    }

    // MARK: Buffers

    func accept(list: OpaquePointer) -> GstFlowReturn {
        var result = GST_FLOW_OK
        let count = gst_buffer_list_length(list)
        for index in 0..<count where result == GST_FLOW_OK {
            result = accept(buffer: gst_buffer_ref(gst_buffer_list_get(list, index)))
        }
        gst_buffer_list_unref(list)
        return result
    }

    /// Takes the buffer over; returns what downstream said to the last frame pushed.
    func accept(buffer: UnsafeMutablePointer<GstBuffer>) -> GstFlowReturn {
        let settings = guise.settings.withLock { $0 }
        renderer.update(settings)
        if settings.detector == .none, renderer.isIdle {
            let flow = drain()
            guard flow == GST_FLOW_OK else {
                gst_buffer_unref(buffer)
                return flow
            }
            guise.statistics.update { $0.frames += 1 }
            return send(buffer)
        }
        guard let format = stream.format else {
            gst_buffer_unref(buffer)
            return GST_FLOW_NOT_NEGOTIATED
        }
        let frame = HeldFrame(buffer: buffer, format: format, settings: settings)
        if settings.detector != .none { analyst.submit(frame) }
        items.append(.frame(frame))
        return release(keeping: stream.isLive ? 0 : Analyst.framesInFlight)
    }

    /// Pushes all that is held, in order.
    func drain() -> GstFlowReturn { release(keeping: 0) }

    /// Pushes from the front until at most `kept` frames are left.
    private func release(keeping kept: Int) -> GstFlowReturn {
        var frames = items.reduce(into: 0) { count, item in if case .frame = item { count += 1 } }
        var sent = 0
        var flow = GST_FLOW_OK
        while flow == GST_FLOW_OK, sent < items.count {
            switch items[sent] {
            case .event(let event):
                sent += 1
                _ = gst_pad_push_event(pads.outlet, event)
            case .frame(let frame):
                guard frames > kept else {
                    items.removeFirst(sent)
                    return flow
                }
                sent += 1
                frames -= 1
                flow = push(frame)
            }
        }
        items.removeFirst(sent)
        return flow
    }

    private func push(_ frame: HeldFrame) -> GstFlowReturn {
        guard let analysis = gate.wait(for: frame) else {
            frame.discard()
            return GST_FLOW_FLUSHING
        }
        switch renderer.finish(frame, analysis) {
        case .push(let buffer): return send(buffer)
        case .drop: return GST_FLOW_OK
        case .fail: return GST_FLOW_ERROR
        }
    }

    private func send(_ buffer: UnsafeMutablePointer<GstBuffer>) -> GstFlowReturn {
        progress.take(buffer)
        return gst_pad_push(pads.outlet, buffer)
    }

    // MARK: Events

    /// Takes the event over.
    func accept(event: UnsafeMutablePointer<GstEvent>, _ parent: UnsafeMutablePointer<GstObject>?) -> gboolean {
        switch event.pointee.type {
        case GST_EVENT_FLUSH_START:
            gate.close()
            return gst_pad_push_event(pads.outlet, event)
        case GST_EVENT_FLUSH_STOP:
            forget()
            progress.restart()
            gate.open()
            return gst_pad_push_event(pads.outlet, event)
        case GST_EVENT_CAPS:
            // Frames of the old caps leave before the new ones.
            _ = drain()
            guard stream.take(capsOf: event, liveAt: pads.inlet) else {
                gst_event_unref(event)
                return 0
            }
            if let format = stream.format { analyst.prepare(format, guise.settings.withLock { $0 }) }
            return push(capsEvent: event)
        case GST_EVENT_SEGMENT:
            _ = drain()
            progress.take(segmentOf: event)
            return gst_pad_push_event(pads.outlet, event)
        case GST_EVENT_STREAM_START, GST_EVENT_SEGMENT_DONE, GST_EVENT_EOS:
            _ = drain()
            return gst_pad_push_event(pads.outlet, event)
        case GST_EVENT_INSTANT_RATE_CHANGE where isSent(event):
            // Pads send sticky events that are not serialized twice, each pad once more; we have more pads than one element has.
            gst_event_unref(event)
            return 1
        default:
            if event.pointee.type == GST_EVENT_TAG { stream.take(tagsOf: event) }
            let isSerialized = event.pointee.type.rawValue & UInt32(GST_EVENT_TYPE_SERIALIZED.rawValue) != 0
            guard isSerialized, !items.isEmpty else { return gst_pad_push_event(pads.outlet, event) }
            items.append(.event(event))
            return 1
        }
    }

    /// Whether downstream has this very event.
    private func isSent(_ event: UnsafeMutablePointer<GstEvent>) -> Bool {
        guard let sent = gst_pad_get_sticky_event(pads.outlet, event.pointee.type, 0) else { return false }
        defer { gst_event_unref(sent) }
        return sent == event
    }

    /// Caps that downstream has already are not said again.
    private func push(capsEvent event: UnsafeMutablePointer<GstEvent>) -> gboolean {
        var caps: UnsafeMutablePointer<GstCaps>?
        gst_event_parse_caps(event, &caps)
        let current = gst_pad_get_current_caps(pads.outlet)
        defer { if let current { gst_caps_unref(current) } }
        guard let current, gst_caps_is_equal(caps, current) != 0 else { return gst_pad_push_event(pads.outlet, event) }
        gst_event_unref(event)
        return 1
    }

    // MARK: Queries

    func query(
        _ query: UnsafeMutablePointer<GstQuery>, at pad: UnsafeMutablePointer<GstPad>, _ parent: UnsafeMutablePointer<GstObject>?
    ) -> gboolean {
        switch query.pointee.type {
        case GST_QUERY_CAPS:
            guard gst_pad_query_default(pad, parent, query) != 0 else { return 0 }
            var result: UnsafeMutablePointer<GstCaps>?
            gst_query_parse_caps_result(query, &result)
            let possible = gst_caps_intersect_full(result, SupportedFormats.caps, GST_CAPS_INTERSECT_FIRST)
            gst_query_set_caps_result(query, possible)
            gst_caps_unref(possible)
            return 1
        case GST_QUERY_ACCEPT_CAPS:
            var caps: UnsafeMutablePointer<GstCaps>?
            gst_query_parse_accept_caps(query, &caps)
            guard gst_caps_is_subset(caps, SupportedFormats.caps) != 0 else {
                gst_query_set_accept_caps_result(query, 0)
                return 1
            }
            return gst_pad_peer_query(other(pad), query)
        case GST_QUERY_ALLOCATION, GST_QUERY_DRAIN:
            // Upstream is about to change its pool or wants its buffers back: what we hold of them leaves first.
            if pad == pads.inlet { _ = drain() }
            return gst_pad_peer_query(other(pad), query)
        case GST_QUERY_LATENCY:
            // Where nobody answers, nobody is late.
            if gst_pad_peer_query(other(pad), query) == 0 { gst_query_set_latency(query, 0, 0, .max) }
            return 1
        case GST_QUERY_SCHEDULING:
            return answer(scheduling: query, at: pad)
        case GST_QUERY_POSITION where progress.answer(query):
            return 1
        default:
            return gst_pad_query_default(pad, parent, query)
        }
    }

    /// Frames are pushed: there is no pulling ranges of bytes through us, whatever the neighbour could do.
    private func answer(scheduling query: UnsafeMutablePointer<GstQuery>, at pad: UnsafeMutablePointer<GstPad>) -> gboolean {
        let neighbours = gst_query_new_scheduling()!
        defer { gst_query_unref(neighbours) }
        guard gst_pad_peer_query(other(pad), neighbours) != 0 else { return 0 }
        var flags = GstSchedulingFlags(rawValue: 0)
        var (least, most, alignment): (gint, gint, gint) = (0, 0, 0)
        gst_query_parse_scheduling(neighbours, &flags, &least, &most, &alignment)
        gst_query_set_scheduling(query, flags, least, most, alignment)
        if gst_query_has_scheduling_mode(neighbours, GST_PAD_MODE_PUSH) != 0 {
            gst_query_add_scheduling_mode(query, GST_PAD_MODE_PUSH)
        }
        return 1
    }
}
