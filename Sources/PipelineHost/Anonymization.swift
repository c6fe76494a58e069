import GStreamer

/// One file to anonymise, and how.
public struct AnonymizationJob: Sendable {
    public var input: String
    public var output: String
    public var overwrite = false
    public var keepLocation = false
    public var encoding = EncodingSettings()
    /// Where a line of JSON for each frame goes.
    public var report: String?
    /// Properties of the element `guise`, as text.
    public var properties: [(name: String, value: String)] = []
    /// The element that hides the faces; tests put others in its place.
    package var hider = "guise"

    public init(input: String, output: String) {
        self.input = input
        self.output = output
    }
}

/// How far a job has come.
public struct Progress: Sendable {
    public var frames = 0
    /// Faces in the last frame.
    public var facesNow = 0
    /// Faces over all frames.
    public var faces = 0
    public var position: ClockTime?
    public var duration: ClockTime?
}

/// What a finished job says about its result.
public struct AnonymizationResult: Sendable {
    public var frames: Int
    public var faces: Int
    /// What the result lacks or has otherwise than the source, one line each.
    public var notes: [String]
}

extension AnonymizationJob {
    /// Anonymises the file; the output appears under its name only when every frame is in it.
    ///
    /// `progress` is called for each frame on a streaming thread.
    public func run(progress: @escaping @Sendable (Progress) -> Void) async throws(HostError) -> AnonymizationResult {
        try Media.check(input)
        guard let container = Container(fileExtension: OutputName.fileExtension(of: output)) else {
            throw HostError(
                "\(output) has no ending that says what to write",
                advice: "end it in .mp4, .mov, .mkv, .webm, .avi, .jpg or .png")
        }
        if PendingFile.sameFile(input, output) {
            throw HostError("the output is the input itself", advice: "choose another name with -o")
        }
        if let report {
            for (path, name) in [(input, "input"), (output, "output")] where PendingFile.sameName(report, path) {
                throw HostError("the report would be the \(name) itself", advice: "choose another name with --report")
            }
        }
        let file = try PendingFile(output, overwrite: overwrite)
        let report = try self.report.map { path throws(HostError) in try FrameReport(path, overwrite: overwrite) }
        let media = try await Media.inspect(input)
        do {
            guard let movie = media.movie(for: container) else {
                let transcoding = try Transcoding(
                    job: self, media: media, container: container, path: file.temporaryPath, report: report, progress: progress)
                let result = try await transcoding.run()
                try report?.finish(self, hider: transcoding.hiders.first, frames: result.frames)
                try file.commit()
                return result
            }
            // The new pictures first, in a file of their own; then everything else joins them.
            let pictures = try PendingFile(output, overwrite: overwrite)
            let transcoding = try Transcoding(
                job: self, media: media, container: container, path: pictures.temporaryPath, onlyVideo: true, report: report,
                progress: progress)
            let result = try await transcoding.run()
            guard let rendered = MovieFile(pictures.temporaryPath),
                let merge = MovieMerge(
                    rendered: rendered, source: movie, videoIDs: media.videos.compactMap(\.trackID), keepLocation: keepLocation)
            else { throw HostError("the new pictures do not fit the old tracks", advice: "try an output that ends in .mkv") }
            try merge.write(to: file.temporaryPath)
            try report?.finish(self, hider: transcoding.hiders.first, frames: result.frames)
            try file.commit()
            return result
        } catch {
            throw HostError(wrapping: error)
        }
    }
}
