import CGStreamer
import Faces
import GStreamer

/// What is known of a frame's faces when it is to leave.
enum Analysis: Sendable {
    /// Nobody was to look: the faces are those of the metas on the buffer.
    case notAsked
    case faces([Face])
    /// Nobody could make sure of them.
    case failed(String)
    /// The networks are still being made ready, and a live frame cannot wait for them.
    case tooEarly
}

/// A frame on its way through the lane.
///
/// `@unchecked Sendable`: `look` and `hasLeft` are only touched by the gate, under its lock; the rest is constant.
final class HeldFrame: @unchecked Sendable {
    let buffer: UnsafeMutablePointer<GstBuffer>
    let format: StreamFormat
    let settings: Settings
    let isLive: Bool
    /// In nanoseconds of running time, or as many frames of 40 ms after the last one where the buffer has none.
    let time: UInt64
    /// Counts up from frame to frame, and never starts anew.
    let number: Int
    /// When it came in, in microseconds of the monotonic clock.
    let arrival = g_get_monotonic_time()
    /// What a full look at it found; nil where none was made, or as long as it is being made.
    fileprivate(set) var look: Look?
    /// Whether the lane is done with it, and its buffer is no longer ours.
    fileprivate(set) var hasLeft = false

    enum Look {
        case found([Face])
        case failed(String)
    }

    /// Takes the buffer's reference over, until `finish` of the renderer or `discard` ends it.
    init(
        buffer: UnsafeMutablePointer<GstBuffer>, format: StreamFormat, settings: Settings, isLive: Bool, time: UInt64, number: Int
    ) {
        self.buffer = buffer
        self.format = format
        self.settings = settings
        self.isLive = isLive
        self.time = time
        self.number = number
    }
}

/// Where threads meet over frames: what was found in them, and who may still read them.
///
/// The streaming thread waits here for what it needs to know of a frame; a flush or a state change lets it go.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        /// Counts flushes and restarts: what belongs to an earlier one is of no interest any more.
        var epoch = 0
        /// The faces so far, and the last ticket that they take in.
        var tracker = Tracker(reach: 0)
        var ticket = 0
        /// The last frame that has left.
        var left = -1
        /// When the first verdict was published, in microseconds of the monotonic clock: since then all networks are there.
        var ready: Int64?
    }

    private let state = Monitor(State())

    func open() {
        state.withLock { state in
            state.isOpen = true
            state.epoch += 1
            state.tracker = Tracker(reach: 0)
        }
    }

    func close() { state.withLock { $0.isOpen = false } }

    /// Whether all networks were there when a frame came in; others have waited for them.
    func wasReady(for frame: HeldFrame) -> Bool { state.withLock { $0.ready.map { $0 < frame.arrival } ?? false } }
    var epoch: Int { state.withLock { $0.epoch } }
    /// The last frame that has left.
    var left: Int { state.withLock { $0.left } }

    // MARK: Frames

    /// A reference to the frame's buffer, for reading while others may already draw on a copy; nil once it has left.
    func borrow(_ frame: HeldFrame) -> UnsafeMutablePointer<GstBuffer>? {
        state.withLock { _ in
            if frame.hasLeft { return nil }
            gst_buffer_ref(frame.buffer)
            return frame.buffer
        }
    }

    /// Gives the buffer to whoever finishes the frame: nobody borrows it from here on.
    func take(_ frame: HeldFrame) -> UnsafeMutablePointer<GstBuffer> {
        state.withLock { state in
            frame.hasLeft = true
            state.left = max(state.left, frame.number)
        }
        return frame.buffer
    }

    func discard(_ frame: HeldFrame) { gst_buffer_unref(take(frame)) }

    // MARK: Looks

    func deliver(_ look: HeldFrame.Look, for frame: HeldFrame) {
        state.withLock { _ in frame.look = look }
    }

    /// What the look at a frame came to, or nil when the gate closed first or opened anew.
    func look(at frame: HeldFrame, epoch: Int) -> HeldFrame.Look? {
        state.wait { state -> HeldFrame.Look?? in
            guard state.isOpen, state.epoch == epoch else { return .some(nil) }
            return frame.look.map { .some($0) }
        }
    }

    // MARK: Verdicts

    func publish(_ tracker: Tracker, ticket: Int, epoch: Int) {
        state.withLock { state in
            guard state.epoch == epoch else { return }
            state.tracker = tracker
            state.ticket = ticket
            state.ready = state.ready ?? Int64(g_get_monotonic_time())
        }
    }

    /// The frame's faces once all up to a ticket is taken in, or nil when the gate closed first.
    func verdict(on frame: HeldFrame, ticket: Int) -> Analysis? {
        state.wait { state -> Analysis?? in
            if !state.isOpen { return .some(nil) }
            return state.ticket >= ticket ? .some(Self.analysis(of: frame, state.tracker)) : nil
        }
    }

    /// The frame's faces as soon as they are sure, at a time in microseconds of the monotonic clock at the latest.
    func verdict(on frame: HeldFrame, by deadline: Int64) -> Analysis? {
        let verdict = state.wait(untilTime: deadline) { state -> Analysis?? in
            if !state.isOpen { return .some(nil) }
            return state.tracker.isCovered(frame: frame.number) ? .some(Self.analysis(of: frame, state.tracker)) : nil
        }
        return verdict
            ?? (wasReady(for: frame) ? .failed("looking for its faces took longer than it may be held") : .tooEarly)
    }

    private static func analysis(of frame: HeldFrame, _ tracker: Tracker) -> Analysis {
        if case .failed(let reason) = frame.look { return .failed(reason) }
        return tracker.faces(ofFrame: frame.number).map { .faces($0) } ?? .failed("its faces could not be made sure of")
    }
}
