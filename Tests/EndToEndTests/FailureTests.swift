import Foundation
import TestSupport
import Testing

/// What cannot be done is said in one line, ends with a status that is not 0, and leaves nothing behind.
struct FailureTests {
    enum Fault: String, CaseIterable, Sendable {
        case missing, empty, text, noise, directory, unreadable, soundOnly, withoutIndex
        case cutMP4, cutMKV, cutWebM, cutAVI, cutPNG, cutJPEG

        /// Something in the answer that tells what is wrong.
        var word: String {
            switch self {
            case .missing: "no such file"
            case .empty: "empty"
            case .text, .noise: "no video or picture"
            case .directory: "directory"
            case .unreadable: "cannot be read"
            case .soundOnly: "no video stream"
            case .withoutIndex: "no index"
            case .cutMP4, .cutMKV, .cutWebM, .cutAVI, .cutPNG, .cutJPEG: "cut off"
            }
        }

        /// Makes the file, or explains why it cannot be made.
        func prepare(_ path: String) throws {
            switch self {
            case .missing: break
            case .empty: try Data().write(to: URL(filePath: path))
            case .text: try Data("This is no video.\n".utf8).write(to: URL(filePath: path))
            case .noise:
                var generator = SystemRandomNumberGenerator()
                try Data((0..<50_000).map { _ in UInt8.random(in: 0...255, using: &generator) }).write(to: URL(filePath: path))
            case .directory: try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            case .unreadable:
                guard getuid() != 0 else { try Test.cancel("root may read every file") }
                try Data("secret".utf8).write(to: URL(filePath: path))
                chmod(path, 0)
            case .soundOnly: try copy(Clip.soundOnly, path)
            case .withoutIndex: try copy(Clip.mp4, path, size: nil, without: "moov")
            case .cutMP4: try copy(Clip.mp4, path, size: 20_000)
            case .cutMKV: try copy(Clip.hevc, path, size: 20_000)
            case .cutWebM: try copy(Clip.webm, path, size: 20_000)
            case .cutAVI: try copy(Clip.mjpeg, path, size: 20_000)
            case .cutPNG: try copy(Clip.still("png"), path, size: 20_000)
            case .cutJPEG: try copy(Clip.still("jpg"), path, size: 20_000)
            }
        }

        private func copy(_ clip: Clip, _ path: String, size: Int? = nil, without box: String? = nil) throws {
            try skip(without: clip)
            var data = try Data(contentsOf: URL(filePath: clip.path()))
            if let size { data = data.prefix(size) }
            if let box, let place = data.range(of: Data(box.utf8)) { data = data.prefix(place.lowerBound - 4) }
            try data.write(to: URL(filePath: path))
        }
    }

    @Test(arguments: Fault.allCases, ["anonymize", "detect"])
    func refusesWhatIsNoVideo(fault: Fault, command: String) throws {
        let (inputs, outputs) = (try TemporaryFolder(), try TemporaryFolder())
        try fault.prepare(inputs.file("in.mp4"))
        let result = try Stage.shell("guise \(command) \(inputs.file("in.mp4")) -o \(outputs.file("out.mkv"))", limit: 60)
        expectRefusal(result)
        #expect(result.errors.contains("in.mp4"))
        #expect(result.errors.contains(fault.word), "\(result.errors)")
        #expect(try contents(of: outputs).isEmpty)
    }

    /// 64 KB hold a part of the result.
    @Test(arguments: [
        "anonymize -o out.mp4", "anonymize -o out.mkv", "anonymize -o out.avi --codec mjpeg", "detect -o out.jsonl",
    ])
    func saysThatThereIsNoSpaceLeft(command: String) throws {
        let folder = try TemporaryFolder()
        try skipWithoutMounts()
        let input = command.hasPrefix("detect") ? "\(Stage.sample) \(Stage.sample) \(Stage.sample)" : Stage.sample
        // The mount is the child's own and goes with it.
        let result = try Stage.shell(
            "unshare --map-root-user --mount bash -c 'mount -t tmpfs -o size=64k none . && cd \(folder.path) && "
                + "guise \(command) \(input); status=$?; ls -A; exit $status'", folder: folder.path, limit: 120)
        #expect(result.output.isEmpty, "left behind")
        expectRefusal(result, output: result.output)
        #expect(result.errors.lowercased().contains("no space left"), "\(result.errors)")
    }

