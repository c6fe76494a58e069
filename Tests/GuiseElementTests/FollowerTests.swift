import CGStreamer
import Faces
import GStreamer
import TestSupport
import Testing

@testable import GuiseElement

/// What one who follows the faces finds between looks.
struct FollowerTests {
    /// A look finds a face that the frame before it, which nobody looked at, shows too.
    @Test(arguments: [false, true]) func searchesWhoIsNewBackwards(isBehind: Bool) async throws {
        let run = try await PipelineRun.playing(
            "filesrc location=\(Place.astronaut) ! pngdec ! videoconvert ! video/x-raw,format=I420 ! guise effects=none")
        let (picture, info) = (try #require(run.frames.first), try #require(run.info))
        let region = try #require(picture.regions.first)
        let face = Face(
            box: Rect(x: Float(region.x), y: Float(region.y), width: Float(region.width), height: Float(region.height)),
            score: 0.9)

        let gate = Gate()
        gate.open()
        let follower = Follower(worker: Worker(index: 0), gate: gate, statistics: Statistics())
        let format = StreamFormat(info: info, orientation: .rotate0)
        var settings = Settings()
        settings.modelDir = Place.models
        let frames = (0..<3).map { number in
            let buffer = gst_buffer_new_allocate(nil, gsize(picture.bytes.count), nil)!
            gst_buffer_fill(buffer, 0, picture.bytes, gsize(picture.bytes.count))
            return HeldFrame(
                buffer: buffer, format: format, settings: settings, isLive: true, time: UInt64(number) * 40_000_000,
                number: number)
        }
        defer { for frame in frames { gate.discard(frame) } }
        gate.deliver(.found([]), for: frames[0])
        gate.deliver(.found([face]), for: frames[2])
        for (number, frame) in frames.enumerated() {
            follower.take(
                Crew.Step(
                    frame: frame, change: number == 0 ? .cut : SceneChanges.Change.none, awaitsLook: number != 1,
                    ticket: number + 1, epoch: gate.epoch), isBehind: isBehind)
        }
        guard case .faces(let found)? = gate.verdict(on: frames[1], ticket: 3) else {
            Issue.record("no verdict")
            return
        }
        #expect(found.map(\.source) == [.searched])
    }
}
