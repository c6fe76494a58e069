import GStreamer
import Glibc

/// The pipeline of one job: video through the hider and an encoder, everything else copied, all into one muxer.
///
/// ```
/// filesrc ! parsebin ─ video ─ queue ! decodebin ! videoconvert ! guise ! [videoflip !] encoder ! [parser !] queue ─┐
///                    ─ audio, subtitles ─ queue ────────────────────────────────────────────────────────────────── muxer ! filesink
/// ```
struct Transcoding {
    let job: AnonymizationJob
    let media: Media
    let container: Container
    /// Whether what is copied is left to whoever has the source's tracks.
    let onlyVideo: Bool
    let pipeline = Pipeline()
    let counts: Counts
    private let report: FrameReport?
    private(set) var hiders: [Element] = []
    private(set) var notes: [String] = []
    /// The muxer, or for pictures the file itself.
    private let end: Element
    private let parser: Element
    /// Where each of the source's streams goes.
    private var entries: [String: Pad] = [:]

    init(
        job: AnonymizationJob, media: Media, container: Container, path: String, onlyVideo: Bool = false,
        report: FrameReport?, progress: @escaping @Sendable (Progress) -> Void
    ) throws {
        self.onlyVideo = onlyVideo
        self.report = report
        self.job = job
        self.media = media
        self.container = container
        parser = try Element("parsebin")
        counts = Counts(duration: media.duration, progress: progress)
        let sink = try pipeline.add(Element("filesink"))
        try sink.set("location", path)
        if let name = container.muxer {
            end = try pipeline.add(Element(name))
            try end.link(to: sink)
        } else {
            end = sink
        }
        try checkStreams()
        for (index, stream) in media.streams.enumerated() {
            switch stream.kind {
            case .video: entries[stream.id] = try addVideo(stream)
            case .audio, .subtitle: entries[stream.id] = try addCopy(stream, number: index + 1)
            case .other: notes.append("left out \(stream.title(number: index + 1))")
            }
        }
        let isLocated =
            media.movie?.movie.places.isEmpty == false
            || media.streams.contains { $0.tags.contains { $0.contains("geo-location-latitude") } }
        if job.keepLocation, isLocated, container != .mp4, container != .mov {
            notes.append("left out where it was filmed: only .mp4 and .mov can say it here")
        }
        watchParser()
        if let report { pipeline.bus.onMessage { report.take($0) } }
    }

    private func checkStreams() throws {
        let videos = media.videos
        guard !videos.isEmpty else { throw HostError.noVideo }
        if container.isPicture,
            videos.count + media.streams.count != 2 || VideoCodec(videos[0].caps) != .mjpeg && VideoCodec(videos[0].caps) != .png
        {
            throw HostError("a single picture cannot hold a clip", advice: "end the output in .mp4 or .mkv")
        }
    }

    private func watchParser() {
        let isMatroska = media.header.kind == .matroska
        parser.onPadAdded { [entries, counts, pipeline = Unowned(pipeline)] pad in
            if isMatroska { Transcoding.keepStart(of: pad) }
            if MediaStream.kind(of: pad.caps ?? pad.possibleCaps) == .video {
                pad.onBuffer { if !$0.isDecodeOnly { counts.packet() } }
            }
            pad.onBuffer { counts.reach($0) }
            do {
                guard let id = pad.streamID, let entry = entries[id] else {
                    let sink = try pipeline.value?.add(Element("fakesink"))
                    try sink?.set("async", false)
                    try sink?.followParentState()
                    if let entry = sink?.pad("sink") { try pad.link(to: entry) }
                    return
                }
                try pad.link(to: entry)
            } catch {
                pipeline.value?.postApplicationMessage("link-failed")
            }
        }
    }

    /// Matroska's timestamps are what is shown, but its demuxer first takes the first one for the start of the stream.
    static func keepStart(of pad: Pad) {
        pad.probeEvents { event in
            guard var segment = event.segment, segment.time == ClockTime(nanoseconds: 0) else { return .pass }
            segment.start = ClockTime(nanoseconds: 0)
            return .replace(.segment(segment))
        }
    }

    // MARK: - Branches