    @Test(arguments: ["anonymize", "detect"])
    func refusesAPlaceThatCannotBeWrittenTo(command: String) throws {
        for place in ["/proc/out.mkv", "/nonexistent/out.mkv", "/dev/null"] {
            expectRefusal(try Stage.shell("guise \(command) \(Stage.sample) -o \(place)"))
        }
        let folder = try TemporaryFolder()
        chmod(folder.path, 0o500)
        defer { chmod(folder.path, 0o700) }
        guard getuid() != 0 else { return }
        expectRefusal(try Stage.shell("guise \(command) \(Stage.sample) -o \(folder.file("out.mkv"))"))
    }

    @Test(arguments: [
        "--quality 99", "--preset hasty", "--codec wmv", "--detector best", "--threshold 7", "--threshold x", "--min-face -1",
        "--mask-scale 0", "--on-doubt shrug", "--analysis-size many", "--frobnicate", "--quality",
    ])
    func namesTheOptionThatIsWrong(options: String) throws {
        let folder = try TemporaryFolder()
        let result = try Stage.shell("guise anonymize \(Stage.sample) -o \(folder.file("out.mp4")) \(options)")
        expectRefusal(result, status: 2)
        #expect(result.errors.contains(options.split(separator: " ")[0]))
        #expect(try contents(of: folder).isEmpty)
    }

    @Test func refusesWithoutItsModel() throws {
        let folder = try TemporaryFolder()
        let result = try Stage.shell("guise anonymize \(Stage.sample) -o out.mp4 --model-dir /nonexistent", folder: folder.path)
        expectRefusal(result)
        #expect(result.errors.contains("/nonexistent/face_detection_yunet_2023mar.onnx"))
        #expect(try contents(of: folder).isEmpty)
    }

    @Test(arguments: ["y.xyz", "noending", "frame.png"])
    func refusesAResultThatItCannotWrite(name: String) throws {
        let folder = try TemporaryFolder()
        let result = try Stage.shell("guise anonymize \(Stage.sample) -o \(name)", folder: folder.path)
        expectRefusal(result)
        #expect(result.errors.contains(".mp4"), "\(result.errors)")
        #expect(try contents(of: folder).isEmpty)
    }

    @Test(arguments: ["INT", "TERM"])
    func leavesNothingWhenItIsInterrupted(signal: String) throws {
        let folder = try TemporaryFolder()
        let result = try Stage.shell(
            """
            guise anonymize \(Stage.sample) -o out.mkv --preset slow --detector accurate & job=$!
            until [ -s .out.mkv.*.part ]; do sleep 0.05; kill -0 $job || exit 99; done
            kill -\(signal) $job; wait $job
            """, folder: folder.path, limit: 60)
        #expect(result.status == 130 && lineCount(result.errors) == 1, "\(result)")
        #expect(try contents(of: folder).isEmpty)
    }
}

func expectRefusal(
    _ result: CommandResult, status: Int32 = 1, output: String = "", at location: SourceLocation = #_sourceLocation
) {
    #expect(result.status == status, "\(result.errors)", sourceLocation: location)
    #expect(lineCount(result.errors) == 1 && result.errors.hasPrefix("guise: "), "\(result.errors)", sourceLocation: location)
    #expect(result.output == output, sourceLocation: location)
}

private func skipWithoutMounts() throws {
    guard try run("unshare", ["--map-root-user", "--mount", "mount", "-t", "tmpfs", "none", "/mnt"]).status == 0 else {
        try Test.cancel("a small file system cannot be mounted here")
    }
}
