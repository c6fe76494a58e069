import Foundation
import TestSupport
import Testing

/// `guise verify`: what it finds readable, and what it says of files that do not belong together.
struct VerifyTests {
    @Test(arguments: ["h264-aac.mp4", "still.png"])
    func findsNothingWhereFacesAreHidden(name: String) throws {
        let clip = name == "still.png" ? Clip.still("png") : .mp4
        let folder = try TemporaryFolder()
        let result = try Stage.shell(
            "guise verify \(clip.path()) \(Made.hidden(clip)) --pictures look --report r.jsonl", folder: folder.path)
        #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
        let count = clip.name == name && name == "still.png" ? 1 : 30
        #expect(result.output.contains("\(count) frame"))
        #expect(result.output.contains("accurate detector found \(count) face"))
        #expect(result.output.contains("None of these can be read") && result.output.contains("were not checked"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("look")).isEmpty)
        let lines = try Lines(folder.file("r.jsonl"))
        #expect(lines.frames.count == count && lines.frames.allSatisfy { $0.faces.map(\.readable) == ["hidden"] })
        #expect(lines.summary.faces == count && lines.summary.whole == 0)
    }

    @Test func findsEveryFaceOfAPlainReencode() throws {
        let folder = try TemporaryFolder()
        let copy = try Made.with("-c:v libx264 -crf 30 -preset veryfast", of: Clip.mp4.path())
        let result = try Stage.shell(
            "guise verify \(Clip.mp4.path()) \(copy) --pictures look --report r.jsonl", folder: folder.path)
        #expect(result.status == 1 && result.errors.isEmpty, "\(result)")
        #expect(result.output.contains("READABLE in the result: 30 wholly, 0 in part, in 1 place:"))
        #expect(result.output.contains("  0:00.000–0:00.967  ") && result.output.contains("were not checked"))
        #expect(try Lines(folder.file("r.jsonl")).frames.allSatisfy { $0.faces.map(\.readable) == ["whole"] })
        // One picture for the one place: both crops beside each other.
        let pictures = try FileManager.default.contentsOfDirectory(atPath: folder.file("look"))
        try #require(pictures.count == 1 && pictures[0].hasPrefix("001-") && pictures[0].hasSuffix("s.png"))
        #expect(result.output.contains("look/\(pictures[0])"))
        let picture = try Footage(folder.file("look/\(pictures[0])"))
        #expect(picture.height > 150 && picture.width > 2 * picture.height * 2 / 3)
        // Left and right show the same, but for the encoding; between them is a gap of 8 pixels, enlarged as the rest.
        let likeness = (1...8).map { factor in
            let width = (picture.width - 8 * factor) / 2
            let differences = (0..<picture.height).flatMap { row in
                (0..<width).map { column in
                    let start = row * picture.width + column
                    return abs(Int(picture.frames[0][start]) - Int(picture.frames[0][start + width + 8 * factor]))
                }
            }
            return Double(differences.reduce(0, +)) / Double(differences.count)
        }
        #expect(try #require(likeness.min()) < 6, "\(likeness)")
    }

    @Test func findsTheMomentsThatAreBare() throws {
        // Hidden, but from the tenth to the fourteenth frame.
        let (original, hidden) = (try Clip.mp4.path(), try Made.hidden(.mp4))
        let result = try Made.with(
            "-filter_complex [0][1]overlay=enable=lt(n\\,10)+gt(n\\,14) -c:v libx264 -crf 20", of: original, hidden)
        let answer = try Stage.shell("guise verify \(original) \(result)")
        #expect(answer.status == 1 && answer.output.contains("READABLE in the result: 5 wholly, 0 in part, in 1 place:"))
        #expect(answer.output.contains("  0:00.333–0:00.467  "), "\(answer.output)")
    }

    @Test func findsTheSideThatIsBare() throws {
        let face = try #require(try FaceList(of: Place.astronaut, options: "--detector accurate").lines.first?.faces.first)
        // From the left, 62 % are hidden: what is left is more than the right third.
        let box =
            "drawbox=x=\(Int(face.x) - 20):y=\(Int(face.y) - 20):w=\(Int(face.w * 0.62) + 20):h=\(Int(face.h) + 40):color=gray:t=fill"
        let folder = try TemporaryFolder()
        _ = try Stage.shell("ffmpeg -v error -i \(Place.astronaut) -vf '\(box)' half.png", folder: folder.path)
        let result = try Stage.shell("guise verify \(Place.astronaut) half.png", folder: folder.path)
        #expect(result.status == 1)
        #expect(result.output.contains("in 1 place:") && result.output.contains("in 1 frame"), "\(result.output)")
    }

    @Test func findsTheFacesThatWereKept() throws {
        let folder = try TemporaryFolder()
        let result = try Stage.shell(
            "guise anonymize \(Clip.mp4.path()) -o out.mp4 --keep 1 && guise verify \(Clip.mp4.path()) out.mp4",
            folder: folder.path)
        #expect(result.status == 1 && result.output.contains("READABLE"))
    }

