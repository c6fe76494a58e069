import CGStreamer
import FaceInference
import Faces
import GStreamer
import Synchronization

/// The one ordered way from the sink pad to the src pad, for buffers and serialized events alike.
///
/// Everything enters on the streaming thread that brought it. Frames wait in the lane while workers analyse them; whoever brings
/// the next item also pushes those in front of it that are ready, so order is kept, downstream's verdict reaches upstream on the
/// call that met it, and no thread of ours ever touches the pads.
///
/// `@unchecked Sendable`: all but `gate` and `progress` is touched with the sink pad's stream lock held, or with the pad inactive.
final class Lane: @unchecked Sendable {
    let pads: BridgePads
    let progress = Progress()
    private unowned let guise: Guise
    private let analyst: Analyst
    private let renderer: Renderer
    private let gate = Gate()
    private var stream = Stream()
    /// Frames and the events behind them, first out first.
    private var items: [Item] = []
    private var heldFrames = 0
    private let rate = Mutex(Rate())
    /// The latest times that came in, of frames or of gaps, the newest last: as many as are in flight, and one.
    private var times: [UInt64] = []
    private var lastNumber = -1
    /// What is known once this is reached takes in all that was submitted.
    private var lastTicket = 0
    /// Memory for frames that upstream cannot spare while they are held.
    private var pool = FramePool()

    private struct Rate {
        /// A frame's duration in nanoseconds, where the caps tell it.
        var duration: UInt64?
        /// How far live frames whose caps do not tell it were apart, in steps, since each is announced.
        var spacing: UInt64 = 0

        static let step: UInt64 = 10_000_000
        /// What is further apart than this is an interruption.
        static let most: UInt64 = 1_000_000_000
    }

    private enum Item {
        /// With the ticket that its own analysis, if nothing else, has reached.
        case frame(HeldFrame, ticket: Int)
        case event(UnsafeMutablePointer<GstEvent>)
    }

    init(element: Guise, pads: BridgePads) {
        guise = element
        self.pads = pads
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
    }

    /// Makes whoever waits in the lane return; nothing enters until the next start or flush stop.
    func unblock() { gate.close() }

    /// Forgets all that is held; the pads are inactive, but a late flush may still be passing.
    func stop() {
        g_rec_mutex_lock(pads.streamLock)
        defer { g_rec_mutex_unlock(pads.streamLock) }
        gate.close()
        analyst.dismiss()
        forget { gst_event_unref($0) }
        renderer.reset()
        pool.close()
    }

    private func forget(_ letGo: (UnsafeMutablePointer<GstEvent>) -> Void) {
        analyst.cancel()
        while let item = takeFirst() {
            switch item {
            case .frame(let frame, _): gate.discard(frame)
            case .event(let event): letGo(event)
            }
        }
        renderer.restart()
        times = []
    }

    /// Pushing may bring a flush or another item in on this very thread, so what leaves is taken out first.
    private func takeFirst() -> Item? {
        guard !items.isEmpty else { return nil }
        let item = items.removeFirst()
        if case .frame = item { heldFrames -= 1 }
        return item
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
        if settings.detector == .none, renderer.isIdle, items.isEmpty {
            guise.statistics.update { $0.frames += 1 }
            return send(buffer)
        }
        guard let format = stream.format else {
            gst_buffer_unref(buffer)
            return GST_FLOW_NOT_NEGOTIATED
        }
        guard let buffer = pool.visible(buffer, info: format.info) else {
            guise.postError(GST_RESOURCE_ERROR_READ, "Cannot hide faces: a frame is smaller than what is to be seen of it")
            return GST_FLOW_ERROR
        }
        let isHeld = settings.detector != .none && (!stream.isLive || settings.hold > 0)
        lastNumber += 1
        // Without times, frames count: 25 a second.
        let time = stream.time(of: buffer.pointee.pts) ?? times.last.map { $0 + 40_000_000 } ?? 0
        let frame = HeldFrame(
            buffer: isHeld ? pool.holdable(buffer, info: format.info) : buffer, format: format, settings: settings,
            isLive: stream.isLive, time: time, number: lastNumber)
        if settings.detector != .none { lastTicket = analyst.submit(frame) }
        items.append(.frame(frame, ticket: lastTicket))
        heldFrames += 1
        if stream.isLive, let last = times.last { learnRate(span(last, frame.time)) }
        pass(frame.time)
        return release(holding: settings)
    }

