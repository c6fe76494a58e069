import CGStreamer
import Foundation
import GStreamer
import TestSupport
import Testing

@testable import GuiseElement

/// What is seen in one frame hides what is not seen in its neighbours.
struct LookaheadTests {
    private let caps = "video/x-raw,format=I420,width=512,height=512,framerate=25/1"

    /// A launch line whose frames, 40 ms apart, show the portrait where `pattern` has an X and nobody elsewhere; in one stream.
    private func frames(_ pattern: String, in folder: TemporaryFolder) throws -> String {
        let nobody = folder.file("nobody.png")
        // The portrait with a box over the face: no other scene, but nobody in it.
        try run(
            "gst-launch-1.0",
            [
                "-q", "compositor", "name=c", "sink_1::xpos=150", "sink_1::ypos=20", "!", "videoconvert", "!",
                "video/x-raw,format=RGB,width=512,height=512", "!", "pngenc", "!", "filesink", "location=\(nobody)", "filesrc",
                "location=\(Place.astronaut)", "!", "pngdec", "!", "videoconvert",
                "!", "c.", "videotestsrc", "num-buffers=1", "pattern=checkers-8", "!",
                "video/x-raw,width=150,height=190,framerate=25/1", "!", "videoconvert", "!", "c.",
            ])
        for (index, mark) in pattern.enumerated() {
            let name = folder.file("f\(1000 + index).png")
            try FileManager.default.createSymbolicLink(atPath: name, withDestinationPath: mark == "X" ? Place.astronaut : nobody)
        }
        return "multifilesrc location=\(folder.file("f%d.png")) start-index=1000 stop-index=\(999 + pattern.count) "
            + "caps=image/png,framerate=25/1 ! pngdec ! videoconvert ! \(caps)"
    }

    private func sources(_ pattern: String, lookahead: Int) async throws -> String {
        let folder = try TemporaryFolder()
        let played = try await PipelineRun.playing(
            frames(pattern, in: folder) + " ! guise detect-interval=1 lookahead=\(lookahead)")
        try #require(played.errors.isEmpty && played.frames.count == pattern.count)
        return played.frames.map { frame in
            switch frame.regions.first?.parameters("guise")?.string("source") {
            case "detected"?: "X"
            case let source?: String(source.first ?? "?")
            case nil: "-"
            }
        }.joined()
    }

    @Test(arguments: [
        // Who leaves is held for 400 ms, ten frames; who enters was there for 150 ms before a search found the face.
        ("--------XX---X-------------", 200, "-----bbbXXhhhXhhhhhhhhhh---"),
        ("X--------X", 400, "XhhhhhhhhX"),
        ("--X--", 0, "--Xhh"),
    ])
    func bridgesGapsAndReachesBeforeAndAfter(pattern: String, lookahead: Int, expected: String) async throws {
        let sources = try await sources(pattern, lookahead: lookahead)
        #expect(sources == expected)
    }

    @Test func masksWhatItFillsIn() async throws {
        let folder = try TemporaryFolder()
        let line = try frames("-X-", in: folder)
        let plain = try await PipelineRun.playing(line + " ! identity")
        let masked = try await PipelineRun.playing(line + " ! guise detect-interval=1")
        #expect(masked.frames.count == 3 && zip(plain.pixels, masked.pixels).allSatisfy { $0 != $1 })
    }

    @Test(arguments: [(400, 400), (390, 400), (10, 40)])
    func tellsALivePipelineWhatItHolds(lookahead: Int, held: Int) async throws {
        let plain = try await liveLatency(of: "identity")
        let late = try await liveLatency(of: "guise lookahead=\(lookahead)")
        #expect(late == plain + GstClockTime(held) * 1_000_000, "\(plain) \(late)")
    }

    /// The least latency of a live pipeline of 25 frames a second, once its caps are known.
    private func liveLatency(of element: String) async throws -> GstClockTime {
        precondition(Element.isRegistered)
        let pipeline = try Pipeline(parsing: "videotestsrc is-live=true ! \(caps) ! \(element) ! fakesink name=end sync=true")
        try pipeline.setState(.playing)
        defer { pipeline.stop() }
        // A sink tells its latency once it has a frame.
        while (pipeline.position?.nanoseconds ?? 0) == 0 { try await Task.sleep(for: .milliseconds(20)) }
        let query = gst_query_new_latency()!
        defer { gst_query_unref(query) }
        #expect(gst_element_query(pipeline.pointer, query) != 0)
        var least: GstClockTime = 0
        gst_query_parse_latency(query, nil, &least, nil)
        return least
    }

    @Test func looseFramesLeaveInTime() async throws {
        let run = try await PipelineRun.playing("videotestsrc is-live=true num-buffers=20 ! \(caps) ! guise lookahead=200")
        #expect(run.frames.count == 20)
        #expect(run.frames.compactMap(\.time) == run.frames.compactMap(\.time).sorted())
    }
}
