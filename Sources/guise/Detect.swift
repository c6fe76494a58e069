import GStreamer
import Glibc
import GuiseElement
import PipelineHost

/// `guise detect`: lists the faces of every frame.
enum Detect {
    static let summary = "Lists the faces of every frame, one line of JSON each."

    static func options() -> Options {
        let options = Options(
            "guise detect", parameters: "INPUT… [-o FILE]", summary: summary,
            notes: """
                Each line is {"file","frame","pts","width","height","faces":[{"x","y","w","h","score","id",
                "landmarks":{"right_eye":[x,y],"left_eye":…,"nose":…,"right_mouth":…,"left_mouth":…}}]}.
                Positions are in pixels from the top left of the picture as it is shown, turned the way
                the file says; right and left are the person's own; pts is in seconds.

                Examples:
                  guise detect party.mp4
                  guise detect *.jpg -o faces.jsonl --detector accurate
                  guise detect party.mp4 | jq '.faces | length'

                Exit status: 0 when every file is done, 1 when one failed, 2 for wrong options, 130 after Ctrl-C.

                """)
        options.addValue("output", letter: "o", "FILE", "where the lines go, complete or not at all [standard output]")
        options.addFlag("overwrite", "replace a FILE that exists")
        ElementOptions.add(to: options, except: ["effects", "mask-scale", "on-doubt", "regions", "lookahead"])
        return options
    }

    static func run(_ words: [String]) async throws(Options.Outcome) -> Int32 {
        let options = options()
        try options.parse(words)
        guard !options.arguments.isEmpty else { throw .wrong("which file? name at least one INPUT") }
        let properties = try ElementOptions.properties(from: options)
        Interrupt.onSignal { PendingFile.discardAllAndExit(130) }
        var file: PendingFile?
        var descriptor = STDOUT_FILENO
        if let path = options.value("output") {
            do {
                let pending = try PendingFile(path, overwrite: options.flag("overwrite"))
                descriptor = open(pending.temporaryPath, O_WRONLY | O_CLOEXEC)
                file = pending
            } catch {
                Terminal.say("guise: cannot write the list: \(error)")
                return 1
            }
        }
        let lines = LineWriter(descriptor)
        // Files of one size then need the networks made once.
        let networks = models(in: options.value("model-dir"))
        defer { withExtendedLifetime(networks) {} }
        var failures = 0
        for input in options.arguments {
            var job = DetectionJob(input: input)
            job.properties = properties
            do {
                _ = try await job.run { lines.write($0.json) }
            } catch {
                failures += 1
                // Whoever read has had enough: `| head` is no failure to speak of.
                if lines.isUnread { return 1 }
                Terminal.say(
                    "guise: cannot list the faces of \(input): \(lines.failure.map { "the list cannot be written: \($0)" } ?? "\(error)")"
                )
                if lines.failure != nil { return 1 }
            }
        }
        guard failures == 0 else { return 1 }
        do {
            try file?.commit()
        } catch {
            Terminal.say("guise: \(error)")
            return 1
        }
        return 0
    }
}
