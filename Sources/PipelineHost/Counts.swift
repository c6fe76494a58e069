import GStreamer

/// Counts a job's frames at each stage on the streaming threads, to prove at the end that none is missing.
final class Counts: Sendable {
    private struct State {
        var packets = 0
        var decoded = 0
        var encoded = 0
        var reached: UInt64 = 0
        var progress = Progress()
    }

    private let state: Monitor<State>
    private let duration: ClockTime?
    private let report: @Sendable (Progress) -> Void

    init(duration: ClockTime?, progress: @escaping @Sendable (Progress) -> Void) {
        var state = State()
        state.progress.duration = duration
        self.state = Monitor(state)
        self.duration = duration
        report = progress
    }

    func packet() { state.withLock { $0.packets += 1 } }

    func decoded() { state.withLock { $0.decoded += 1 } }

    func encoded() { state.withLock { $0.encoded += 1 } }

    /// Notes how far into the file any stream has come.
    func reach(_ buffer: borrowing Buffer) {
        guard let time = buffer.presentationTime else { return }
        let end = time.nanoseconds + (buffer.duration?.nanoseconds ?? 0)
        state.withLock { $0.reached = max($0.reached, end) }
    }

    /// A frame that left the hider.
    func shown(_ buffer: borrowing Buffer) {
        let faces = buffer.regionCount("face")
        let time = buffer.presentationTime
        let progress = state.withLock { state in
            state.progress.frames += 1
            state.progress.facesNow = faces
            state.progress.faces += faces
            state.progress.position = time ?? state.progress.position
            return state.progress
        }
        report(progress)
    }

    /// Checks that everything that was in the file came out.
    func result(mayDrop: Bool, countsPackets: Bool, notes: [String]) throws(HostError) -> AnonymizationResult {
        let state = state.withLock { $0 }
        guard state.encoded > 0 else { throw HostError.noFrame }
        let written = state.encoded
        guard written == state.progress.frames, written == state.decoded || mayDrop && written < state.decoded else {
            throw HostError(
                "only \(written) of \(state.decoded) frames were written", advice: "this is a fault of Guise: report it")
        }
        try HostError.checkEnd(reached: state.reached, duration: duration)
        // Damaged ones, but also frames that are never shown, and those before an edit begins: no failure of ours.
        let silent = state.packets - state.decoded
        let notes = countsPackets && silent > 0 ? notes + ["\(silent) of \(state.packets) packets gave no picture"] : notes
        return AnonymizationResult(frames: written, faces: state.progress.faces, notes: notes)
    }
}
