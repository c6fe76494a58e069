import Faces
import GStreamer

/// One file whose faces are listed, and how they are found.
public struct DetectionJob: Sendable {
    public var input: String
    /// Properties of the element `guise`, as text.
    public var properties: [(name: String, value: String)] = []
    /// The element that finds the faces; tests put others in its place.
    package var finder = "guise"

    public init(input: String) {
        self.input = input
    }
}

extension DetectionJob {
    /// Gives each frame's faces to `take`, on a streaming thread and in order; ends early when it says false.
    ///
    /// - Returns: the number of frames.
    public func run(_ take: @escaping @Sendable (FrameRecord) -> Bool) async throws(HostError) -> Int {
        try Media.check(input)
        let header = try FileHeader.check(input)
        do {
            let listing = try Listing(job: self, header: header, take: take)
            return try await listing.run()
        } catch {
            throw HostError(wrapping: error)
        }
    }
}

/// `filesrc ! parsebin` (first video) `! queue ! decodebin ! videoconvert ! guise effects=none on-doubt=error ! appsink`
private struct Listing {
    private struct State {
        var frames = 0
        var refused = false
        var hasVideo = false
        var reached: UInt64 = 0
        var orientation: Orientation?
    }

    private let pipeline = Pipeline()
    private let input: String
    private let parser: Element
    private let state = Monitor(State())

    init(job: DetectionJob, header: FileHeader, take: @escaping @Sendable (FrameRecord) -> Bool) throws {
        input = job.input
        parser = try Element("parsebin")
        let queue = try pipeline.add(Element("queue"))
        try queue.set("max-size-buffers", 30)
        try queue.set("max-size-bytes", 0)
        try queue.set("max-size-time", 0)
        let decoder = try pipeline.add(Element("decodebin"))
        try queue.link(to: decoder)
        let converter = try Element("videoconvert")
        let finder = try Element(job.finder)
        if finder.hasProperty("effects") {
            try finder.set("effects", "none")
            try finder.set("on-doubt", "error")
        }
        for property in job.properties { try finder.set(property.name, property.value) }
        let output = try Element("appsink")
        try output.set("sync", false)
        try output.set("max-buffers", 2)
        try output.set("enable-last-sample", false)
        try pipeline.addChain([converter, finder, output])
        link(parser, to: queue, header)
        decoder.onPadAdded { [pipeline = Unowned(pipeline)] pad in
            guard let entry = converter.pad("sink"), (try? pad.link(to: entry)) != nil else {
                pipeline.value?.postApplicationMessage("link-failed")
                return
            }
        }
        guard let sink = AppSink(output), let entry = output.pad("sink") else { return }
        sink.onSample { [state] sample in
            guard let record = Listing.record(sample, job.input, state, entry) else { return true }
            let goesOn = take(record)
            if !goesOn { state.withLock { $0.refused = true } }
            return goesOn
        }
    }

    /// The first video goes on, everything else ends here.
    private func link(_ parser: Element, to queue: Element, _ header: FileHeader) {
        parser.onPadAdded { [state, pipeline = Unowned(pipeline)] pad in
            let isFirstVideo =
                MediaStream.kind(of: pad.caps ?? pad.possibleCaps) == .video
                && state.withLock { state in
                    defer { state.hasVideo = true }
                    return !state.hasVideo
                }
            if header.kind == .matroska { Transcoding.keepStart(of: pad) }
            pad.onBuffer { buffer in
                let end = (buffer.presentationTime?.nanoseconds ?? 0) + (buffer.duration?.nanoseconds ?? 0)
                let hasVideo = state.withLock {
                    $0.reached = max($0.reached, end)
                    return $0.hasVideo
                }
                // No buffer flows before every pad is there.
                if !hasVideo { pipeline.value?.postApplicationMessage("no-video") }
            }
            do {
                if isFirstVideo {
                    if let entry = queue.pad("sink") { try pad.link(to: entry) }
                } else if let sink = try pipeline.value?.add(Element("fakesink")) {
                    try sink.set("async", false)
                    try sink.followParentState()
                    if let entry = sink.pad("sink") { try pad.link(to: entry) }
                }
            } catch {
                pipeline.value?.postApplicationMessage("link-failed")
            }
        }
    }

    private static func record(
        _ sample: borrowing Sample, _ file: String, _ state: Monitor<State>, _ entry: Pad
    ) -> FrameRecord? {
        guard let buffer = sample.buffer, let format = sample.caps?.structures.first,
            let width = format.integer("width"), let height = format.integer("height"), width > 0, height > 0
        else { return nil }
        let (frame, known) = state.withLock { state in
            defer { state.frames += 1 }
            return (state.frames, state.orientation)
        }
        let orientation =
            known ?? entry.tags.lazy.compactMap { $0.string("image-orientation") }.first.flatMap(Orientation.init(tag:))
            ?? .rotate0
        if known == nil { state.withLock { $0.orientation = orientation } }
        let geometry = FrameGeometry(width: width, height: height, orientation: orientation, analysisSize: 0)
        // Looked for as when they are hidden, so that they have the same ids; but told is what is seen in this very frame.
        let faces = buffer.regions.filter { $0.kind == "face" }
            .map { FrameRecord.Face($0, in: geometry) }.filter(\.isSeen)
        let time = buffer.presentationTime.flatMap { sample.streamTime(of: $0) }
        let size = geometry.displayedSize
        return FrameRecord(
            file: file, frame: frame, time: time?.seconds, width: Double(size.width), height: Double(size.height), faces: faces)
    }

    func run() async throws -> Int {
        defer { pipeline.stop() }
        pipeline.start(thenReading: input, with: parser)
        loop: for await message in pipeline.bus {
            switch message.content {
            case .endOfStream: break loop
            case .error(let failure):
                if state.withLock({ $0.refused }) { break loop }
                throw HostError(failure)
            case .application("not-started"): throw HostError.notStarted
            case .application("no-video"): throw HostError.noVideo
            case .application("link-failed"): throw HostError.undecodable
            default: break
            }
            if state.withLock({ $0.refused }) { break }
        }
        let duration = pipeline.duration
        let state = state.withLock { $0 }
        if state.refused { throw HostError("the list could not be written") }
        guard state.hasVideo else { throw HostError.noVideo }
        guard state.frames > 0 else { throw HostError.noFrame }
        try HostError.checkEnd(reached: state.reached, duration: duration)
        return state.frames
    }
}
