import CGStreamer
import Faces
import GStreamer

/// The threads of one run, from the first frame to the element's stop, and the work that waits for them.
final class Crew: @unchecked Sendable {  // proof: `threads` is set once in init, all else is behind a Monitor or constant
    private(set) var threads: [UnsafeMutablePointer<GThread>] = []
    private let gate: Gate
    private let statistics: Statistics
    private let workers: Int
    private let desk = Monitor(Desk())

    private struct Desk {
        var isOpen = true
        /// Full looks, for whoever is free.
        var looks: [HeldFrame] = []
        /// What the follower takes in, in order.
        var steps: [Step] = []
        /// What is to be made ready; every thread does so once before its next work.
        var preparation: (format: StreamFormat, settings: Settings, count: Int)?
        /// What a look takes, in microseconds, smoothed.
        var lookTime = 0.0
        /// Threads that are at their end.
        var ended = 0
    }

    struct Step {
        var frame: HeldFrame
        /// Nil where the frame was taken in before, and is looked at only now.
        var change: SceneChanges.Change?
        var awaitsLook: Bool
        var ticket: Int
        var epoch: Int
    }

    init(gate: Gate, statistics: Statistics, workers: Int) {
        self.gate = gate
        self.statistics = statistics
        self.workers = workers
        threads = (0...workers).map { index in
            let start = Unmanaged.passRetained(Start(crew: self, index: index)).toOpaque()
            return g_thread_new(
                "guise-\(index)",
                { start in
                    let start = Unmanaged<Start>.fromOpaque(start!).takeRetainedValue()
                    start.crew.work(index: start.index)
                    start.crew.desk.withLock { $0.ended += 1 }
                    return nil
                }, start)
        }
    }

    private final class Start {
        let crew: Crew
        let index: Int
        init(crew: Crew, index: Int) {
            self.crew = crew
            self.index = index
        }
    }

    func dismiss() {
        desk.withLock { $0.isOpen = false }
        cancel()
    }

    /// Whether joining the threads takes no time.
    var hasEnded: Bool { desk.withLock { $0.ended == threads.count } }

    func join() { for thread in threads { g_thread_join(thread) } }

    func cancel() {
        desk.withLock { desk in
            desk.looks = []
            desk.steps = []
        }
    }

    func prepare(_ format: StreamFormat, _ settings: Settings) {
        desk.withLock { $0.preparation = (format, settings, ($0.preparation?.count ?? 0) + 1) }
    }

    func add(_ step: Step) {
        desk.withLock { desk in
            if step.awaitsLook { desk.looks.append(step.frame) }
            desk.steps.append(step)
        }
    }

    var load: LookPlan.Load {
        desk.withLock {
            LookPlan.Load(waiting: $0.looks.count, duration: UInt64($0.lookTime * 1000), workers: workers)
        }
    }

    // MARK: Threads

    private enum Work {
        case prepare(StreamFormat, Settings)
        case look(HeldFrame)
        case step(Step)
    }

    private func work(index: Int) {
        let worker = Worker(index: index)
        let follower = index == workers ? Follower(worker: worker, gate: gate, statistics: statistics) : nil
        var prepared = 0
        while let work = desk.wait(until: { desk -> Work?? in
            guard desk.isOpen else { return .some(nil) }
            if let preparation = desk.preparation, preparation.count != prepared {
                prepared = preparation.count
                return .prepare(preparation.format, preparation.settings)
            }
            if follower != nil { return desk.steps.isEmpty ? nil : .step(desk.steps.removeFirst()) }
            return desk.looks.isEmpty ? nil : .look(desk.looks.removeFirst())
        }) {
            switch work {
            case .prepare(let format, let settings):
                if follower != nil { worker.prepareSearch(format, settings) } else { worker.prepareLook(format, settings) }
            case .look(let frame): look(at: frame, worker)
            case .step(let step): follower?.take(step, isBehind: isBehind)
            }
        }
    }

    private func look(at frame: HeldFrame, _ worker: Worker) {
        guard let buffer = gate.borrow(frame) else {
            return gate.deliver(.failed("it left before it was looked at"), for: frame)
        }
        let began = g_get_monotonic_time()
        let result = worker.look(at: frame, buffer)
        // Before the result: the renderer must find itself the only owner, or it would have to copy the frame.
        gst_buffer_unref(buffer)
        let duration = Int64(g_get_monotonic_time() - began)
        desk.withLock { $0.lookTime = $0.lookTime == 0 ? Double(duration) : 0.8 * $0.lookTime + 0.2 * Double(duration) }
        statistics.update {
            $0.detections += 1
            $0.detecting += duration
        }
        gate.deliver(result, for: frame)
    }

    /// Whether the follower has more frames before it than a live stream can wait for.
    private var isBehind: Bool {
        desk.withLock { desk in
            guard let first = desk.steps.first, let last = desk.steps.last else { return false }
            return span(first.frame.time, last.frame.time) > first.frame.settings.hold / 2
        }
    }
}
