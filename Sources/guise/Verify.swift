import GStreamer
import Glibc
import GuiseElement
import PipelineHost

/// `guise verify`: looks whether the faces of an original can still be read in what was made of it.
enum Verify {
    static let summary = "Lists the faces of an original that can still be read in what was made of it."

    static func options() -> Options {
        let options = Options(
            "guise verify", parameters: "ORIGINAL RESULT", summary: summary,
            notes: """
                The detector looks at every frame of ORIGINAL. Whether a face that it finds can be read in
                RESULT, whoever made it, is told by its pixels: by how much of the fine detail is still
                there, over all of the face and over its thirds. Frames are compared that both files show
                at the same time. What the detector does not find in ORIGINAL is not checked.

                A REPORT has a line {"frame","pts","compared","faces":[{"id","x","y","width","height",
                "score","source","readable":"whole"|"part"|"hidden"|"unknown","likeness",
                "part_likeness"}]} for each frame, and a line {"summary"} at its end.

                Examples:
                  guise verify party.mp4 party.anonymised.mp4
                  guise verify party.mp4 hidden.mkv --pictures check/
                  guise verify party.mp4 hidden.mkv --every 5 --report check.jsonl

                Exit status: 0 when no face that was found can be read, 1 when one can, wholly or in part, or
                when the files cannot be compared, 2 for wrong options, 130 after Ctrl-C.

                """)
        options.addValue("pictures", "DIR", "write a picture of each readable face, original and result side by side [none]")
        options.addValue("report", "FILE", "write what was found, a line of JSON for each frame [no report]")
        options.addFlag("overwrite", "replace a report and pictures that exist")
        options.addValue("every", "N", "look at every Nth frame only [1]")
        options.addValue("offset", "SECONDS", "how much later RESULT shows a frame than ORIGINAL does; may be negative [0]")
        ElementOptions.add(
            to: options, except: ["detector", "effects", "mask-scale", "on-doubt", "regions", "lookahead", "detect-interval"])
        options.addValue("detector", "fast|accurate", "what finds the faces in ORIGINAL [accurate]")
        return options
    }

    static func run(_ words: [String]) async throws(Options.Outcome) -> Int32 {
        let options = options()
        try options.parse(words)
        guard options.arguments.count == 2 else {
            throw .wrong("name two files: the ORIGINAL, and the RESULT that was made of it")
        }
        var job = VerificationJob(original: options.arguments[0], result: options.arguments[1])
        job.properties = try ElementOptions.properties(from: options)
        if options.value("detector") == "none" { throw .wrong("--detector takes fast or accurate, not none") }
        if let text = options.value("every") {
            guard let every = Int(text), every > 0 else {
                throw .wrong("--every takes a number of frames from 1 on, not \(text)")
            }
            job.every = every
        }
        if let text = options.value("offset") {
            guard let offset = Double(text), offset.magnitude < 1e6 else { throw .wrong("--offset takes seconds, not \(text)") }
            job.offset = offset
        }
        job.pictures = options.value("pictures")
        job.report = options.value("report")
        job.overwrite = options.flag("overwrite")
        Interrupt.onSignal { PendingFile.discardAllAndExit(130) }
        let networks = models(in: options.value("model-dir"))
        defer { withExtendedLifetime(networks) {} }
        let bar = ProgressBar(OutputName.base(of: job.original))
        do {
            let result = try await job.run { bar.show($0) }
            for note in result.notes { Terminal.say("guise: \(note)") }
            let text = text(result, job, detector: options.value("detector") ?? "accurate")
            return Terminal.write(text, to: STDOUT_FILENO) && !result.isReadable ? 0 : 1
        } catch {
            Terminal.say("guise: cannot verify \(job.result) against \(job.original): \(error)")
            return 1
        }
    }

    // MARK: - Text

    private static func text(_ result: Verification, _ job: VerificationJob, detector: String) -> String {
        let looked = "\(counted(result.compared, "frame")) compared, \(result.originalSize.width)×\(result.originalSize.height)"
        let found = result.faces == 0 ? "no face" : "\(counted(result.faces, "face"))"
        var lines = ["\(job.original) and \(job.result): \(looked); the \(detector) detector found \(found) in the original."]
        if result.isReadable {
            lines.append(
                "READABLE in the result: \(result.whole) wholly, \(result.part) in part, in \(counted(result.places.count, "place")):"
            )
            lines += result.places.map(line)
        } else if result.faces > result.plain {
            lines.append("None of these can be read in the result.")
        }
        if result.plain > 0 {
            lines.append(
                "\(counted(result.plain, "face")) of these \(result.plain == 1 ? "is" : "are") too small or too plain to compare."
            )
        }
        lines.append("Faces that the detector did not find in the original were not checked.")
        return lines.joined(separator: "\n") + "\n"
    }

    /// `  0:03.200–0:03.600  bottom left, 96×120 at 412,503: whole in 9 frames, part in 3; clearest at 0:03.400; check/001-3.4s.png`
    private static func line(_ place: Verification.Place) -> String {
        let times = place.first == place.last ? time(place.first) : "\(time(place.first))–\(time(place.last))"
        let frames = [(place.whole, "wholly"), (place.part, "in part")].filter { $0.0 > 0 }
            .map { "\($0.1) in \(counted($0.0, "frame"))" }.joined(separator: ", ")
        func pixels(_ number: Double) -> String { "\(Int(number.rounded()))" }
        let box = "\(pixels(place.width))×\(pixels(place.height)) at \(pixels(place.x)),\(pixels(place.y))"
        let rest = [place.first == place.last ? nil : "clearest at \(time(place.time))", place.picture].compactMap(\.self)
        return "  \(times)  \(place.position), \(box): \(frames)" + rest.map { "; \($0)" }.joined()
    }

    /// Minutes, seconds, and thousandths of them.
    private static func time(_ seconds: Double) -> String {
        let all = Int((seconds * 1000).rounded())
        let (minutes, rest) = (all / 60_000, all % 60_000)
        func padded(_ number: Int, _ digits: Int) -> String {
            String(repeating: "0", count: max(0, digits - "\(number)".count)) + "\(number)"
        }
        return "\(minutes):\(padded(rest / 1000, 2)).\(padded(rest % 1000, 3))"
    }
}
