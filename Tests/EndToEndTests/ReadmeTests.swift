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
    enum Kind {
        /// Sets up, builds or runs the tests: these are what runs this test, and the first of them what made the sample.
        case outermost
        case camera(device: String)
        /// Goes on until it is interrupted.
        case network
        case plain

        init(_ command: String) {
            if ["scripts/run", "scripts/test"].contains(command) {
                self = .outermost
            } else if command.hasPrefix("guise run camera-") {
                self = .camera(device: ReadmeTests.value("device", in: command) ?? "/dev/video0")
            } else if command.contains("rtsp://") || command.contains("udp-") {
                self = .network
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
            "camera", "accurate", "eyes", "--report", "--keep", "guise verify",
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
        case .network:
            try expectToPassOn(command)
        case .plain:
            let folder = try Self.folder()
            let before = try contents(of: folder)
            let result = try Self.shell(command, in: folder)
            #expect(result.status == 0, "\(result.errors)")
            let isSilent = !result.output.isEmpty || command.hasPrefix("eval") || command.contains("fakesink")
            #expect(try isSilent || contents(of: folder) != before, "nothing was made")
        }
    }

    /// Runs a command that takes pictures from the network, at ports of the test's own, until it has passed some on.
    private func expectToPassOn(_ command: String) throws {
        let (folder, source) = (
            try TemporaryFolder(),
            "videotestsrc is-live=true ! video/x-raw,width=320,height=240,framerate=10/1 ! x264enc tune=zerolatency key-int-max=10"
        )
        var (local, others): (String, [Service]) = (command, [])
        var server: RTSPServer?
        let target = Self.value("to", in: command) ?? ""
        if let url = Self.value("url", in: command) {
            let made = try RTSPServer(
                [(Self.path(of: url), "( \(source) ! rtph264pay name=pay0 )")]
                    + (target.contains("://") ? [(Self.path(of: target), "record ( rtph264depay name=depay0 ! fakesink )")] : []))
            local = local.replacing(url, with: made.url(Self.path(of: url)))
            if target.contains("://") { local = local.replacing(target, with: made.url(Self.path(of: target))) }
            server = made
        } else if let port = Self.value("port", in: command) {
            let (input, output) = (try freePort(), try freePort())
            local = local.replacing("port=\(port)", with: "port=\(input)").replacing("to=\(target)", with: "to=\(output)")
            others.append(try Service("gst-launch-1.0 -q \(source) ! rtph264pay config-interval=-1 ! udpsink port=\(input)"))
            others.append(
                try Service("gst-launch-1.0 -q udpsrc port=\(output) num-buffers=30 ! filesink location=got", folder: folder.path)
            )
        }
        try #require(local != command)
        let job = try Service(local, folder: folder.path)
        if let server { #expect(server.service.says("playing")) }
        if let server, target.contains("://") {
            #expect(server.service.says("recording \(Self.path(of: target))"))
        } else if let receiver = others.last {
            #expect(try receiver.wait().status == 0)
        } else {
            let output = folder.file(try #require(Self.value("output", in: command)))
            let end = Date.now + 60
            while Date.now < end, (FileManager.default.contents(atPath: output)?.count ?? 0) < 20_000 {
                Thread.sleep(forTimeInterval: 0.1)
            }
        }
        let result = try job.end()
        #expect(result.status == 0, "\(result.errors)")
        if let output = Self.value("output", in: command) { #expect(try Probe(folder.file(output)).frameCount() > 3) }
    }

    private static func value(_ name: String, in command: String) -> String? {
        command.split(separator: " ").first { $0.hasPrefix("\(name)=") }.map { String($0.dropFirst(name.count + 1)) }
    }

    private static func path(of url: String) -> String { URL(string: url)?.path() ?? "/" }

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
