import Foundation
import TestSupport
import Testing

/// `guise anonymize` between containers and codecs.
struct ContainerTests {
    static let endings = ["mp4", "mov", "mkv", "webm", "avi"]

    /// The sounds that a container cannot hold, which is then said.
    static let unheld = [
        "mp4": ["pcm_s16le"], "mov": [], "mkv": [], "webm": ["aac", "mp3", "pcm_s16le"], "avi": ["opus"],
    ]

    @Test(arguments: Clip.families, endings)
    func keepsFramesAndSound(clip: Clip, ending: String) throws {
        try skip(without: clip)
        let folder = try TemporaryFolder()
        let source = Probe(try clip.path())
        let output = Probe(folder.file("out.\(ending)"))
        let sound = try #require(try source.value("codec_name", of: "a:0"))
        let result = try Stage.shell("guise anonymize \(source.path) -o \(output.path) --preset ultrafast")
        if ContainerTests.unheld[ending]?.contains(sound) == true {
            #expect(result.status == 1 && result.errors.contains(".\(ending) cannot hold audio stream"))
            #expect(try contents(of: folder).isEmpty)
            return
        }
        #expect(result.status == 0, "\(result.errors)")
        guard result.status == 0 else { return }
        let (sounds, lengths) = (
            [try source.packetsMD5(of: "a:0"), try output.packetsMD5(of: "a:0")], [try source.duration(), try output.duration()]
        )
        #expect(sounds[0] == sounds[1])
        #expect(abs(lengths[0] - lengths[1]) < 0.1)
        try expectSameTimes(output, source, ending)
        try expectHidden(in: output.path, of: source.path, every: 15)
    }

    /// AVI has a rate, and no times.
    private func expectSameTimes(_ output: Probe, _ source: Probe, _ ending: String) throws {
        guard ending != "avi" else {
            #expect(try output.value("avg_frame_rate", of: "v:0") == source.value("avg_frame_rate", of: "v:0"))
            return
        }
        let (before, after) = (try source.frameTimes(), try output.frameTimes())
        try #require(after.count == before.count)
        // Matroska counts milliseconds.
        #expect(zip(before, after).allSatisfy { abs($0 - $1) < 0.0011 }, "\(before) \(after)")
    }

    @Test(arguments: [
        ("h265", "hevc", "mp4"), ("vp9", "vp9", "webm"), ("vp8", "vp8", "mkv"), ("mpeg4", "mpeg4", "avi"),
        ("mjpeg", "mjpeg", "mov"), ("prores", "prores", "mov"), ("theora", "theora", "mkv"),
    ])
    func encodesInTheCodecThatIsAskedFor(codec: String, named: String, ending: String) throws {
        let folder = try TemporaryFolder()
        let source = ending == "webm" ? Clip.webm : Clip.mp4
        try skip(without: source)
        let output = Probe(folder.file("out.\(ending)"))
        let result = try Stage.shell("guise anonymize \(source.path()) -o \(output.path) --codec \(codec) --preset ultrafast")
        #expect(result.status == 0, "\(result.errors)")
        guard result.status == 0 else { return }
        #expect(try output.value("codec_name", of: "v:0") == named)
        try expectHidden(in: output.path, of: source.path(), every: 15)
    }
}

/// Cancels the test, with the reason, where its input cannot be made.
func skip(without clip: Clip) throws {
    if let obstacle = clip.obstacle { try Test.cancel("\(obstacle)") }
}
