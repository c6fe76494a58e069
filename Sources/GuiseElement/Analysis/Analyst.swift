import CGStreamer
import FaceInference
import Faces
import GStreamer

/// The threads that look at frames while the streaming threads decode and encode: one on each processor for full looks, and one
/// that follows the faces through all frames in order.
///
/// `@unchecked Sendable`: `crew`, `retired`, `plan` and `ticket` are touched with the sink pad's stream lock held, or by state changes.
final class Analyst: @unchecked Sendable {
    private let gate: Gate
    private let statistics: Statistics
    private var crew: Crew?
    private var retired: [Crew] = []
    private var plan = LookPlan()
    private var ticket = 0

    init(gate: Gate, statistics: Statistics) {
        self.gate = gate
        self.statistics = statistics
    }

    deinit {
        dismiss()
        for crew in retired { crew.join() }
    }

    /// Frames that are held beyond the lookahead where time is no matter, so that several are looked at at once.
    static func framesInFlight(holding hold: UInt64) -> Int { hold > 0 ? mostFramesInFlight : workers }
    static let mostFramesInFlight = max(workers, 8)
    /// Threads that make full looks.
    static let workers = Int(g_get_num_processors())

    /// Lets the threads go. They end after what each is at, which nobody waits for before this goes: a network that is being compiled
    /// would hold up a state change.
    func dismiss() {
        guard let crew else { return }
        crew.dismiss()
        // A thread that is not joined keeps its stack.
        retired.removeAll { crew in
            guard crew.hasEnded else { return false }
            crew.join()
            return true
        }
        retired.append(crew)
        self.crew = nil
        plan.reset()
    }

    /// Forgets the frames that were submitted; nobody waits for them any more.
    func cancel() {
        crew?.cancel()
        plan.reset()
    }

    /// Takes in the next frame; returns the ticket of what is then known.
    func submit(_ frame: HeldFrame) -> Int {
        let step = plan.take(frame, thumbnail: thumbnail(of: frame), load: frame.isLive ? hire().load : nil)
        if let back = step.looksBack { add(back, change: nil, looks: true) }
        add(frame, change: step.change, looks: step.looks)
        return ticket
    }

    /// Nothing follows for now: what would have been covered by later frames is looked at. Returns the ticket of all that is then known.
    func complete() -> Int {
        if let last = plan.takeLast() { add(last, change: nil, looks: true) }
        return ticket
    }

    private func add(_ frame: HeldFrame, change: SceneChanges.Change?, looks: Bool) {
        ticket += 1
        hire().add(Crew.Step(frame: frame, change: change, awaitsLook: looks, ticket: ticket, epoch: gate.epoch))
    }

    /// Has every thread ready for frames of a format, before the first one comes.
    func prepare(_ format: StreamFormat, _ settings: Settings) {
        plan.startAnew()
        if settings.detector != .none { hire().prepare(format, settings) }
    }

    private func hire() -> Crew {
        if let crew { return crew }
        let crew = Crew(gate: gate, statistics: statistics, workers: Self.workers)
        self.crew = crew
        return crew
    }

    private func thumbnail(of frame: HeldFrame) -> Thumbnail? {
        guard let mapped = VideoFrame(mapping: frame.buffer, info: frame.format.info, writable: false) else { return nil }
        return Thumbnail(FramePicture(frame: mapped, layout: frame.format.layout).view)
    }
}