    /// A live frame leaves with the first that is a lookahead younger, which is up to one distance of frames later than that.
    private func learnRate(_ distance: UInt64) {
        let grew = rate.withLock { rate in
            let spacing = (distance + Rate.step - 1) / Rate.step * Rate.step
            guard rate.duration == nil, spacing > rate.spacing, spacing <= Rate.most else { return false }
            rate.spacing = spacing
            return true
        }
        if grew, latency > 0 { guise.announceLatency() }
    }

    private func pass(_ time: UInt64) {
        if times.count > Analyst.mostFramesInFlight { times.removeFirst() }
        times.append(time)
    }

    /// Pushes all that is held, in order.
    func drain() {
        lastTicket = analyst.complete()
        _ = release(holding: nil)
    }

    /// Pushes from the front what the settings let go, and the events in front of it; all of it without settings.
    private func release(holding settings: Settings?) -> GstFlowReturn {
        var flow = GST_FLOW_OK
        while let first = items.first {
            // Downstream's refusal holds for the frames behind it too; where nobody is linked, somebody may come.
            let isRefused = flow.rawValue < GST_FLOW_NOT_LINKED.rawValue
            if case .frame(let frame, _) = first, !isRefused, let settings, holds(frame, settings) { break }
            _ = takeFirst()
            switch first {
            case .event(let event): _ = send(event)
            case .frame(let frame, let ticket):
                if isRefused { gate.discard(frame) } else { flow = push(frame, ticket: settings == nil ? lastTicket : ticket) }
            }
        }
        return flow
    }

    /// Whether the first frame stays: until the lookahead has passed behind it, and while it pays to have several looked at.
    private func holds(_ frame: HeldFrame, _ settings: Settings) -> Bool {
        guard settings.detector != .none, let newest = times.last else { return false }
        // A live stream has no more time to spare than it is given.
        if stream.isLive { return span(frame.time, newest) < settings.hold }
        let inFlight = Analyst.framesInFlight(holding: settings.hold)
        guard heldFrames > inFlight, times.count > inFlight else { return true }
        return settings.hold > 0 && span(frame.time, times[times.count - 1 - inFlight]) < settings.hold
    }

    private func push(_ frame: HeldFrame, ticket: Int) -> GstFlowReturn {
        guard let analysis = analysis(of: frame, ticket) else {
            gate.discard(frame)
            return GST_FLOW_FLUSHING
        }
        switch renderer.finish(frame, gate.take(frame), analysis) {
        case .push(let buffer): return send(buffer)
        case .drop: return GST_FLOW_OK
        case .fail: return GST_FLOW_ERROR
        }
    }

    /// What is known of a frame that is to leave, or nil when the gate closed first.
    private func analysis(of frame: HeldFrame, _ ticket: Int) -> Analysis? {
        guard frame.settings.detector != .none else { return .notAsked }
        let began = g_get_monotonic_time()
        defer { guise.statistics.update { $0.waiting += Int64(g_get_monotonic_time() - began) } }
        // Whoever wants no frame hidden whole rather waits, at the start, for the networks.
        if frame.isLive, frame.settings.hold > 0, frame.settings.onDoubt == .maskFrame || gate.wasReady(for: frame) {
            return gate.verdict(on: frame, by: Int64(frame.arrival) + Int64(latency / 1000) + Self.grace)
        }
        // All that its lookahead covers decides what is hidden in this frame too.
        var last = ticket
        for case .frame(let near, let its) in items where span(near.time, frame.time) <= frame.settings.hold {
            last = max(last, its)
        }
        return gate.verdict(on: frame, ticket: last)
    }

    /// How much later than its latency says a live frame may leave, in microseconds: half of what sinks allow for processing.
    private static let grace: Int64 = 10_000

    private func send(_ buffer: UnsafeMutablePointer<GstBuffer>) -> GstFlowReturn {
        progress.take(buffer)
        return gst_pad_push(pads.outlet, buffer)
    }

