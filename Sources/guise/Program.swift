import FaceInference
import GStreamer
import Glibc
import GuiseElement

/// The command line of `guise`: finds the command and turns its outcome into an exit status.
enum Program {
    static let version = guiseVersion

    private static let help = """
        Usage:
          guise COMMAND [OPTION…] …

        Finds the faces in videos and hides them.

        Commands:
          anonymize INPUT…            \(Anonymize.summary)
          detect INPUT…               \(Detect.summary)
          verify ORIGINAL RESULT      \(Verify.summary)
          run FILE|LINE [NAME=VALUE…] \(Run.summary)

        Options:
          --help, -h                  this text; guise COMMAND --help tells more about a command
          --version                   the versions of guise, GStreamer and OpenVINO

        Examples:
          guise anonymize party.mp4
          guise detect party.mp4 -o faces.jsonl
          guise verify party.mp4 party.anonymised.mp4
          guise run camera-mosaic

        """

    static func run(_ words: [String]) async -> Int32 {
        guard let command = words.first else {
            Terminal.write(help, to: STDERR_FILENO)
            return 2
        }
        if command == "--help" || command == "-h" || command == "help" {
            return Terminal.write(help, to: STDOUT_FILENO) ? 0 : 1
        }
        do {
            try Registry.start()
        } catch {
            Terminal.say("guise: \(error)")
            return 1
        }
        // Where there is no display, autovideosink tries DirectFB, whose library then crashes the process.
        Registry.neverChoose("dfbvideosink")
        guard registerGuise() else {
            Terminal.say("guise: the element guise cannot be registered with GStreamer")
            return 1
        }
        let rest = Array(words.dropFirst())
        do throws(Options.Outcome) {
            switch command {
            case "anonymize", "anonymise": return try await Anonymize.run(rest)
            case "detect": return try await Detect.run(rest)
            case "verify": return try await Verify.run(rest)
            case "run": return try await Run.run(rest)
            case "--version":
                let text = "guise \(version)\nGStreamer \(Registry.version)\nOpenVINO \(openVINOVersion())\n"
                return Terminal.write(text, to: STDOUT_FILENO) ? 0 : 1
            default:
                let isFile = access(command, F_OK) == 0
                throw .wrong("there is no command \(command)" + (isFile ? "; try guise anonymize \(command)" : ""))
            }
        } catch {
            switch error {
            case .help(let text): return Terminal.write(text, to: STDOUT_FILENO) ? 0 : 1
            case .wrong(let text):
                let isCommand = ["anonymize", "anonymise", "detect", "verify", "run"].contains(command)
                Terminal.say("guise: \(text); see guise \(isCommand ? "\(command) " : "")--help")
                return 2
            }
        }
    }
}
