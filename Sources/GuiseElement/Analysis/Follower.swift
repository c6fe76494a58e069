import CGStreamer
import Faces
import GStreamer

/// Follows the faces through all frames in order, and tells the gate who is where; one thread's own.
final class Follower {
    private let worker: Worker
    private let gate: Gate
    private let statistics: Statistics
    private var tracker = Tracker(reach: 0)
    private var epoch = -1
    /// The frames that may still be searched, oldest first.
    private var frames: [HeldFrame] = []

    init(worker: Worker, gate: Gate, statistics: Statistics) {
        self.worker = worker
        self.gate = gate
        self.statistics = statistics
    }

    /// Takes in the next frame, or a look at an earlier one; one that is behind saves the searches for known faces.
    func take(_ step: Crew.Step, isBehind: Bool) {
        if step.epoch != epoch {
            epoch = step.epoch
            // Numbers go on: faces of another time must not get those of faces that are shown.
            tracker.startAnew()
            frames = []
        }
        let frame = step.frame
        var look: HeldFrame.Look?
        if step.awaitsLook {
            look = gate.look(at: frame, epoch: epoch)
            guard look != nil else { return }
        }
        let left = gate.left
        frames.removeAll { $0.number <= left }
        tracker.forget(beforeFrame: left + 1)
        tracker.reach = frame.settings.hold

        // Known faces can do without a search; whoever is new is searched backwards all the same, or would have been bare there.
        let saves = isBehind && frame.isLive
        let search: Tracker.Search = { number, near, zoom in
            saves && number == frame.number ? nil : try self.search(number, near, zoom)
        }
        let found: [Face]? = if case .found(let faces) = look { faces } else { nil }
        if let change = step.change {
            frames.append(frame)
            tracker.add(frame: frame.number, at: frame.time, change: change, found: found, search: search)
        } else if let found {
            tracker.look(found, atFrame: frame.number, search: search)
        }
        if case .failed = look { tracker.fail(frame: frame.number) }
        gate.publish(tracker, ticket: step.ticket, epoch: epoch)
    }

    private func search(_ number: Int, _ near: Face, _ zoom: Float) throws -> [Face]? {
        guard let frame = frames.last(where: { $0.number == number }), let buffer = gate.borrow(frame) else { return nil }
        defer { gst_buffer_unref(buffer) }
        let began = g_get_monotonic_time()
        defer {
            statistics.update {
                $0.searches += 1
                $0.searching += Int64(g_get_monotonic_time() - began)
            }
        }
        return try worker.search(in: frame, buffer, near: near, zoom: zoom)
    }
}
