import Foundation
import TestSupport
import Testing

/// What a file says beside its pictures, and whether `guise anonymize` keeps it.
struct KeepingTests {
    @Test func copiesEverySoundAndSubtitle() throws {
        let folder = try TemporaryFolder()
        for (name, text) in [("one.srt", "Guten Tag & <i>adieu</i>"), ("two.srt", "Fish & chips, 3 < 4")] {
            let lines = "1\n00:00:00,200 --> 00:00:00,900\n\(text)\n\n2\n00:00:01,000 --> 00:00:01,500\n… \(text)\n"
            try lines.write(toFile: folder.file(name), atomically: true, encoding: .utf8)
        }
        let clip = Clip.manyStreams(subtitles: folder.file("one.srt"), folder.file("two.srt"))
        try skip(without: clip)
        let (before, after) = (Probe(try clip.path()), Probe(folder.file("out.mkv")))
        let result = try Stage.shell("guise anonymize \(before.path) -o \(after.path) --preset ultrafast")
        #expect(result.status == 0 && lineCount(result.errors) == 1, "\(result.errors)")
        #expect(try after.streamKinds() == ["video", "audio", "audio", "subtitle", "subtitle"])
        for stream in ["a:0", "a:1", "s:0", "s:1"] {
            #expect(try after.packetsMD5(of: stream) == before.packetsMD5(of: stream))
            #expect(try after.language(of: stream) == before.language(of: stream))
            #expect(try after.value("codec_name", of: stream) == before.value("codec_name", of: stream))
        }
        #expect(try after.language(of: "s:1") == "spa")
        #expect(try after.packetTimes(of: "s:1") == before.packetTimes(of: "s:1"))
    }

    @Test(arguments: ["mkv", "mp4", "mov", "webm"])
    func keepsAVariableRate(ending: String) throws {
        try skip(without: .variableRate)
        let folder = try TemporaryFolder()
        let (before, after) = (Probe(try Clip.variableRate.path()), Probe(folder.file("out.\(ending)")))
        let result = try Stage.shell("guise anonymize \(before.path) -o \(after.path) --preset ultrafast")
        #expect(result.status == 0, "\(result.errors)")
        let (given, got) = (try before.frameTimes(), try after.frameTimes())
        try #require(given.count == got.count && given.count > 20)
        #expect(zip(given, got).allSatisfy { abs($0 - $1) < 0.0011 }, "\(given) \(got)")
    }

    @Test(arguments: [90, 180, 270], ["mp4", "mov", "mkv"])
    func hidesFacesUprightAndKeepsHowTheyAreTurned(degrees: Int, ending: String) throws {
        let clip = Clip.turned(degrees, in: ending == "mov" ? "mov" : "mp4")
        try skip(without: clip)
        let folder = try TemporaryFolder()
        let (before, after) = (Probe(try clip.path()), Probe(folder.file("out.\(ending)")))
        try #require(try before.rotation() != nil)
        let result = try Stage.shell("guise anonymize \(before.path) -o \(after.path) --preset ultrafast")
        #expect(result.status == 0, "\(result.errors)")
        // Matroska has no such thing in this GStreamer: there the pixels are turned, and that is said.
        #expect(try after.rotation() == (ending == "mkv" ? nil : before.rotation()))
        #expect(result.errors.contains("turned the pixels upright") == (ending == "mkv"))
        try expectHidden(in: after.path, of: before.path, every: 10)
    }

    @Test(arguments: ["mp4", "mov", "mkv"])
    func keepsPixelAspectAndColours(ending: String) throws {
        try skip(without: .anamorphic)
        let folder = try TemporaryFolder()
        let (before, after) = (Probe(try Clip.anamorphic.path()), Probe(folder.file("out.\(ending)")))
        let result = try Stage.shell("guise anonymize \(before.path) -o \(after.path) --preset ultrafast")
        #expect(result.status == 0, "\(result.errors)")
        for value in ["color_range", "color_space", "color_transfer", "color_primaries", "pix_fmt"] {
            let given = try before.value(value, of: "v:0")
            #expect(try after.value(value, of: "v:0") == given && given != nil && given != "unknown", "\(value)")
        }
        #expect(try before.value("sample_aspect_ratio", of: "v:0") == "4:3")
        // Matroska says it in whole pixels of the shown width: 853 for 640.
        let aspect = try #require(try after.value("sample_aspect_ratio", of: "v:0")).split(separator: ":").compactMap {
            Double($0)
        }
        #expect(aspect.count == 2 && abs(aspect[0] / aspect[1] - 4 / 3) < 0.001)
    }

    @Test(arguments: ["mp4", "mov", "mkv"])
    func leavesOutWhereItWasFilmed(ending: String) throws {
        try skip(without: .located)
        let folder = try TemporaryFolder()
        let (before, after) = (Probe(try Clip.located.path()), Probe(folder.file("out.\(ending)")))
        try #require(try before.tags().contains { $0.contains("48.8584") })
        let result = try Stage.shell("guise anonymize \(before.path) -o \(after.path) --preset ultrafast")
        #expect(result.status == 0)
        let tags = try after.tags()
        #expect(!tags.contains { $0.contains("48.8") || $0.lowercased().contains("location") }, "\(tags)")
        #expect(tags.contains { $0.contains("Tower") })
        let bytes = FileManager.default.contents(atPath: after.path) ?? Data()
        #expect(bytes.range(of: Data("48.8".utf8)) == nil)
    }

    @Test(arguments: ["mp4", "mov"])
    func keepsWhereItWasFilmedOnRequest(ending: String) throws {
        try skip(without: .located)
        let folder = try TemporaryFolder()
        let result = try Stage.shell(
            "guise anonymize \(Clip.located.path()) -o out.\(ending) --keep-location --preset ultrafast", folder: folder.path)
        #expect(result.status == 0)
        let tags = try Probe(folder.file("out.\(ending)")).tags()
        #expect(tags.contains { $0.contains("48.858") }, "\(tags)")
    }
}
