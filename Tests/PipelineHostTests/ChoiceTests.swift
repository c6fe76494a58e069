import GStreamer
import Testing

@testable import PipelineHost

@Suite struct ChoiceTests {
    @Test(arguments: [
        ("video/x-h264", VideoCodec.h264), ("video/x-h265", .h265), ("video/mpeg, mpegversion=4", .mpeg4), ("image/jpeg", .mjpeg),
    ])
    func recognisesFamilies(_ caps: String, _ codec: VideoCodec) throws {
        try Registry.start()
        #expect(try VideoCodec(Caps(parsing: caps)) == codec)
        #expect(try VideoCodec(Caps(parsing: "video/mpeg, mpegversion=2")) == nil)
    }

    @Test(arguments: [
        (VideoCodec.h265, Container.mp4, VideoCodec.h265), (.h264, .webm, .vp9), (.vp8, .webm, .vp8), (.vp9, .avi, .h264),
        (.prores, .mov, .prores), (.prores, .mp4, .h264), (.theora, .mkv, .theora),
    ])
    func keepsTheFamilyWhereTheContainerHoldsIt(_ source: VideoCodec, _ container: Container, _ expected: VideoCodec) throws {
        #expect(try VideoCodec.choose(wish: nil, source: source, container: container) { _ in true } == expected)
    }

    @Test func fallsBackWhereNoEncoderIsInstalled() throws {
        #expect(try VideoCodec.choose(wish: nil, source: .av1, container: .mkv) { $0 != .av1 } == .h264)
        #expect(throws: HostError.self) { try VideoCodec.choose(wish: .av1, source: .h264, container: .mkv) { $0 != .av1 } }
        #expect(throws: HostError.self) { try VideoCodec.choose(wish: .h264, source: .vp9, container: .webm) { _ in true } }
    }

    @Test(arguments: [
        ("clips/a.mp4", "clips/a.anonymised.mp4"), ("a.b.MKV", "a.b.anonymised.MKV"), ("x.ts", "x.anonymised.mkv"),
        ("noending", "noending.anonymised.mkv"), ("/d.ir/.hidden", "/d.ir/.hidden.anonymised.mkv"),
    ])
    func namesTheResultBesideTheInput(_ input: String, _ output: String) {
        #expect(OutputName.beside(input) == output)
    }

    @Test func severalInputsNeedADirectory() throws {
        let isDirectory: (String) -> Bool = { $0 == "out" || $0 == "out/" }
        #expect(try OutputName.outputs(for: ["a.mp4"], option: "b.mkv", isDirectory: isDirectory) == ["b.mkv"])
        let names = try OutputName.outputs(for: ["d/a.mp4", "b.mov"], option: "out", isDirectory: isDirectory)
        #expect(names == ["out/a.anonymised.mp4", "out/b.anonymised.mov"])
        #expect(throws: HostError.self) {
            try OutputName.outputs(for: ["a.mp4", "b.mp4"], option: "c.mp4", isDirectory: isDirectory)
        }
        #expect(throws: HostError.self) {
            try OutputName.outputs(for: ["x/a.mp4", "y/a.mp4"], option: "out", isDirectory: isDirectory)
        }
        let new = try OutputName.outputs(for: ["a.mp4"], option: "none/", isDirectory: isDirectory)
        #expect(new == ["none/a.anonymised.mp4"])
    }

    @Test func everyEncoderTakesItsSettings() throws {
        try Registry.start()
        for codec in VideoCodec.allCases {
            guard let name = codec.installedEncoder else { continue }
            for (quality, preset) in [(0, "ultrafast"), (18, "veryfast"), (51, "placebo")] {
                let element = try Element(name)
                let settings = EncodingSettings(quality: quality, preset: preset)
                for property in settings.properties(of: name, threads: 2) where element.hasProperty(property.name) {
                    try element.set(property.name, property.value)
                }
            }
        }
    }
}
