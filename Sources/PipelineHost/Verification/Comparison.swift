import Faces
import GStreamer

/// Takes the frames of both videos as they come, in pairs, and judges the faces in them.
///
/// The original's streaming thread does all of it and waits for the result's frames; only that thread touches the state until
/// both have ended.
final class Comparison: Sendable {
    private struct State {
        var verification = Verification()
        var matcher = FrameMatcher<PlaneCopy>()
        var runs = ReadableRuns()
        var judgedFrames = 0
        /// Pairs whose surroundings could be compared, and those that are alike.
        var comparable = 0
        var alike = 0
        /// How much was seen in each frame that was compared, by its time.
        var sightings: [Int64: Double] = [:]
        var times: (first: Int64, last: Int64)?
        var progress = Progress()
    }

    private let job: VerificationJob
    private let folder: PictureFolder?
    private let lines: LineFile?
    private let progress: @Sendable (Progress) -> Void
    private let state = Monitor(State())
    private let shape = OriginalShape()
    private let over = Monitor((isOver: false, failure: HostError?.none))
    private let partner = Monitor<AppSink?>(nil)

    init(
        job: VerificationJob, folder: PictureFolder?, lines: LineFile?, progress: @escaping @Sendable (Progress) -> Void
    ) {
        self.job = job
        self.folder = folder
        self.lines = lines
        self.progress = progress
    }

    /// Times of frames by the millisecond.
    static func key(_ time: Int64) -> Int64 { time / 1_000_000 }

    // MARK: Ending

    var isOver: Bool { over.withLock { $0.isOver } }

    var failure: HostError? { over.withLock { $0.failure } }

    /// Lets go of whoever waits; no further frame is taken.
    func stop(_ failure: HostError? = nil) {
        over.withLock {
            $0.isOver = true
            $0.failure = $0.failure ?? failure
        }
        shape.giveUp()
    }

    // MARK: Videos

    /// The original: upright, in 4:2:0, with its faces found.
    func original(_ finder: Element) throws(HostError) -> FirstVideo {
        do {
            let flip = try Element("videoflip")
            try flip.set("video-direction", "auto")
            let filter = try Element("capsfilter")
            try filter.set("caps", "video/x-raw, format=I420")
            let video = try FirstVideo(job.original, every: job.every, through: [flip, filter, finder])
            // Behind the last frame: how many more the result has is of interest too.
            video.entry.probeEvents { [self] event in
                if event.name == "eos", !isOver { drain() }
                return .pass
            }
            let pipeline = Unowned(video.pipeline)
            video.sink.onSample { [self] sample in
                if state.withLock({ $0.progress.duration == nil }) {
                    let duration = pipeline.value?.duration
                    state.withLock { $0.progress.duration = duration }
                }
                return take(sample)
            }
            return video
        } catch {
            throw HostError(wrapping: error)
        }
    }

    /// The result: upright, in 4:2:0, in the size of the original.
    func result() throws(HostError) -> FirstVideo {
        do {
            let flip = try Element("videoflip")
            try flip.set("video-direction", "auto")
            let scaler = try Element("videoscale")
            try scaler.set("add-borders", false)
            let filter = try Element("capsfilter")
            try filter.set("caps", "video/x-raw, format=I420")
            let video = try FirstVideo(job.result, through: [flip, scaler, filter])
            // At a frame, not at caps: before the first frame a tag may still turn them.
            let (exit, known) = (flip.pad("src"), Monitor<Structure?>(nil))
            exit?.probeEvents { event in
                if let format = event.caps?.structures.first { known.withLock { $0 = format } }
                return .pass
            }
            exit?.onBuffer { [self] _ in
                let format = known.withLock { known in
                    defer { known = nil }
                    return known
                }
                if let format, let size = shape.wait() { fit(filter, to: size, from: format) }
            }
            partner.withLock { $0 = video.sink }
            return video
        } catch {
            throw HostError(wrapping: error)
        }
    }

    /// Tells the result's branch how large the original is.
    private func open(_ format: Structure) {
        guard let width = format.integer("width"), let height = format.integer("height"), width > 0, height > 0 else { return }
        state.withLock { $0.verification.originalSize = (width, height) }
        shape.learn(PictureShape(width: width, height: height, aspect: PictureShape.aspect(format)))
    }

