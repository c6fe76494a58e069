import GStreamer

/// An original and what was made of it, to be looked at face by face.
public struct VerificationJob: Sendable {
    public var original: String
    public var result: String
    /// Looks at every so-manieth frame of the original, from the first.
    public var every = 1
    /// Seconds by which the result shows a frame later than the original does.
    public var offset = 0.0
    /// Properties of the element `guise` that looks at the original, as text.
    public var properties: [(name: String, value: String)] = []
    /// The folder for pictures of what can be read.
    public var pictures: String?
    /// Where a line of JSON for each frame goes.
    public var report: String?
    public var overwrite = false
    /// The element that finds the faces; tests put others in its place.
    package var finder = "guise"

    public init(original: String, result: String) {
        self.original = original
        self.result = result
    }
}

/// What of an original's faces can be read in a result.
public struct Verification: Sendable {
    /// A face that can be read, for a while.
    public struct Place: Sendable {
        /// In seconds.
        public var first: Double
        public var last: Double
        /// Frames in which it can be read wholly, and in part.
        public var whole: Int
        public var part: Int
        /// Where it can be read best, and when: pixels of the original as it is shown.
        public var time: Double
        public var x: Double
        public var y: Double
        public var width: Double
        public var height: Double
        /// Where that is in the picture, in words.
        public var position: String
        /// The picture of it, where pictures were asked for.
        public var picture: String?
    }

    /// Frames of the original that were looked at, and those of them that the result has too.
    public var frames = 0
    public var compared = 0
    /// Faces that were found in frames that were compared, each counted in every frame; `plain` have no detail to compare.
    public var faces = 0
    public var whole = 0
    public var part = 0
    public var plain = 0
    public var places: [Place] = []
    /// The pictures' sizes as they are shown.
    public var originalSize = (width: 0, height: 0)
    public var resultSize = (width: 0, height: 0)
    /// What does not fit, one line each.
    public var notes: [String] = []

    public var isReadable: Bool { whole + part > 0 }
}

extension VerificationJob {
    /// Looks at every frame; `progress` is called for each on a streaming thread.
    public func run(progress: @escaping @Sendable (Progress) -> Void) async throws(HostError) -> Verification {
        try check()
        let folder = try pictures.map { path throws(HostError) in try PictureFolder(path, overwrite: overwrite) }
        let lines = try report.map { path throws(HostError) in try LineFile(path, overwrite: overwrite, option: "--report") }
        let finder = try of(original) { () throws(HostError) in try Element.finder(of: self.finder, lookingAtAll(properties)) }
        let comparison = Comparison(job: self, folder: folder, lines: lines, progress: progress)
        let one = try of(original) { () throws(HostError) in try comparison.original(finder) }
        let other = try of(result) { () throws(HostError) in try comparison.result() }

        // What the original's frames are compared with must flow before they do.
        other.start()
        one.start()
        let resultEnd = Task { [result] () -> HostError? in
            do throws(HostError) {
                try await of(result) { () async throws(HostError) in try await other.finish { comparison.isOver } }
                return nil
            } catch {
                comparison.stop()
                return error
            }
        }
        var failure: HostError?
        do throws(HostError) {
            try await of(original) { () async throws(HostError) in try await one.finish { comparison.isOver } }
        } catch {
            failure = error
        }
        if failure != nil || comparison.isOver {
            comparison.stop()
            other.cancel()
        }
        let otherFailure = await resultEnd.value
        if let failure = comparison.failure ?? otherFailure ?? failure { throw failure }
        let sightings = try comparison.end(one, other)
        try await checkOrder(sightings)
        return try comparison.verification(settings: ReportTotal.settings(of: finder))
    }

    /// What needs no look into the files.
    private func check() throws(HostError) {
        for path in [original, result] {
            try of(path) { () throws(HostError) in try Media.check(path) }
        }
        if PendingFile.sameFile(original, result) {
            throw HostError("\(original) and \(result) are one and the same file", advice: "name the original, then the result")
        }
        let kinds = [original, result].map { FileHeader(path: $0).kind.isPicture }
        if kinds[0] != kinds[1] {
            let (picture, video) = kinds[0] ? (original, result) : (result, original)
            throw HostError("\(picture) is a picture, \(video) is none", advice: "name an original and what was made of it")
        }
        for path in [original, result] {
            if let report, PendingFile.sameName(report, path) {
                throw HostError("the report would be \(path) itself", advice: "choose another name with --report")
            }
        }
    }

    /// Nothing but what the caller asks for keeps the element from a full look at each frame.
    private func lookingAtAll(_ properties: [(name: String, value: String)]) -> [(name: String, value: String)] {
        let isGuise = finder == "guise"
        return (isGuise ? [("detector", "accurate"), ("detect-interval", "1")] : []) + properties
    }

    /// Says which file a failure is about.
    private func of<Result>(
        _ path: String, _ body: () async throws(HostError) -> Result
    ) async throws(HostError) -> Result {
        do throws(HostError) {
            return try await body()
        } catch {
            throw HostError("\(path): \(error.reason)", advice: error.advice)
        }
    }

    private func of<Result>(_ path: String, _ body: () throws(HostError) -> Result) throws(HostError) -> Result {
        do throws(HostError) {
            return try body()
        } catch {
            throw HostError("\(path): \(error.reason)", advice: error.advice)
        }
    }

    /// Fails where the result shows more faces than the original: then they have changed places, or belong to each other not at all.
    ///
    /// Detectors take many mosaics for faces too, but for less sure ones: over 40 clips, results had half of the score at most.
    private func checkOrder(_ sightings: [Int64: Double]) async throws(HostError) {
        guard !sightings.isEmpty else { return }
        // A few frames from all over are enough to tell.
        let step = max(1, (sightings.count + 15) / 16)
        var job = DetectionJob(input: result)
        job.every = every * step
        job.finder = finder
        job.properties = lookingAtAll(properties)
        let sums = Monitor((frames: 0, original: 0.0, result: 0.0))
        let offset = Int64(offset * 1e9)
        _ = try await of(result) { () async throws(HostError) in
            try await job.run { record in
                let time = Int64(((record.time ?? 0) * 1e9).rounded()) - offset
                let near = (-2...2).lazy.compactMap { sightings[Comparison.key(time) + $0] }.first
                guard let near else { return true }
                sums.withLock {
                    $0.frames += 1
                    $0.original += near
                    $0.result += record.faces.reduce(0) { $0 + ($1.score ?? 1) }
                }
                return true
            }
        }
        let sum = sums.withLock { $0 }
        guard sum.result > 1.08 * sum.original + min(0.5, 0.05 * Double(sum.frames)) else { return }
        throw HostError(
            "\(result) shows more faces than \(original)", advice: "name the original first, then what was made of it")
    }
}
