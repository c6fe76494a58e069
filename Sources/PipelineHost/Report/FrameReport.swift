import Faces
import GStreamer

/// A file with a line of JSON for each frame that an anonymised file has, and a summary at its end.
final class FrameReport: Sendable {
    private struct State {
        /// By the names of the elements that hide their faces.
        var streams: [String: ReportedStream] = [:]
        var total = ReportTotal()
    }

    private let lines: LineFile
    private let state = Monitor(State())

    init(_ path: String, overwrite: Bool) throws(HostError) {
        lines = try LineFile(path, overwrite: overwrite, option: "--report")
    }

    /// Writes a line for each frame that leaves a hider; `number` tells the streams of a file with several apart.
    func watch(_ hider: Element, number: Int?, in pipeline: Pipeline) {
        let name = hider.name
        state.withLock { $0.streams[name] = ReportedStream(number: number) }
        let exit = hider.pad("src")
        exit?.probeEvents { [self] event in
            state.withLock { $0.streams[name]?.view.take(event) }
            return .pass
        }
        exit?.onBuffer { [self, pipeline = Unowned(pipeline)] buffer in
            let line = state.withLock { state -> String? in
                guard let record = state.streams[name]?.record(of: buffer) else { return nil }
                state.total.add(record)
                return record.json
            }
            guard let line, !lines.write(line) else { return }
            pipeline.value?.postApplicationMessage("report-failed")
        }
        if hider.hasProperty("messages") { try? hider.set("messages", true) }
    }

    /// Takes in what a hider says of its next frame, before that frame leaves it.
    func take(_ message: Message) {
        guard case .element(let structure) = message.content, structure.name == "guise-faces" else { return }
        state.withLock { state in
            if structure.boolean("dropped") == true { state.total.dropped += 1 }
            if structure.boolean("masked-whole") == true { state.streams[message.source]?.isMaskedWhole = true }
        }
    }

    var failure: HostError { lines.failure }

    /// Writes the summary and gives the file its name.
    ///
    /// - Throws: when it has not as many lines as the result has frames.
    func finish(_ job: AnonymizationJob, hider: Element?, frames: Int) throws(HostError) {
        let total = state.withLock { $0.total }
        guard total.frames == frames else {
            throw HostError(
                "the report has \(total.frames) lines for \(frames) frames", advice: "this is a fault of Guise: report it")
        }
        _ = lines.write(total.json(job, hider: hider))
        try lines.commit()
    }
}

/// One video stream on its way out.
private struct ReportedStream {
    let number: Int?
    var view = StreamView()
    var frames = 0
    /// Whether the next frame is hidden whole.
    var isMaskedWhole = false

    init(number: Int?) {
        self.number = number
    }

    mutating func record(of buffer: borrowing Buffer) -> ReportRecord? {
        guard let geometry = view.geometry else { return nil }
        defer {
            frames += 1
            isMaskedWhole = false
        }
        return ReportRecord(
            stream: number, frame: frames, time: view.time(of: buffer)?.seconds,
            faces: buffer.regions.filter { $0.kind == "face" }.map { FrameRecord.Face($0, in: geometry) },
            isMaskedWhole: isMaskedWhole)
    }
}