    private func fit(_ filter: Element, to size: PictureShape, from format: Structure) {
        let (width, height) = (format.integer("width") ?? 0, format.integer("height") ?? 0)
        state.withLock { $0.verification.resultSize = (width, height) }
        let ratio = PictureShape.aspect(format) / size.aspect
        guard ratio > 0.98, ratio < 1 / 0.98 else {
            return stop(
                HostError(
                    "the pictures differ in shape: \(size.width)×\(size.height) and \(width)×\(height)",
                    advice: "the result must show all of the original's picture"))
        }
        do {
            try filter.set("caps", "video/x-raw, format=I420, width=\(size.width), height=\(size.height)")
        } catch {
            stop(HostError(wrapping: error))
        }
    }

    // MARK: Frames

    private func take(_ sample: consuming Sample) -> Bool {
        guard !isOver, let buffer = sample.buffer else { return !isOver }
        if state.withLock({ $0.verification.frames == 0 }), let format = sample.caps?.structures.first { open(format) }
        guard let original = sample.copyPlanes() else {
            stop(HostError("a frame of \(job.original) cannot be read"))
            return false
        }
        let shown = buffer.presentationTime.flatMap { sample.streamTime(of: $0) }
        let time = Int64(clamping: shown?.nanoseconds ?? 0)
        let geometry = FrameGeometry(width: original.width, height: original.height, orientation: .rotate0, analysisSize: 0)
        let faces = buffer.regions.filter { $0.kind == "face" }.map { FrameRecord.Face($0, in: geometry) }.filter(\.isSeen)
        // Without the lock: it waits for the result's next frame.
        var matcher = state.withLock { $0.matcher }
        let result = matcher.frame(at: time + Int64(job.offset * 1e9)) { next() }
        state.withLock { $0.matcher = matcher }
        guard !isOver else { return false }
        if let result, result.width != original.width || result.height != original.height {
            stop(HostError("\(job.original) changes its size on the way", advice: "cut it where it does, and verify the parts"))
            return false
        }
        let judged = result.map { JudgedFace.judge(faces, in: original, $0) } ?? []
        note(time, faces, judged, original, result)
        let line = VerificationReport.line(
            frame: state.withLock { $0.verification.frames - 1 } * job.every, time, faces, result == nil ? nil : judged)
        if let lines, !lines.write(line) {
            stop(lines.failure)
            return false
        }
        let now = state.withLock { state in
            state.progress.frames += 1
            state.progress.facesNow = faces.count
            state.progress.faces += faces.count
            state.progress.position = ClockTime(nanoseconds: UInt64(clamping: time))
            return state.progress
        }
        progress(now)
        return true
    }

    private func next() -> FrameMatcher<PlaneCopy>.Timed? {
        guard !isOver, let sink = partner.withLock({ $0 }), let sample = sink.pull() else { return nil }
        guard let frame = sample.copyPlanes() else {
            stop(HostError("a frame of \(job.result) cannot be read"))
            return nil
        }
        let time = sample.buffer?.presentationTime.flatMap { sample.streamTime(of: $0) }
        return (Int64(clamping: time?.nanoseconds ?? 0), frame)
    }

    private func drain() {
        var matcher = state.withLock { $0.matcher }
        matcher.drain { next() }
        state.withLock { $0.matcher = matcher }
    }

    private func note(
        _ time: Int64, _ faces: [FrameRecord.Face], _ judged: [JudgedFace], _ original: PlaneCopy, _ result: PlaneCopy?
    ) {
        let isSame = result.flatMap { JudgedFace.isSameScene(original, $0, without: faces) }
        let seconds = Double(time) / 1e9
        let closed = state.withLock { state in
            state.verification.frames += 1
            state.times = (state.times?.first ?? time, time)
            guard let result else { return [ReadableRuns.Run]() }
            state.verification.compared += 1
            state.sightings[Comparison.key(time)] = faces.reduce(0) { $0 + ($1.score ?? 1) }
            if let isSame {
                state.comparable += 1
                if isSame { state.alike += 1 }
            }
            let closed = state.runs.close(at: seconds)
            for face in judged {
                state.verification.faces += 1
                switch face.correlation.legibility {
                case .whole: state.verification.whole += 1
                case .part: state.verification.part += 1
                case .unknown: state.verification.plain += 1
                case .hidden: break
                }
                guard [.whole, .part].contains(face.correlation.legibility) else { continue }
                state.runs.add(face, at: seconds) { folder == nil ? nil : SideBySide(of: face.face.box, in: original, result) }
            }
            return closed
        }
        add(closed)
    }

