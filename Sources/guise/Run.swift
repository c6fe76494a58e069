import GStreamer
import Glibc
import PipelineHost

/// `guise run`: runs a pipeline file.
enum Run {
    static let summary = "Runs a pipeline from a file or a line, as gst-launch-1.0 would, to its end."

    static func options() -> Options {
        Options(
            "guise run", parameters: "FILE|LINE [NAME=VALUE…]", summary: summary,
            notes: """
                FILE is a path, or the name of a file in GUISE_PIPELINES, the installed share/guise/pipelines
                or ./pipelines. In it, # begins a comment, lines break anywhere, and ${name},
                ${name:-default} and ${name:?what it is} are filled from the command line; file names
                with spaces need no quoting there. guise run FILE --help tells what FILE takes.
                Ctrl-C ends the stream, so that files get finished; a second one ends at once.

                Examples:
                  guise run file-mosaic input=party.mp4 output=hidden.mp4
                  guise run camera-eyes device=/dev/video2
                  guise run 'videotestsrc num-buffers=90 ! guise ! autovideosink'

                Exit status: 0 when the stream came to its end, 1 after an error, 2 for wrong arguments.

                """)
    }

    static func run(_ words: [String]) async throws(Options.Outcome) -> Int32 {
        let options = options()
        let asksHelp = words.contains("--help") || words.contains("-h")
        if asksHelp, let name = words.first(where: { !$0.hasPrefix("-") }), let file = try? PipelineFolder.read(name) {
            throw .help(help(file))
        }
        try options.parse(words)
        guard let name = options.arguments.first else { throw .wrong("which pipeline? name a FILE or give a LINE") }
        var values: [String: String] = [:]
        for word in options.arguments.dropFirst() {
            guard let sign = word.firstIndex(of: "="), sign != word.startIndex else {
                throw .wrong("\(word) is not NAME=VALUE")
            }
            values[String(word[..<sign])] = String(word[word.index(after: sign)...])
        }
        do throws(HostError) {
            let file = try PipelineFolder.read(name)
            let line: LaunchLine
            do {
                line = try file.line(with: values)
            } catch {
                Terminal.say("guise: \(error)")
                return 2
            }
            let run = try PipelineRun(line)
            let interrupts = Monitor(0)
            Interrupt.onSignal {
                let count = interrupts.withLock { count in
                    count += 1
                    return count
                }
                if count > 1 { PendingFile.discardAllAndExit(130) }
                Terminal.say("guise: finishing; Ctrl-C again ends at once")
                run.finish()
                giveUp(after: 30)
            }
            try await run.run { Terminal.say("guise: warning: \($0)") }
            return 0
        } catch {
            Terminal.say("guise: \(error)")
            return 1
        }
    }

    private static func help(_ file: LaunchFile) -> String {
        let parameters = file.parameters.map { parameter in
            let note = parameter.fallback.map { "[\($0)]" } ?? parameter.meaning ?? "must be given"
            return "  \(parameter.name)=…  \(note)"
        }
        return "\(file.introduction)\n\nParameters:\n\(parameters.isEmpty ? "  none" : parameters.joined(separator: "\n"))\n"
    }

    /// A sink that is stuck, as in a connection that nobody reads, keeps the end of the stream from arriving.
    private static func giveUp(after seconds: UInt32) {
        signal(SIGALRM) { _ in
            let text: StaticString = "guise: the pipeline did not finish; stopped it, and what it wrote may be incomplete\n"
            _ = write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
            _exit(1)
        }
        alarm(seconds)
    }
}
