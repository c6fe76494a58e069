import GStreamer
import Glibc

/// One stream of a file as its demuxer and parser show it.
struct MediaStream: Sendable {
    enum Kind: Equatable, Sendable {
        case video, audio, subtitle, other
    }

    /// The same each time that the file is read.
    let id: String
    let kind: Kind
    let caps: Caps
    let tags: [TagList]

    /// In MP4 and MOV the last part of the stream's name is the number of its track.
    var trackID: UInt64? { id.lastIndex(of: "/").flatMap { UInt64(id[id.index(after: $0)...]) } }

    /// For messages: `audio stream 2 (audio/mpeg, en)`.
    func title(number: Int) -> String {
        let language = tags.lazy.compactMap { $0.string("language-code") }.first
        return "\(kind) stream \(number) (\(caps.mediaType)\(language.map { ", \($0)" } ?? ""))"
    }

    static func kind(of caps: Caps) -> Kind {
        let type = caps.mediaType
        return switch true {
        case type.hasPrefix("video/"), type.hasPrefix("image/"): .video
        case type.hasPrefix("audio/"): .audio
        case type.hasPrefix("text/"), type.hasPrefix("subpicture/"), type.hasPrefix("application/x-ssa"),
            type.hasPrefix("application/x-ass"), type.hasPrefix("application/x-usf"), type.hasPrefix("application/x-sub"),
            type.hasPrefix("closedcaption/"):
            .subtitle
        default: .other
        }
    }
}

/// What a file holds.
struct Media: Sendable {
    /// In the file's own order.
    var streams: [MediaStream]
    var duration: ClockTime?
    var header: FileHeader

    /// The file itself, where its tracks can be taken over into an output of the same kind.
    private(set) var movie: MovieFile?

    /// Whether it is a picture by itself.
    var isStill: Bool { header.kind.isPicture }

    var videos: [MediaStream] { streams.filter { $0.kind == .video } }

    func movie(for container: Container) -> MovieFile? { container == .mp4 || container == .mov ? movie : nil }

    /// Says what is wrong with a path that cannot be a video, without opening GStreamer.
    static func check(_ path: String) throws(HostError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw errno == ENOENT
                ? HostError("there is no such file", advice: "check the path")
                : HostError(String(cString: strerror(errno)), advice: "check the path")
        }
        if status.st_mode & S_IFMT == S_IFDIR {
            throw HostError("it is a directory", advice: "name the files in it, such as \(path)/*.mp4")
        }
        guard access(path, R_OK) == 0 else {
            throw HostError("it cannot be read: \(String(cString: strerror(errno)))", advice: "check its permissions")
        }
        if status.st_mode & S_IFMT == S_IFREG, status.st_size == 0 {
            throw HostError("the file is empty", advice: "check where it came from")
        }
    }

    /// Reads a file as far as its first video frames.
    static func inspect(_ path: String) async throws(HostError) -> Media {
        try check(path)
        let header = try FileHeader.check(path)
        do {
            var media = try await Inspection(path).run(header)
            if header.kind == .movie, let movie = MovieFile(path), MovieMerge.canTake(movie) { media.movie = movie }
            return media
        } catch {
            throw HostError(wrapping: error)
        }
    }
}

/// The short pipeline that looks into a file.
private struct Inspection {
    private struct State {
        var pads: [Pad] = []
        /// Video pads that have not shown a frame yet.
        var waiting = 0
    }

    private let pipeline = Pipeline()
    private let path: String
    private let parser: Element
    private let state = Monitor(State())

    init(_ path: String) throws {
        self.path = path
        parser = try Element("parsebin")
        let weak = Unowned(pipeline)
        parser.onPadAdded { [state] pad in
            let isVideo = MediaStream.kind(of: pad.caps ?? pad.possibleCaps) == .video
            state.withLock {
                $0.pads.append(pad)
                if isVideo { $0.waiting += 1 }
            }
            let first = Monitor(true)
            pad.onBuffer { _ in
                let isFirst = first.withLock { first in
                    defer { first = false }
                    return first
                }
                if isFirst { Inspection.seen(isVideo, state, weak) }
            }
            // Only a failure to allocate gets here; the pad then stays unlinked and the demuxer reports it.
            try? Inspection.drain(pad, into: weak.value)
        }
    }

    /// Tells the reader of the bus when each video has shown a frame; no buffer flows before every pad is there.
    private static func seen(_ isVideo: Bool, _ state: Monitor<State>, _ pipeline: Unowned<Pipeline>) {
        let done = state.withLock { state in
            if isVideo { state.waiting -= 1 }
            return state.waiting == 0
        }
        if done { pipeline.value?.postApplicationMessage("inspected") }
    }

    func run(_ header: FileHeader) async throws -> Media {
        defer { pipeline.stop() }
        pipeline.start(thenReading: path, with: parser)
        for await message in pipeline.bus {
            switch message.content {
            case .error(let failure): throw HostError(failure)
            case .application("inspected"), .endOfStream: return media(header)
            case .application("not-started"): throw HostError.notStarted
            default: break
            }
        }
        throw HostError("it cannot be read")
    }

    private func media(_ header: FileHeader) -> Media {
        let streams = state.withLock { $0.pads }.compactMap { pad -> MediaStream? in
            guard let id = pad.streamID else { return nil }
            let caps = pad.caps ?? pad.possibleCaps
            return MediaStream(id: id, kind: MediaStream.kind(of: caps), caps: caps, tags: pad.tags)
        }
        return Media(streams: streams.sorted { $0.id < $1.id }, duration: pipeline.duration, header: header)
    }

    /// Lets the demuxer go on until every stream is known; the queue takes what comes before.
    private static func drain(_ pad: Pad, into pipeline: Pipeline?) throws {
        guard let pipeline else { return }
        let queue = try pipeline.add(Element.unboundedQueue())
        let sink = try pipeline.add(Element("fakesink"))
        try sink.set("async", false)
        try queue.link(to: sink)
        try sink.followParentState()
        try queue.followParentState()
        if let entry = queue.pad("sink") { try pad.link(to: entry) }
    }
}

extension Pipeline {
    /// Starts everything but `source ! parser`, then these: whatever they are linked to when data comes must be ready.
    ///
    /// A failure is on the bus too, with its reason, so there is nothing to throw.
    func start(thenReading path: String, with parser: Element) {
        do {
            try setState(.playing)
            let source = try add(Element("filesrc"))
            try source.set("location", path)
            try add(parser)
            try source.link(to: parser)
            try parser.followParentState()
            try source.followParentState()
        } catch {
            postApplicationMessage("not-started")
        }
    }
}

/// Breaks the cycle pipeline → element → callback → pipeline.
struct Unowned<Value: AnyObject & Sendable>: Sendable {
    weak let value: Value?

    init(_ value: Value) {
        self.value = value
    }
}

extension Element {
    /// A queue that never makes its source wait: what passes is small and bounded by the file's interleaving.
    static func unboundedQueue() throws(GStreamerError) -> Element {
        let queue = try Element("queue")
        for limit in ["max-size-buffers", "max-size-bytes", "max-size-time"] { try queue.set(limit, 0) }
        return queue
    }
}