    @Test func comparesOtherSizesAndOtherFiles() throws {
        let original = try Clip.mp4.path()
        let small = try Made.with("-vf scale=320:180 -c:v libx264 -crf 20", of: Made.hidden(.mp4))
        let hidden = try Stage.shell("guise verify \(original) \(small)")
        #expect(hidden.status == 0 && hidden.errors.contains("scaled from 320×180"), "\(hidden)")
        let bare = try Stage.shell(
            "guise verify \(original) \(Made.with("-vf scale=1280:720 -c:v libx264 -crf 20", of: original))")
        #expect(bare.status == 1 && bare.output.contains("READABLE in the result: 30 wholly"), "\(bare)")
        // Turned by a tag in one file, by its pixels in the other.
        let turned = Clip.turned(90, in: "mp4")
        try skip(without: turned)
        let upright = try Stage.shell("guise verify \(turned.path()) \(Made.hidden(turned, as: "mkv"))")
        #expect(
            upright.status == 0 && upright.errors.isEmpty && upright.output.contains("30 frames compared, 640×360"), "\(upright)")
    }

    @Test func saysWhichFramesItCouldNotCompare() throws {
        let (original, hidden) = (try Clip.mp4.path(), try Made.hidden(.mp4))
        let fewer = try Made.with("-vf select=mod(n\\,5) -fps_mode passthrough -c:v libx264 -crf 20", of: hidden)
        let missing = try Stage.shell("guise verify \(original) \(fewer)")
        #expect(
            missing.status == 0 && missing.errors == "guise: 6 of 30 frames are not in the result at their time\n", "\(missing)")
        #expect(missing.output.contains("24 frames compared") && missing.output.contains("found 24 faces"))
        let more = try Made.with("-vf fps=60 -c:v libx264 -crf 20", of: hidden)
        let added = try Stage.shell("guise verify \(original) \(more)")
        #expect(added.status == 0 && added.errors.contains("30 frames that the original has not"), "\(added)")
    }

    @Test func comparesFilesThatBeginElsewhereWhenItIsTold() throws {
        let (original, hidden) = (try Clip.mp4.path(), try Made.hidden(.mp4))
        let later = try Made.with("-vf setpts=PTS+0.7/TB -c:v libx264 -crf 20 -fps_mode passthrough", of: hidden, as: "mkv")
        let refused = try Stage.shell("guise verify \(original) \(later)")
        expectRefusal(refused)
        #expect(refused.errors.contains("--offset") && refused.errors.contains("the result 30 in 0.7 … "), "\(refused.errors)")
        let told = try Stage.shell("guise verify \(original) \(later) --offset 0.7")
        #expect(told.status == 0 && told.output.contains("30 frames compared"), "\(told)")
    }

    @Test func looksAtSomeFramesOnly() throws {
        let result = try Stage.shell(
            "guise verify \(Clip.mp4.path()) \(Made.hidden(.mp4)) --every 4 --detector fast --min-face 0.05")
        #expect(result.status == 0 && result.errors.isEmpty)
        #expect(
            result.output.contains("8 frames compared") && result.output.contains("fast detector found 8 faces"),
            "\(result.output)")
    }

    @Test func neverSaysThatThereIsNoFace() throws {
        let nobody = try Made.with("-c:v libx264", of: "testsrc2=size=640x360:rate=30:duration=1", format: "lavfi")
        let other = try Made.with("-c:v libx264 -crf 30", of: nobody)
        let result = try Stage.shell("guise verify \(nobody) \(other)")
        #expect(result.status == 0)
        #expect(result.output.contains("accurate detector found no face in the original"), "\(result.output)")
        #expect(result.output.contains("did not find in the original were not checked"))
    }

    enum Mistake: String, CaseIterable, Sendable {
        case swapped, same, link, missing, missingResult, pictureOfAVideo, text, sound, otherShape, otherVideo, cut

        func files(_ folder: TemporaryFolder) throws -> (files: String, word: String) {
            let (original, hidden) = (try Clip.mp4.path(), try Made.hidden(.mp4))
            switch self {
            case .swapped: return ("\(hidden) \(original)", "name the original first")
            case .same: return ("\(original) \(original)", "same file")
            case .link:
                try FileManager.default.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: original)
                return ("\(original) \(folder.file("link"))", "same file")
            case .missing: return ("none.mp4 \(hidden)", "none.mp4: there is no such file")
            case .missingResult: return ("\(original) none.mp4", "none.mp4: there is no such file")
            case .pictureOfAVideo: return ("\(original) \(try Clip.still("png").path())", "is a picture")
            case .text:
                try "Not a video.\n".write(toFile: folder.file("text"), atomically: true, encoding: .utf8)
                return ("\(original) \(folder.file("text"))", "no video or picture")
            case .sound: return ("\(original) \(try Clip.soundOnly.path())", "no video stream")
            case .otherShape:
                return ("\(original) \(try Made.with("-vf crop=360:360 -c:v libx264", of: hidden))", "shape: 640×360 and 360×360")
            case .otherVideo:
                let other = try Made.with("-c:v libx264", of: "testsrc2=size=640x360:rate=30:duration=1", format: "lavfi")
                return ("\(original) \(other)", "show something else")
            case .cut:
                try Data(contentsOf: URL(filePath: hidden)).prefix(20_000).write(to: URL(filePath: folder.file("cut.mp4")))
                return ("\(original) \(folder.file("cut.mp4"))", "cut.mp4: the file is cut off")
            }
        }
    }

    @Test(arguments: Mistake.allCases)
    func saysWhatIsWrongWithTheFiles(mistake: Mistake) throws {
        let folder = try TemporaryFolder()
        let (files, word) = try mistake.files(folder)
        let before = try contents(of: folder)
        let result = try Stage.shell("guise verify \(files) --report r.jsonl", folder: folder.path)
        expectRefusal(result)
        #expect(result.errors.contains(word), "\(result.errors)")
        #expect(try contents(of: folder) == before)
    }

    @Test(arguments: [
        ("", 2, "two files"), ("a.mp4", 2, "two files"), ("a.mp4 b.mp4 c.mp4", 2, "two files"),
        ("a.mp4 b.mp4 --every 0", 2, "--every"),
        ("a.mp4 b.mp4 --offset soon", 2, "--offset"), ("a.mp4 b.mp4 --detector none", 2, "--detector"),
        ("a.mp4 b.mp4 --report /nonexistent/r", 1, "/nonexistent"), ("a.mp4 b.mp4 --report b.mp4 --overwrite", 1, "b.mp4 itself"),
        ("a.mp4 b.mp4 --report old", 1, "--overwrite"), ("a.mp4 b.mp4 --pictures /proc/x", 1, "/proc/x"),
        ("a.mp4 b.mp4 --pictures .", 1, "not empty"), ("a.mp4 b.mp4 --model-dir /nonexistent", 1, "/nonexistent"),
    ])
    func namesTheOptionThatIsWrong(options: String, status: Int32, word: String) throws {
        let folder = try TemporaryFolder()
        try FileManager.default.copyItem(atPath: Clip.mp4.path(), toPath: folder.file("a.mp4"))
        try FileManager.default.copyItem(atPath: Made.hidden(.mp4), toPath: folder.file("b.mp4"))
        try "mine".write(toFile: folder.file("old"), atomically: true, encoding: .utf8)
        let result = try Stage.shell("guise verify \(options)", folder: folder.path)
        expectRefusal(result, status: status)
        #expect(result.errors.contains(word), "\(result.errors)")
        #expect(try contents(of: folder) == ["a.mp4", "b.mp4", "old"])
        #expect(FileManager.default.contents(atPath: folder.file("old")) == Data("mine".utf8))
    }
}

