import Foundation
import TestSupport
import Testing

/// Where `guise anonymize` puts its results, what it refuses to replace, and stills.
struct NamingTests {
    @Test func writesBesideTheInputByDefault() throws {
        let folder = try Self.folder(with: ["holiday.mp4": .mp4])
        let result = try Stage.shell("guise anonymize holiday.mp4 --preset ultrafast", folder: folder.path)
        #expect(result.status == 0)
        #expect(try contents(of: folder) == ["holiday.anonymised.mp4", "holiday.mp4"])
        try expectHidden(in: folder.file("holiday.anonymised.mp4"), of: folder.file("holiday.mp4"), every: 15)
    }

    @Test(arguments: [("mkdir out", "out"), ("mkdir out", "out/"), ("true", "new/out/")])
    func putsSeveralIntoADirectory(preparation: String, directory: String) throws {
        let folder = try Self.folder(with: ["a.mp4": .mp4, "b.mov": .mov, "face.jpg": .still("jpg")])
        let result = try Stage.shell(
            "\(preparation) && guise anonymize a.mp4 b.mov face.jpg -o \(directory) --preset ultrafast", folder: folder.path)
        #expect(result.status == 0)
        let results = try FileManager.default.contentsOfDirectory(atPath: folder.file(directory)).sorted()
        #expect(results == ["a.anonymised.mp4", "b.anonymised.mov", "face.anonymised.jpg"])
    }

    @Test func goesOnWithTheOthersWhenOneFails() throws {
        let folder = try Self.folder(with: ["a.mp4": .mp4, "b.mov": .mov])
        let result = try Stage.shell(
            "guise anonymize a.mp4 missing.mp4 b.mov --preset ultrafast", folder: folder.path)
        #expect(result.status == 1 && result.errors.contains("missing.mp4") && result.errors.contains("2 of 3"))
        #expect(try contents(of: folder) == ["a.anonymised.mp4", "a.mp4", "b.anonymised.mov", "b.mov"])
    }

    @Test func replacesOnlyOnRequest() throws {
        let folder = try Self.folder(with: ["a.mp4": .mp4])
        try "mine".write(toFile: folder.file("out.mp4"), atomically: true, encoding: .utf8)
        let refused = try Stage.shell("guise anonymize a.mp4 -o out.mp4", folder: folder.path)
        #expect(refused.status == 1 && refused.errors.contains("--overwrite") && lineCount(refused.errors) == 1)
        #expect(FileManager.default.contents(atPath: folder.file("out.mp4")) == Data("mine".utf8))
        let done = try Stage.shell("guise anonymize a.mp4 -o out.mp4 --overwrite --preset ultrafast", folder: folder.path)
        #expect(done.status == 0)
        #expect(try Probe(folder.file("out.mp4")).frameCount() == 30)
        #expect(try contents(of: folder) == ["a.mp4", "out.mp4"])
    }

    @Test(arguments: ["a.mp4", "./a.mp4", "link.mp4"])
    func neverWritesOverItsInput(output: String) throws {
        let folder = try Self.folder(with: ["a.mp4": .mp4])
        let before = FileManager.default.contents(atPath: folder.file("a.mp4"))
        let result = try Stage.shell(
            "ln a.mp4 link.mp4; guise anonymize a.mp4 -o \(output) --overwrite", folder: folder.path)
        #expect(result.status == 1 && result.errors.contains("input itself") && lineCount(result.errors) == 1)
        #expect(FileManager.default.contents(atPath: folder.file("a.mp4")) == before)
    }

    @Test(arguments: ["no-such-folder", "a.mp4"])
    func wantsADirectoryForSeveral(output: String) throws {
        let folder = try Self.folder(with: ["a.mp4": .mp4, "b.mov": .mov])
        let result = try Stage.shell("guise anonymize a.mp4 b.mov -o '\(output)'", folder: folder.path)
        #expect(result.status == 2 && lineCount(result.errors) == 1)
        #expect(try contents(of: folder) == ["a.mp4", "b.mov"])
    }

    @Test func takesNamesThatShellsAndGStreamerStumbleOver() throws {
        let names = ["-dash.mp4", "a b.mp4", "ein \"Zitat\" ! # %20.mp4", "größe.mp4"]
        let folder = try Self.folder(with: Dictionary(uniqueKeysWithValues: names.map { ($0, .mp4) }))
        let result = try Stage.shell("guise anonymize --preset ultrafast -- *.mp4", folder: folder.path)
        #expect(result.status == 0, "\(result.errors)")
        #expect(try contents(of: folder).count == 2 * names.count)
    }

    @Test func leavesAStillsOtherPixelsAlone() throws {
        let folder = try TemporaryFolder()
        let result = try Stage.shell("guise anonymize \(Place.astronaut) -o out.png", folder: folder.path)
        #expect(result.status == 0)
        try expectHidden(in: folder.file("out.png"), of: Place.astronaut, likeness: .greatestFiniteMagnitude)
    }

    @Test(arguments: [("jpg", "jpg"), ("png", "jpg"), ("jpg", "png"), ("png", "png")])
    func hidesFacesInPictures(input: String, output: String) throws {
        let still = try Clip.still(input).path()
        let folder = try TemporaryFolder()
        let result = try Stage.shell("guise anonymize \(still) -o out.\(output)", folder: folder.path)
        #expect(result.status == 0)
        #expect(lineCount(result.errors) == 1, "\(result.errors)")
        try expectHidden(in: folder.file("out.\(output)"), of: still)
    }

    @Test func makesAClipOfAPicture() throws {
        let still = try Clip.still("png").path()
        let folder = try TemporaryFolder()
        let result = try Stage.shell("guise anonymize \(still) -o out.mp4", folder: folder.path)
        #expect(result.status == 0)
        let count = try Probe(folder.file("out.mp4")).frameCount()
        #expect(count == 1)
    }

    @Test func encodesSmallerWhenLessIsAskedFor() throws {
        let folder = try Self.folder(with: ["a.mp4": .mp4])
        let result = try Stage.shell(
            "for q in 10 24 40; do guise anonymize a.mp4 -o $q.mkv --quality $q --preset superfast || exit; done",
            folder: folder.path)
        #expect(result.status == 0)
        let sizes = ["10.mkv", "24.mkv", "40.mkv"].map { FileManager.default.contents(atPath: folder.file($0))?.count ?? 0 }
        #expect(sizes[0] > sizes[1] && sizes[1] > sizes[2] && sizes[2] > 0, "\(sizes)")
    }

    private static func folder(with clips: [String: Clip]) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for (name, clip) in clips {
            try skip(without: clip)
            try FileManager.default.copyItem(atPath: clip.path(), toPath: folder.file(name))
        }
        return folder
    }
}