    private func send(_ event: UnsafeMutablePointer<GstEvent>) -> gboolean {
        if event.pointee.type == GST_EVENT_SEGMENT { progress.take(segmentOf: event) }
        return gst_pad_push_event(pads.outlet, event)
    }

    // MARK: Events

    /// Takes the event over.
    func accept(event: UnsafeMutablePointer<GstEvent>, _ parent: UnsafeMutablePointer<GstObject>?) -> gboolean {
        switch event.pointee.type {
        case GST_EVENT_FLUSH_START:
            gate.close()
            return gst_pad_push_event(pads.outlet, event)
        case GST_EVENT_FLUSH_STOP:
            // Flushing pads keep what is sticky for later and refuse the rest.
            forget { _ = gst_pad_push_event(pads.outlet, $0) }
            progress.restart()
            gate.open()
            return gst_pad_push_event(pads.outlet, event)
        case GST_EVENT_CAPS where repeats(event):
            gst_event_unref(event)
            return 1
        case GST_EVENT_CAPS:
            // Frames of the old caps leave before the new ones.
            drain()
            guard stream.take(capsOf: event, liveAt: pads.inlet) else {
                gst_event_unref(event)
                return 0
            }
            if let format = stream.format {
                rate.withLock { $0 = Rate(duration: format.info.frameDuration) }
                analyst.prepare(format, guise.settings.withLock { $0 })
            }
            if stream.isLive, latency > 0 { guise.announceLatency() }
            return gst_pad_push_event(pads.outlet, event)
        case GST_EVENT_STREAM_START, GST_EVENT_SEGMENT_DONE, GST_EVENT_EOS:
            drain()
            return gst_pad_push_event(pads.outlet, event)
        case GST_EVENT_INSTANT_RATE_CHANGE where isSent(event):
            // Pads send sticky events that are not serialized twice, each pad once more; we have more pads than one element has.
            gst_event_unref(event)
            return 1
        default:
            if event.pointee.type == GST_EVENT_TAG { stream.take(tagsOf: event) }
            if event.pointee.type == GST_EVENT_SEGMENT { stream.take(segmentOf: event) }
            let isSerialized = event.pointee.type.rawValue & UInt32(GST_EVENT_TYPE_SERIALIZED.rawValue) != 0
            guard isSerialized, !items.isEmpty else { return send(event) }
            items.append(.event(event))
            if event.pointee.type == GST_EVENT_GAP { pass(gap: event) }
            return 1
        }
    }

    /// Time goes on in a gap, and frames that were held for it leave.
    private func pass(gap event: UnsafeMutablePointer<GstEvent>) {
        var (start, duration): (GstClockTime, GstClockTime) = (.max, .max)
        gst_event_parse_gap(event, &start, &duration)
        guard let time = stream.time(of: duration == .max || start == .max ? start : start &+ duration) else { return }
        pass(time)
        // Frames that leave in the gap are not covered by what comes after it.
        lastTicket = analyst.complete()
        _ = release(holding: guise.settings.withLock { $0 })
    }

    /// What a live stream is late by, in nanoseconds: the lookahead, up to the frame that ends it. From any thread.
    var latency: GstClockTime {
        let hold = guise.settings.withLock { $0.hold }
        let rate = rate.withLock { $0 }
        guard hold > 0 else { return 0 }
        guard let frame = rate.duration, frame > 0 else { return GstClockTime(hold + rate.spacing) }
        return GstClockTime((hold + frame - 1) / frame * frame)
    }

    /// Whether downstream has this very event.
    private func isSent(_ event: UnsafeMutablePointer<GstEvent>) -> Bool {
        guard let sent = gst_pad_get_sticky_event(pads.outlet, event.pointee.type, 0) else { return false }
        defer { gst_event_unref(sent) }
        return sent == event
    }

    /// Whether downstream has these caps already; then nothing changes, and they are not said again.
    private func repeats(_ event: UnsafeMutablePointer<GstEvent>) -> Bool {
        guard let current = gst_pad_get_current_caps(pads.outlet) else { return false }
        defer { gst_caps_unref(current) }
        var caps: UnsafeMutablePointer<GstCaps>?
        gst_event_parse_caps(event, &caps)
        return gst_caps_is_equal(caps, current) != 0
    }
}
