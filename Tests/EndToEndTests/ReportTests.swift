import Foundation
import TestSupport
import Testing

/// `guise anonymize --report`, and what `--keep` and `--only` do with the identities in it.
struct ReportTests {
    @Test(arguments: [Clip.mp4, .webm, .divx, .variableRate, .turned(90, in: "mp4"), .still("jpg")])
    func hasALineForEveryFrameOfTheResult(clip: Clip) throws {
        try skip(without: clip)
        let folder = try TemporaryFolder()
        let output = folder.file("out." + clip.name.split(separator: ".")[1])
        let result = try Stage.shell(
            "guise anonymize \(clip.path()) -o \(output) --report r.jsonl --preset ultrafast", folder: folder.path)
        #expect(result.status == 0, "\(result.errors)")
        let report = try Report(folder.file("r.jsonl"))
        let times = try Probe(output).frameTimes()
        try #require(report.frames.count == times.count)
        #expect(report.frames.map(\.frame) == Array(times.indices))
        // AVI has no times of its own.
        if !output.hasSuffix("avi") { #expect(zip(report.frames, times).allSatisfy { abs(($0.pts ?? 0) - $1) < 1e-3 }) }
        #expect(report.summary.frames == times.count && report.summary.maskedWhole == 0 && report.summary.dropped == 0)
        #expect(report.summary.sources.values.reduce(0, +) == report.frames.reduce(0) { $0 + $1.faces.count })
        #expect(report.summary.faces == Set(report.frames.flatMap { $0.faces.map(\.id) }).count)
        #expect(report.summary.input == (try clip.path()) && report.summary.output == output)
        #expect(
            try contents(of: folder).sorted() == ["r.jsonl", output.split(separator: "/").last.map(String.init) ?? ""].sorted())
    }

    @Test(arguments: ["", "--detector accurate"])
    func givesTheNumbersThatDetectGives(options: String) throws {
        let folder = try TemporaryFolder()
        let result = try Stage.shell(
            "guise anonymize \(Clip.mp4.path()) -o out.mp4 --report r.jsonl --preset ultrafast \(options)", folder: folder.path)
        #expect(result.status == 0, "\(result.errors)")
        let (report, list) = (try Report(folder.file("r.jsonl")), try FaceList(of: Clip.mp4.path(), options: options))
        try #require(report.frames.count == 30 && list.lines.count == 30)
        struct Place: Hashable {
            var id: Int
            var x, y: Double
        }
        for (frame, line) in zip(report.frames, list.lines) {
            let listed = Set(line.faces.map { Place(id: $0.id, x: $0.x, y: $0.y) })
            #expect(listed.isSubset(of: frame.faces.map { Place(id: $0.id, x: $0.x, y: $0.y) }))
            let seen = frame.faces.filter { ["detected", "searched"].contains($0.source) }
            #expect(listed.isSuperset(of: seen.map { Place(id: $0.id, x: $0.x, y: $0.y) }))
        }
        #expect(list.lines.contains { !$0.faces.isEmpty })
    }

    @Test func putsSeveralIntoADirectory() throws {
        let folder = try TemporaryFolder()
        for name in ["a.mp4", "b.mp4"] {
            try FileManager.default.copyItem(atPath: Clip.mp4.path(), toPath: folder.file(name))
        }
        let refused = try Stage.shell("guise anonymize a.mp4 b.mp4 --report r.jsonl", folder: folder.path)
        expectRefusal(refused, status: 2)
        let result = try Stage.shell(
            "guise anonymize a.mp4 b.mp4 -o out/ --report new/reports/ --preset ultrafast", folder: folder.path)
        #expect(result.status == 0, "\(result.errors)")
        for name in ["a.mp4", "b.mp4"] {
            #expect(try Report(folder.file("new/reports/\(name).report.jsonl")).summary.input == name)
        }
    }

    @Test(arguments: [
        ("out.mp4", "output itself"), ("./out.mp4", "output itself"), ("in.mp4", "input itself"),
        ("/nonexistent/r", "cannot write"),
        ("old", "--overwrite"), ("/dev/null", "not a regular file"), (".", "directory"),
    ])
    func refusesAPlaceThatIsTakenOrIsNone(place: String, word: String) throws {
        let folder = try TemporaryFolder()
        try FileManager.default.copyItem(atPath: Clip.mp4.path(), toPath: folder.file("in.mp4"))
        try "mine".write(toFile: folder.file("old"), atomically: true, encoding: .utf8)
        let several = place == "." ? "in.mp4 old" : "in.mp4"
        let result = try Stage.shell("guise anonymize \(several) -o out.mp4 --report \(place)", folder: folder.path)
        expectRefusal(result, status: place == "." ? 2 : 1)
        #expect(result.errors.contains(word), "\(result.errors)")
        #expect(try contents(of: folder) == ["in.mp4", "old"])
        #expect(FileManager.default.contents(atPath: folder.file("old")) == Data("mine".utf8))
    }

    @Test func leavesNeitherWhenTheJobFails() throws {
        let folder = try TemporaryFolder()
        let result = try Stage.shell(
            "guise anonymize \(Stage.sample) -o out.mp4 --report r.jsonl --model-dir /nonexistent", folder: folder.path)
        expectRefusal(result)
        #expect(try contents(of: folder).isEmpty)
    }

    @Test(arguments: [
        ("--keep 1", false), ("--keep 2", true), ("--keep 1,2", false), ("--only 1", true), ("--only 2", false),
    ])
    func hidesByIdentity(options: String, isHidden: Bool) throws {
        let folder = try TemporaryFolder()
        let result = try Stage.shell(
            "guise anonymize \(Clip.mp4.path()) -o out.mp4 --report r.jsonl \(options)", folder: folder.path)
        #expect(result.status == 0 && result.errors.contains("found, hidden"), "\(result.errors)")
        // The one who is there is told of, hidden or not.
        #expect(try Report(folder.file("r.jsonl")).summary.faces == 1)
        let (before, after) = (try Footage(Clip.mp4.path()), try Footage(folder.file("out.mp4")))
        let faces = try FaceList(of: Clip.mp4.path()).boxes
        // The last frames too: there nobody comes after who could tell whose face it was.
        for frame in [0, 15, 29] {
            let box = try #require(faces[frame].first).scaled(by: 0.6)
            #expect((after.difference(from: before, frame: frame, in: box) > 6) == isHidden, "frame \(frame)")
        }
    }

    @Test(arguments: [
        ("--keep 1 --only 2", "one of them"), ("--keep ''", "empty"), ("--only ' '", "empty"),
        ("--keep x", "\"x\" is no identity"),
        ("--only 0", "\"0\" is no identity"), ("--keep 1,,2", "no identity"),
    ])
    func refusesWhatIsNoChoice(options: String, word: String) throws {
        let folder = try TemporaryFolder()
        let result = try Stage.shell("guise anonymize \(Stage.sample) -o out.mp4 \(options)", folder: folder.path)
        expectRefusal(result, status: 2)
        #expect(result.errors.contains(word), "\(result.errors)")
        #expect(try contents(of: folder).isEmpty)
    }
}

private typealias Report = ReportLines<Hiding.Frame, Hiding.Summary>

/// What a report of `guise anonymize` has in its lines.
private enum Hiding {
    struct Frame: Decodable {
        struct Face: Decodable {
            var id: Int
            var x, y, width, height, score: Double
            var source: String
        }

        var frame: Int
        var pts: Double?
        var faces: [Face]
        var maskedWhole: Bool
    }

    struct Summary: Decodable {
        var input, output: String
        var frames, faces, maskedWhole, dropped: Int
        var sources: [String: Int]
    }
}
