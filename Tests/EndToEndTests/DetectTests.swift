import Foundation
import TestSupport
import Testing

/// `guise detect`: the lines that it prints.
struct DetectTests {
    @Test(arguments: ["fast", "accurate"])
    func findsTheFaceOfAPortrait(detector: String) throws {
        let result = try Stage.shell("guise detect \(Place.astronaut) --detector \(detector)")
        #expect(result.status == 0 && result.errors.isEmpty)
        let list = try FaceList(parsing: result.output)
        try #require(list.lines.count == 1 && list.lines[0].faces.count == 1)
        let face = list.lines[0].faces[0]
        for (given, expected) in [(face.x, 178.0), (face.y, 62), (face.w, 90), (face.h, 114)] {
            #expect(abs(given - expected) < 25, "\(face.box)")
        }
        #expect(face.score > 0.4 && face.score <= 1)
        // The person's own right is on the left of the picture.
        let points = try ["right_eye", "left_eye", "nose", "right_mouth", "left_mouth"].map { try #require(face.landmarks[$0]) }
        #expect(points.allSatisfy { $0.count == 2 && face.box.contains(Int($0[0]), Int($0[1])) })
        #expect(points[0][0] < points[1][0] && points[3][0] < points[4][0])
        #expect(points[0][1] < points[2][1] && points[2][1] < points[3][1])
    }

    @Test func printsJustTheFieldsThatItPromises() throws {
        let result = try Stage.shell("guise detect \(Place.astronaut)")
        let line = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        #expect(Set(line.keys) == ["file", "frame", "pts", "width", "height", "faces"])
        #expect(line["file"] as? String == Place.astronaut)
        #expect(line["frame"] as? Int == 0 && line["pts"] as? Double == 0)
        #expect(line["width"] as? Int == 512 && line["height"] as? Int == 512)
        let face = try #require((line["faces"] as? [[String: Any]])?.first)
        #expect(Set(face.keys) == ["x", "y", "w", "h", "score", "id", "landmarks"])
        let landmarks = try #require(face["landmarks"] as? [String: [Double]])
        #expect(Set(landmarks.keys) == ["right_eye", "left_eye", "nose", "right_mouth", "left_mouth"])
    }

    @Test func hasALineForEveryFrameOfAClip() throws {
        let list = try FaceList(of: Stage.sample)
        #expect(list.lines.map(\.frame) == Array(0..<120))
        let times = try Probe(Stage.sample).frameTimes()
        try #require(times.count == 120)
        #expect(zip(list.lines, times).allSatisfy { abs($0.pts - $1) < 1e-5 })
        #expect(list.lines.allSatisfy { $0.width == 1280 && $0.height == 720 && $0.faces.count == 1 })
        // One person who moves left, four pixels a frame.
        #expect(Set(list.lines.flatMap { $0.faces.map(\.id) }).count == 1)
        #expect(abs(list.lines[0].faces[0].x - list.lines[100].faces[0].x - 400) < 20)
    }

    @Test func keepsTheTimesOfAVariableRate() throws {
        try skip(without: .variableRate)
        let times = try Probe(Clip.variableRate.path()).frameTimes()
        let list = try FaceList(of: Clip.variableRate.path())
        try #require(list.lines.count == times.count)
        #expect(zip(list.lines, times).allSatisfy { abs($0.pts - $1) < 1e-5 })
    }

    @Test(arguments: [90, 180, 270])
    func speaksOfThePictureAsItIsShown(degrees: Int) throws {
        let clip = Clip.turned(degrees, in: "mp4")
        try skip(without: clip)
        let (turned, upright) = (try FaceList(of: clip.path()), try FaceList(of: Clip.mp4.path()))
        try #require(turned.lines.count == upright.lines.count)
        for (one, other) in zip(turned.lines, upright.lines) {
            #expect(one.width == 640 && one.height == 360)
            try #require(one.faces.count == 1 && other.faces.count == 1)
            let (face, expected) = (one.faces[0], other.faces[0])
            #expect(abs(face.x - expected.x) < 8 && abs(face.y - expected.y) < 8, "\(face.box) \(expected.box)")
            #expect(abs(face.w - expected.w) < 10 && abs(face.h - expected.h) < 10)
            for (name, point) in expected.landmarks {
                let shown = try #require(face.landmarks[name])
                #expect(abs(shown[0] - point[0]) < 6 && abs(shown[1] - point[1]) < 6, "\(name)")
            }
        }
    }

    @Test func takesSeveralInputsInTheirOrder() throws {
        let folder = try TemporaryFolder()
        let still = try Clip.still("jpg").path()
        let result = try Stage.shell("guise detect \(still) \(Place.astronaut) -o faces.jsonl", folder: folder.path)
        #expect(result.status == 0 && result.output.isEmpty && result.errors.isEmpty)
        #expect(try contents(of: folder) == ["faces.jsonl"])
        let text = String(decoding: FileManager.default.contents(atPath: folder.file("faces.jsonl")) ?? Data(), as: UTF8.self)
        #expect(try FaceList(parsing: text).lines.map(\.file) == [still, Place.astronaut])
        let again = try Stage.shell("guise detect \(still) -o faces.jsonl", folder: folder.path)
        #expect(again.status == 1 && again.errors.contains("--overwrite") && lineCount(again.errors) == 1)
        #expect(try Stage.shell("guise detect \(still) -o faces.jsonl --overwrite", folder: folder.path).status == 0)
    }

    @Test(arguments: [("--threshold 0.99", 0), ("--min-face 0.9", 0), ("--threshold 0.5 --min-face 0.05 --analysis-size 320", 1)])
    func findsWhatTheOptionsLeave(options: String, count: Int) throws {
        #expect(try FaceList(of: Place.astronaut, options: options).lines.map(\.faces.count) == [count])
    }

    @Test func stopsQuietlyWhenNobodyReadsOn() throws {
        let result = try Stage.shell("guise detect \(Stage.sample) | head -n 2; exit ${PIPESTATUS[0]}")
        #expect(result.status != 0 && result.errors.isEmpty && lineCount(result.output) == 2)
    }
}
