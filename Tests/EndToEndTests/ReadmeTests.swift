import Foundation
import TestSupport
import Testing

/// Every command that the README shows works as it stands there; one that is added to it is tested too.
struct ReadmeTests {
    /// The lines of the README's ```` ```sh ```` blocks, without comments.
    static let commands: [String] = {
        let text = String(decoding: FileManager.default.contents(atPath: Place.package + "README.md") ?? Data(), as: UTF8.self)
        var commands: [String] = []
        var inside = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                inside = line == "```sh"
            } else if inside {
                let command = (line.range(of: " #").map { line[..<$0.lowerBound] } ?? line).trimmingCharacters(in: .whitespaces)
                if !command.isEmpty, !command.hasPrefix("#") { commands.append(command) }
            }
        }
        return commands
    }()

    /// What a command needs around it to be run in a test.
    enum Kind: Equatable {
        /// Sets up, builds or runs the tests: these are what runs this test, and the first of them what made the sample.
        case outermost
        case camera(device: String)
        /// Goes on until it is interrupted.
        case recording(output: String)
        case plain

        init(_ command: String) {
            let words = command.split(separator: " ").map(String.init)
            func value(_ name: String) -> String? {
                words.first { $0.hasPrefix("\(name)=") }.map { String($0.dropFirst(name.count + 1)) }
            }
            if ["scripts/run", "scripts/test"].contains(command) {
                self = .outermost
            } else if command.hasPrefix("guise run camera-") {
                self = .camera(device: value("device") ?? "/dev/video0")
            } else if command.contains("rtsp://"), let output = value("output") {
                self = .recording(output: output)
            } else {
                self = .plain
            }
        }
    }

    @Test func hasAnExampleForEachUse() {
        let text = Self.commands.joined(separator: "\n")
        for word in [
            "scripts/run", "scripts/test", "scripts/env", "guise anonymize", "guise detect", "guise run", "gst-launch-1.0",
            "rtsp",
            "camera", "accurate", "eyes",
        ] {
            #expect(text.contains(word))
        }
    }

    @Test(arguments: commands)
    func works(command: String) throws {
        switch Kind(command) {
        case .outermost:
            #expect(FileManager.default.isExecutableFile(atPath: Place.package + command))
            #expect(try run(Place.package + command, ["--help"]).status == 0)
        case .camera(let device):
            guard !FileManager.default.fileExists(atPath: device) else {
                try Test.cancel("\(device) is there, and would be shown")
            }
            let result = try Self.shell(command, in: Self.folder())
            #expect(result.status == 1 && result.errors.contains(device), "\(result.errors)")
        case .recording(let output):
            let local = command.replacing("127.0.0.1:8554", with: "127.0.0.1:$port")
            #expect(local != command)
            let folder = try Self.folder()
            let result = try Self.shell(
                """
                \(Camera.start())
                \(local) & job=$!
                \(waitFor(output, 150_000, job: "$job"))
                kill -INT $job; wait $job
                """, in: folder)
            #expect(result.status == 0, "\(result.errors)")
            #expect(try Probe(folder.file(output)).frameCount() > 3)
        case .plain:
            let folder = try Self.folder()
            let before = try contents(of: folder)
            let result = try Self.shell(command, in: folder)
            #expect(result.status == 0, "\(result.errors)")
            let isSilent = !result.output.isEmpty || command.hasPrefix("eval") || command.contains("fakesink")
            #expect(try isSilent || contents(of: folder) != before, "nothing was made")
        }
    }

    @Test func putsEverythingOnThePathsOfAShell() throws {
        let result = try run(
            "bash",
            [
                "-c",
                """
                eval "$(scripts/env)"
                guise --version && gst-inspect-1.0 guise && ls "$GUISE_MODELS" "$GUISE_PIPELINES" && command -v guise
                """,
            ], environment: ["GST_PLUGIN_PATH": "", "GUISE_MODELS": "", "GUISE_PIPELINES": ""], folder: Place.package)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains(Stage.path + "/bin/guise") && result.output.contains("file-mosaic"))
    }

    @Test func installsUnderAPrefixAndTakesItAwayAgain() throws {
        let (prefix, scratch) = (try TemporaryFolder(), try TemporaryFolder())
        // Only what is installed: no variable of this shell.
        let bare = "env -i HOME=\(scratch.path) PATH=\(prefix.path)/bin:/usr/bin:/bin"
        let result = try run(
            "bash",
            [
                "-c",
                """
                set -e
                \(Place.package)scripts/install \(prefix.path) >&2
                \(bare) guise anonymize \(Place.astronaut) -o out.png
                \(bare) guise run 'videotestsrc num-buffers=2 ! guise ! fakesink'
                \(bare) guise run file-mosaic --help
                \(bare) GST_PLUGIN_PATH=\(prefix.path)/lib/gstreamer-1.0 gst-launch-1.0 -q videotestsrc num-buffers=2 ! guise ! fakesink
                \(Place.package)scripts/install --uninstall \(prefix.path) >&2
                """,
            ], folder: scratch.path)
        #expect(result.status == 0, "\(result.errors)")
        try expectHidden(in: scratch.file("out.png"), of: Place.astronaut, likeness: .greatestFiniteMagnitude)
        #expect(try contents(of: prefix).isEmpty)
    }

    /// The files of which the README speaks.
    private static func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let files = FileManager.default
        try files.createSymbolicLink(atPath: folder.file("scripts"), withDestinationPath: Place.package + "scripts")
        try files.copyItem(atPath: Stage.sample, toPath: folder.file("talk.mp4"))
        try files.copyItem(atPath: Clip.still("jpg").path(), toPath: folder.file("photo.jpg"))
        try files.createDirectory(atPath: folder.file("recordings"), withIntermediateDirectories: false)
        for name in ["one", "two"] {
            try files.copyItem(atPath: Clip.mp4.path(), toPath: folder.file("recordings/\(name).mp4"))
        }
        return folder
    }

    private static func shell(_ command: String, in folder: TemporaryFolder) throws -> CommandResult {
        defer { withExtendedLifetime(folder) {} }
        return try Stage.shell(command, folder: folder.path)
    }
}
