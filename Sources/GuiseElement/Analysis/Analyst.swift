import CGStreamer
import FaceInference
import Faces
import GStreamer

/// The workers that look at frames, one on each processor, while the streaming threads decode and encode.
final class Analyst: @unchecked Sendable {  // proof: `threads` is only touched by start and stop, which state changes serialize
    private let gate: Gate
    private let statistics: Statistics
    private let queue = Monitor(Queue())
    private var threads: [UnsafeMutablePointer<GThread>] = []

    private struct Queue {
        var jobs: [Job] = []
        var isOpen = false
        var workers = 0
    }

    private enum Job {
        case look(HeldFrame)
        /// Have the networks ready before the first frame.
        case prepare(StreamFormat, Settings)
    }

    init(gate: Gate, statistics: Statistics) {
        self.gate = gate
        self.statistics = statistics
    }

    /// Frames that it pays to have under way at once.
    static let framesInFlight = Int(g_get_num_processors())

    func start() {
        queue.withLock { $0 = Queue(jobs: [], isOpen: true) }
    }

    /// Ends the workers, after the frame that each is looking at.
    func stop() {
        cancel()
        queue.withLock { $0 = Queue() }
        for thread in threads { g_thread_join(thread) }
        threads = []
    }

    /// Forgets the frames that no worker has begun with; nobody waits for them any more.
    func cancel() {
        let frames = queue.withLock { queue in
            defer { queue.jobs.removeAll { if case .look = $0 { true } else { false } } }
            return queue.jobs.compactMap { if case .look(let frame) = $0 { frame } else { nil } }
        }
        for frame in frames { gst_buffer_unref(frame.buffer) }
    }

    /// Asks for a frame's faces; they come through the gate.
    func submit(_ frame: HeldFrame) { enqueue(.look(frame)) }

    /// Has every worker ready for frames of a format, before the first one comes.
    func prepare(_ format: StreamFormat, _ settings: Settings) {
        guard settings.detector != .none else { return }
        for _ in 0..<Self.framesInFlight { enqueue(.prepare(format, settings)) }
    }

    private func enqueue(_ job: Job) {
        if threads.isEmpty { startThreads() }
        if case .look(let frame) = job { gst_buffer_ref(frame.buffer) }
        queue.withLock { $0.jobs.append(job) }
    }

    private func startThreads() {
        threads = (0..<Self.framesInFlight).map { index in
            g_thread_new(
                "guise-\(index)",
                { analyst in
                    Unmanaged<Analyst>.fromOpaque(analyst!).takeRetainedValue().work()
                    return nil
                }, Unmanaged.passRetained(self).toOpaque())
        }
    }

    private func work() {
        let worker = Worker(
            index: queue.withLock { queue in
                defer { queue.workers += 1 }
                return queue.workers
            })
        while let job = queue.wait(until: { queue -> Job?? in
            guard queue.isOpen else { return .some(nil) }
            return queue.jobs.isEmpty ? nil : .some(queue.jobs.removeFirst())
        }) {
            switch job {
            case .prepare(let format, let settings):
                worker.prepare(format, settings)
            case .look(let frame):
                let began = g_get_monotonic_time()
                let analysis = worker.look(at: frame)
                // Before the result: the renderer must find itself the only owner, or it would have to copy the frame.
                gst_buffer_unref(frame.buffer)
                statistics.update {
                    $0.detections += 1
                    $0.detecting += Int64(g_get_monotonic_time() - began)
                }
                gate.deliver(analysis, for: frame)
            }
        }
    }
}