    /// Decodes, hides, encodes; gives the pad that takes the parsed stream.
    private mutating func addVideo(_ stream: MediaStream) throws -> Pad? {
        let codec = try VideoCodec.choose(wish: job.encoding.codec, source: VideoCodec(stream.caps), container: container)
        guard let encoderName = codec.installedEncoder else { throw GStreamerError.missingElement(codec.encoders[0]) }
        let queue = try Element("queue")
        // Only so much that reading does not wait for decoding; frames are large behind it.
        try queue.set("max-size-buffers", 30)
        try queue.set("max-size-bytes", 0)
        try queue.set("max-size-time", 0)
        let decoder = try Element("decodebin")
        let converter = try Element("videoconvert")
        let hider = try Element(job.hider)
        for property in job.properties { try hider.set(property.name, property.value) }
        let encoder = try Element(encoderName)
        let threads = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        for property in job.encoding.properties(of: encoderName, threads: threads) where encoder.hasProperty(property.name) {
            try encoder.set(property.name, property.value)
        }
        var chain = [converter]
        if let format = pixelFormat(for: codec, of: stream) {
            let filter = try Element("capsfilter")
            try filter.set("caps", format)
            chain.append(filter)
        }
        chain.append(hider)
        if !container.keepsOrientation, isTurned(stream) {
            let flip = try Element("videoflip")
            try flip.set("video-direction", "auto")
            chain.append(flip)
            if !container.isPicture {
                notes.append("turned the pixels upright, because .\(container.rawValue) cannot say how they are turned")
            }
        }
        // ProRes is 4:2:2 in ten bits, which the element does not take: converted behind it.
        if codec == .prores { chain.append(try Element("videoconvert")) }
        chain.append(encoder)
        if let parser = codec.parser, Registry.elementExists(parser) { chain.append(try Element(parser)) }
        try pipeline.add(queue)
        try pipeline.add(decoder)
        try queue.link(to: decoder)
        let buffer = try Element.unboundedQueue()
        chain.append(buffer)
        try pipeline.addChain(chain)
        let isLimited = VideoCodec(stream.caps) == .mjpeg ? queue.pad("sink").map { VideoRepairs.limitedRange(of: $0) } : nil
        decoder.onPadAdded { [converter, isStill = media.isStill, pipeline = Unowned(pipeline)] pad in
            guard let entry = converter.pad("sink") else { return }
            if let isLimited { VideoRepairs.nameRange(isLimited, on: entry) }
            VideoRepairs.nameMatrix(on: entry)
            if codec == .mjpeg { VideoRepairs.forceRangeConversion(on: entry) }
            if isStill { VideoRepairs.showStill(on: entry) }
            if (try? pad.link(to: entry)) == nil { pipeline.value?.postApplicationMessage("link-failed") }
        }
        watch(hider, last: buffer, codec)
        report?.watch(hider, number: media.videos.count > 1 ? hiders.count : nil, in: pipeline)
        hiders.append(hider)
        if encoderName == "avenc_mpeg4" { VideoRepairs.keepTimes(through: encoder) }
        let entry = try connect(buffer, template: "video_%u")
        if let scale = timescale(of: stream), let entry { try entry.set("trak-timescale", "\(scale)") }
        return queue.pad("sink")
    }

    /// What the frames are converted to before their faces are hidden; nil to leave them as they are.
    private func pixelFormat(for codec: VideoCodec, of stream: MediaStream) -> String? {
        if codec == .mjpeg { return VideoRepairs.jpegFormats }
        let format = stream.caps.structures.first
        let isEven = format.map { ($0.integer("width") ?? 1) % 2 == 0 && ($0.integer("height") ?? 1) % 2 == 0 } ?? false
        // Few players show the 4:4:4 that the colours of a picture would be encoded in.
        return media.isStill && !container.isPicture && isEven ? "video/x-raw, format=I420" : nil
    }

    private func watch(_ hider: Element, last: Element, _ codec: VideoCodec) {
        hider.pad("sink")?.onBuffer { [counts] _ in counts.decoded() }
        hider.pad("src")?.onBuffer { [counts] buffer in counts.shown(buffer) }
        // Behind the parser: whatever is lost on the way is missed.
        last.pad("src")?.onBuffer { [counts] buffer in
            // Theora's headers are packets of their own; H.264's are in its key frames, which are marked as well.
            if !buffer.isDecodeOnly, !(buffer.isHeader && codec == .theora) { counts.encoded() }
        }
    }