/// Files made of others for a test, in a folder that goes away with the run.
private enum Made {
    private static let folder = try? TemporaryFolder()
    private static let lock = NSRecursiveLock()

    /// What `guise anonymize` makes of a clip, once for all tests.
    static func hidden(_ clip: Clip, as ending: String? = nil) throws -> String {
        let ending = ending ?? clip.name.split(separator: ".").last.map(String.init) ?? ""
        return try made("hidden-\(clip.name).\(ending)") { path in
            try Stage.shell("guise anonymize \(clip.path()) -o \(path)")
        }
    }

    /// What ffmpeg makes of some files, without their sound.
    static func with(_ recipe: String, of inputs: String..., as ending: String = "mp4", format: String? = nil) throws -> String {
        let name = (inputs + [recipe]).joined(separator: " ").utf8.reduce(5381 as UInt64) { ($0 &* 33) ^ UInt64($1) }
        return try made("\(name).\(ending)") { path in
            let inputs = inputs.flatMap { (format.map { ["-f", $0] } ?? []) + ["-i", $0] }
            let words = recipe.split(separator: " ").map(String.init)
            return try run("ffmpeg", ["-v", "error", "-y"] + inputs + ["-an"] + words + [path])
        }
    }

    private static func made(_ name: String, _ make: (String) throws -> CommandResult) throws -> String {
        lock.lock()
        defer { lock.unlock() }
        let path = try #require(folder).file(name)
        guard !FileManager.default.fileExists(atPath: path) else { return path }
        let result = try make(path)
        try #require(result.status == 0, "\(result.errors)")
        return path
    }
}

private typealias Lines = ReportLines<Verified.Frame, Verified.Summary>

/// What a report of `guise verify` has in its lines.
private enum Verified {
    struct Frame: Decodable {
        struct Face: Decodable {
            var readable: String
            var likeness: Double?
        }

        var compared: Bool
        var faces: [Face]
    }

    struct Summary: Decodable {
        var frames, compared, faces, whole, part, unknown: Int
    }
}