    /// Takes over runs that have ended; their pictures are written at once, so that few are kept in memory.
    private func add(_ runs: [ReadableRuns.Run]) {
        for run in runs {
            let face = run.clearest.face
            var place = Verification.Place(
                first: run.first, last: run.last, whole: run.whole, part: run.part, time: run.clearestTime, x: face.x, y: face.y,
                width: face.width, height: face.height, position: "")
            let (number, size) = state.withLock { ($0.verification.places.count + 1, $0.verification.originalSize) }
            place.position = Comparison.position(of: face, in: size)
            if let folder, let picture = run.picture {
                do {
                    let digits = String(repeating: "0", count: max(0, 3 - "\(number)".count)) + "\(number)"
                    place.picture = try folder.write(picture, "\(digits)-\(JSON.number(run.clearestTime, digits: 3))s.png")
                } catch {
                    stop(HostError(wrapping: error))
                }
            }
            state.withLock { $0.verification.places.append(place) }
        }
    }

    private static func position(of face: FrameRecord.Face, in size: (width: Int, height: Int)) -> String {
        let (x, y) = (face.x + face.width / 2, face.y + face.height / 2)
        let across = x < Double(size.width) / 3 ? "left" : x > Double(size.width) * 2 / 3 ? "right" : ""
        let down = y < Double(size.height) / 3 ? "top" : y > Double(size.height) * 2 / 3 ? "bottom" : ""
        return down.isEmpty && across.isEmpty ? "middle" : [down, across].filter { !$0.isEmpty }.joined(separator: " ")
    }

    // MARK: Outcome

    /// Checks that the files belong together; gives how much was seen in each frame, by the time in milliseconds.
    func end(_ original: FirstVideo, _ result: FirstVideo) throws(HostError) -> [Int64: Double] {
        add(state.withLock { $0.runs.close() })
        if let failure { throw failure }
        let state = state.withLock { $0 }
        let verification = state.verification
        guard verification.frames > 0, let times = state.times else { throw HostError("\(job.original): \(HostError.noFrame)") }
        guard let others = state.matcher.times else { throw HostError("\(job.result): \(HostError.noFrame)") }
        guard verification.compared * 2 > verification.frames else {
            func span(_ times: (first: Int64, last: Int64)) -> String {
                "\(JSON.number(Double(times.first) / 1e9, digits: 3)) … \(JSON.number(Double(times.last) / 1e9, digits: 3)) s"
            }
            throw HostError(
                "only \(verification.compared) of \(verification.frames) frames are in both at the same time: "
                    + "the original has \(original.frames) in \(span(times)), the result \(state.matcher.taken) in \(span(others))",
                advice: "is it the result of this original? Where it begins earlier or later, add --offset")
        }
        guard state.comparable == 0 || state.alike * 4 >= state.comparable else {
            throw HostError(
                "\(state.comparable - state.alike) of \(state.comparable) frames show something else, or are hidden whole",
                advice: "is it the result of this original?")
        }
        for (path, video) in [(job.original, original), (job.result, result)] where video.videos > 1 {
            self.state.withLock {
                $0.verification.notes.append("only the first of the \(video.videos) videos in \(path) was looked at")
            }
        }
        return state.sightings
    }

    /// The outcome; writes the report's summary.
    func verification(settings: String) throws(HostError) -> Verification {
        var (verification, skipped, unlike) = state.withLock {
            ($0.verification, $0.matcher.skipped, $0.comparable - $0.alike)
        }
        verification.places.sort { ($0.first, $0.x) < ($1.first, $1.x) }
        let missing = verification.frames - verification.compared
        if missing > 0 {
            verification.notes.append("\(missing) of \(verification.frames) frames are not in the result at their time")
        }
        if job.every == 1, skipped > 0 { verification.notes.append("the result has \(skipped) frames that the original has not") }
        if unlike > 0 { verification.notes.append("\(unlike) frames show something else, or are hidden whole") }
        if verification.originalSize != verification.resultSize {
            verification.notes.append(
                "the result was scaled from \(verification.resultSize.width)×\(verification.resultSize.height) to the original's size"
            )
        }
        if let lines {
            _ = lines.write(VerificationReport.summary(verification, of: job, settings: settings))
            try lines.commit()
        }
        return verification
    }
}