    /// Takes a stream over as it is; gives the pad that takes it, nil where it need not pass.
    private func addCopy(_ stream: MediaStream, number: Int) throws -> Pad? {
        guard let muxer = container.muxer else { return nil }
        // What is in such a file can be in another: the muxers know less than the format allows.
        if onlyVideo, Container(fileExtension: OutputName.fileExtension(of: job.input)) == container { return nil }
        let plain = PlainText(stream.caps)
        let caps = plain?.caps ?? stream.caps
        func template(of muxer: String) -> String? {
            Element.sinkTemplates(of: muxer).first { $0.caps.intersects(caps) }?.name
        }
        guard let template = template(of: muxer) else {
            let holder = [Container.mov, .mkv].first { $0 != container && $0.muxer.flatMap(template) != nil }
            throw HostError(
                ".\(container.rawValue) cannot hold \(stream.title(number: number))",
                advice: holder.map { "try an output that ends in .\($0.rawValue)" } ?? "remove that stream first")
        }
        if onlyVideo { return nil }
        let queue = try pipeline.add(Element.unboundedQueue())
        let first = try plain.map { try pipeline.add($0.converter()) } ?? queue
        if first != queue { try first.link(to: queue) }
        if stream.kind == .audio, let entry = queue.pad("sink") { PacketDurations.complete(on: entry, caps: stream.caps) }
        try connect(queue, template: template)
        return first.pad("sink")
    }

    /// The last link of a branch: into a pad of the muxer, in the source's order, or into the file.
    @discardableResult
    private func connect(_ last: Element, template: String) throws -> Pad? {
        guard container.muxer != nil else {
            try last.link(to: end)
            return nil
        }
        let entry = try end.requestPad(template)
        let hidden = job.keepLocation ? Transcoding.pictureTags : Transcoding.pictureTags + Transcoding.locationTags
        entry.onTags { $0.removing(hidden) }
        VideoRepairs.nameChromaSite(on: entry)
        guard let exit = last.pad("src") else { throw GStreamerError.noPad(element: last.name, pad: "src") }
        try exit.link(to: entry)
        return entry
    }

    /// Ticks a second in which the source's times are whole numbers; nil where the output has no such setting.
    private func timescale(of stream: MediaStream) -> UInt64? {
        guard container == .mp4 || container == .mov else { return nil }
        if media.header.kind == .matroska { return 90_000 }
        let track = media.movie?.tracks.first { $0?.id == stream.trackID }
        // Beyond this the 32-bit durations of long frames overflow.
        return track.flatMap { $0?.timescale }.flatMap { (100...1_000_000).contains($0) ? $0 : nil }
    }

    private func isTurned(_ stream: MediaStream) -> Bool {
        stream.tags.contains { ($0.string("image-orientation") ?? "rotate-0") != "rotate-0" }
    }

    /// Cover art and thumbnails show faces; unknown private data may hold either.
    private static let pictureTags = [
        "image", "preview-image", "attachment", "private-data", "private-qt-tag", "private-id3v2-frame",
    ]
    private static let locationTags = [
        "geo-location-latitude", "geo-location-longitude", "geo-location-elevation", "geo-location-name",
        "geo-location-country", "geo-location-city", "geo-location-sublocation", "geo-location-horizontal-error",
        "geo-location-movement-direction", "geo-location-movement-speed", "geo-location-capture-direction",
        "extended-comment",
    ]

    // MARK: - Running

    func run() async throws -> AnonymizationResult {
        defer { pipeline.stop() }
        pipeline.start(thenReading: job.input, with: parser)
        loop: for await message in pipeline.bus {
            switch message.content {
            case .endOfStream: break loop
            case .error(let failure): throw HostError(failure)
            case .application("not-started"): throw HostError.notStarted
            case .application("link-failed"): throw HostError.undecodable
            case .application("report-failed"): throw report?.failure ?? HostError("the report cannot be written")
            default: break
            }
        }
        // NULL closes the file, and with it come late write errors.
        pipeline.stop()
        return try counts.result(
            mayDrop: job.properties.contains { $0.name == "on-doubt" && $0.value == "drop" }, countsPackets: !media.isStill,
            notes: notes)
    }
}
