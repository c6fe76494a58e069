import GStreamer

/// The first video of a file, decoded, through elements of the caller's, into a sink that gives its frames.
///
/// `filesrc ! parsebin` (first video) `! queue ! decodebin ! videoconvert ! … ! appsink`; other streams end in sinks of their own.
struct FirstVideo {
    private struct State {
        var videos = 0
        var frames = 0
        var reached: UInt64 = 0
    }

    let pipeline = Pipeline()
    let sink: AppSink
    /// Where frames enter the sink.
    let entry: Pad
    private let path: String
    private let parser: Element
    private let state = Monitor(State())

    /// - Parameter step: of every so many frames only the first goes through the chain.
    init(_ path: String, every step: Int = 1, through chain: [Element]) throws(HostError) {
        try Media.check(path)
        let header = try FileHeader.check(path)
        self.path = path
        do {
            parser = try Element("parsebin")
            let output = try Element("appsink")
            try output.set("sync", false)
            try output.set("max-buffers", 2)
            try output.set("enable-last-sample", false)
            guard let sink = AppSink(output), let entry = output.pad("sink") else { throw HostError.notStarted }
            (self.sink, self.entry) = (sink, entry)
            let queue = try pipeline.add(Element("queue"))
            try queue.set("max-size-buffers", 30)
            try queue.set("max-size-bytes", 0)
            try queue.set("max-size-time", 0)
            let decoder = try pipeline.add(Element("decodebin"))
            try queue.link(to: decoder)
            let converter = try Element("videoconvert")
            try pipeline.addChain([converter] + chain + [output])
            converter.pad("src")?.probeBuffers { [state] _ in
                let number = state.withLock { state in
                    defer { state.frames += 1 }
                    return state.frames
                }
                return number % step == 0 ? .pass : .drop
            }
            link(parser, to: queue, header)
            decoder.onPadAdded { [pipeline = Unowned(pipeline)] pad in
                guard let entry = converter.pad("sink"), (try? pad.link(to: entry)) != nil else {
                    pipeline.value?.postApplicationMessage("link-failed")
                    return
                }
            }
        } catch {
            throw HostError(wrapping: error)
        }
    }

    /// The first video goes on, everything else ends here.
    private func link(_ parser: Element, to queue: Element, _ header: FileHeader) {
        parser.onPadAdded { [state, pipeline = Unowned(pipeline)] pad in
            let isVideo = MediaStream.kind(of: pad.caps ?? pad.possibleCaps) == .video
            let isFirstVideo =
                isVideo
                && state.withLock { state in
                    state.videos += 1
                    return state.videos == 1
                }
            if header.kind == .matroska { Transcoding.keepStart(of: pad) }
            pad.onBuffer { buffer in
                let end = (buffer.presentationTime?.nanoseconds ?? 0) + (buffer.duration?.nanoseconds ?? 0)
                let hasVideo = state.withLock {
                    $0.reached = max($0.reached, end)
                    return $0.videos > 0
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

    /// How many videos the file has.
    var videos: Int { state.withLock { $0.videos } }

    /// How many frames were decoded.
    var frames: Int { state.withLock { $0.frames } }

    func start() { pipeline.start(thenReading: path, with: parser) }

    /// Makes `finish` return.
    func cancel() { pipeline.postApplicationMessage("cancelled") }

    /// Waits for the end of the file, or of the caller's interest in it: until it is cancelled, or `isRefused`.
    ///
    /// - Throws: when it cannot be decoded, or ends before the length that it says it has.
    func finish(isRefused: () -> Bool = { false }) async throws(HostError) {
        defer { pipeline.stop() }
        for await message in pipeline.bus {
            switch message.content {
            case .error(let failure):
                if isRefused() { return }
                throw HostError(failure)
            case .application("not-started"): throw HostError.notStarted
            case .application("no-video"): throw HostError.noVideo
            case .application("link-failed"): throw HostError.undecodable
            case .application("cancelled"): return
            case .endOfStream:
                if isRefused() { return }
                let duration = pipeline.duration
                guard videos > 0 else { throw HostError.noVideo }
                return try HostError.checkEnd(reached: state.withLock { $0.reached }, duration: duration)
            default: break
            }
            if isRefused() { return }
        }
    }
}
