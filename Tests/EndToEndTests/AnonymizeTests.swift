import Foundation
import Synchronization
import TestSupport
import Testing

/// `guise anonymize` on the sample clip: what changes, and what does not.
struct AnonymizeTests {
    @Test func keepsEverythingButTheFaces() throws {
        let folder = try TemporaryFolder()
        let result = try Stage.shell("guise anonymize \(Stage.sample) -o out.mp4", folder: folder.path)
        #expect(result.status == 0 && result.output.isEmpty)
        #expect(result.errors.contains("120 frames, 120 faces hidden"))
        let (before, after) = (Probe(Stage.sample), Probe(folder.file("out.mp4")))
        #expect(try after.frameTimes() == before.frameTimes())
        #expect(abs(try after.duration() - before.duration()) < 0.002)
        for value in ["codec_name", "avg_frame_rate", "width", "height", "pix_fmt"] {
            #expect(try after.value(value, of: "v:0") == before.value(value, of: "v:0"))
        }
        #expect(try after.streamKinds() == before.streamKinds())
        #expect(try after.packetsMD5(of: "a:0") == before.packetsMD5(of: "a:0"))
        try expectHidden(in: folder.file("out.mp4"), of: Stage.sample, every: 20)
    }

    @Test(arguments: ["mosaic,scale=20", "eyes", "mosaic; eyes"])
    func drawsTheEffectsThatAreAskedFor(effects: String) throws {
        let folder = try TemporaryFolder()
        let still = try Clip.still("png").path()
        let result = try Stage.shell("guise anonymize \(still) -o out.png --effects '\(effects)'", folder: folder.path)
        #expect(result.status == 0)
        let (before, after) = (try Footage(still), try Footage(folder.file("out.png")))
        let face = try #require(try FaceList(of: still).lines.first?.faces.first)
        let eye = try #require(face.landmarks["left_eye"])
        let around = Box(x: eye[0] - 6, y: eye[1] - 6, width: 12, height: 12)
        let mouth = Box(x: face.x + face.w / 2 - 8, y: face.y + face.h * 0.75, width: 16, height: 10)
        #expect(after.difference(from: before, frame: 0, in: around) > 10)
        #expect((after.difference(from: before, frame: 0, in: mouth) > 1) == effects.contains("mosaic"))
    }

    @Test func saysThatFacesAreLeftBare() throws {
        let folder = try TemporaryFolder()
        let result = try Stage.shell("guise anonymize \(Place.astronaut) -o out.png --effects none", folder: folder.path)
        #expect(result.status == 0 && result.errors.contains(": 1 frame, 1 face left bare"))
    }

    @Test(arguments: [
        ("sparkles", "sparkles"), ("mosaic,scale=-4", "scale"), ("mosaic,wobble=3", "wobble"), ("mosaic,,", "mosaic"),
        ("", "empty"), (" ; ", "empty"),
    ])
    func refusesEffectsThatItDoesNotKnow(effects: String, named: String) throws {
        let folder = try TemporaryFolder()
        let result = try Stage.shell("guise anonymize \(Stage.sample) -o out.mp4 --effects '\(effects)'", folder: folder.path)
        #expect(result.status == 2 && result.errors.contains(named) && lineCount(result.errors) == 1)
        #expect(try contents(of: folder).isEmpty)
    }
}

/// Expects every face of the original to be unreadable in the result, and the rest to look the same.
func expectHidden(
    in result: String, of original: String, every step: Int = 7, likeness least: Double = 30,
    at location: SourceLocation = #_sourceLocation
) throws {
    let faces = try Originals.boxes(of: original).enumerated().filter { $0.offset % step == 0 }.map(\.element)
    let (before, after) = (try Footage(original, every: step), try Footage(result, every: step))
    try #require(after.frames.count == before.frames.count && faces.count == before.frames.count, sourceLocation: location)
    try #require(after.width == before.width && after.height == before.height, sourceLocation: location)
    for (frame, boxes) in faces.enumerated() {
        #expect(!boxes.isEmpty, "frame \(frame * step)", sourceLocation: location)
        for box in boxes {
            let middle = box.scaled(by: 0.6)
            let difference = after.difference(from: before, frame: frame, in: middle)
            #expect(difference > 8, "frame \(frame * step)", sourceLocation: location)
            let detail = after.detail(frame: frame, in: middle) / before.detail(frame: frame, in: middle)
            #expect(detail < 0.7, "frame \(frame * step)", sourceLocation: location)
        }
        // The mask is 1.3 times the face.
        let likeness = after.likeness(to: before, frame: frame, outside: boxes.map { $0.scaled(by: 1.6) })
        #expect(likeness > least, "frame \(frame * step)", sourceLocation: location)
    }
}

/// Where the faces of the inputs are, looked for once each.
private enum Originals {
    private static let known = Mutex<[String: [[Box]]]>([:])

    static func boxes(of path: String) throws -> [[Box]] {
        if let boxes = known.withLock({ $0[path] }) { return boxes }
        let boxes = try FaceList(of: path).boxes
        known.withLock { $0[path] = boxes }
        return boxes
    }
}

func lineCount(_ text: String) -> Int { text.split(separator: "\n").count }

/// What is in a folder, hidden files too.
func contents(of folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
}
