import GStreamer
import TestSupport
import Testing

@testable import GuiseElement

/// Streams of all kinds come to their end, whole and in order.
struct StreamTests {
    @Test func playsLiveSourcesToTheEnd() async throws {
        let run = try await PipelineRun.playing("videotestsrc is-live=true num-buffers=12 ! video/x-raw,framerate=30/1 ! guise")
        #expect(run.frames.count == 12 && run.errors.isEmpty)
        #expect(run.frames.compactMap(\.time) == run.frames.compactMap(\.time).sorted())
    }

    @Test func passesTheEndOfAnEmptyStream() async throws {
        let run = try await PipelineRun.playing("videotestsrc num-buffers=0 ! guise")
        #expect(run.frames.isEmpty && run.errors.isEmpty)
    }

    @Test func letsFramesOfTheOldFormatLeaveFirst() async throws {
        let run = try await PipelineRun.playing(
            """
            videotestsrc num-buffers=7 ! video/x-raw,format=I420,width=640,height=480,framerate=30/1 ! c.
            videotestsrc num-buffers=5 ! video/x-raw,format=NV12,width=322,height=242,framerate=30/1 ! c.
            concat name=c ! guise
            """)
        #expect(run.errors.isEmpty)
        #expect(run.frames.map(\.bytes.count) == Array(repeating: 460_800, count: 7) + Array(repeating: 117_612, count: 5))
    }

    @Test(arguments: [(1, 1), (2, 2), (3, 3), (17, 5), (1919, 3)], ["NV12", "I420", "YUY2", "RGB", "P010_10LE"])
    func takesOddSizes(size: (width: Int, height: Int), format: String) async throws {
        let caps = "video/x-raw,format=\(format),width=\(size.width),height=\(size.height)"
        let run = try await PipelineRun.playing("videotestsrc num-buffers=3 ! \(caps) ! guise")
        #expect(run.frames.count == 3 && run.errors.isEmpty)
    }

    @Test func refusesFormatsThatItDoesNotKnow() async throws {
        await #expect(throws: GStreamerError.self) {
            try await PipelineRun.playing("videotestsrc num-buffers=3 ! video/x-raw,format=v210 ! guise")
        }
    }

    @Test func tellsWhoCameAndWhoLeft() async throws {
        let run = try await PipelineRun.playing(
            """
            filesrc location=\(Place.astronaut) ! pngdec ! imagefreeze num-buffers=3 ! videoconvert ! video/x-raw,format=I420,framerate=25/1 ! c.
            videotestsrc num-buffers=3 ! video/x-raw,format=I420,width=512,height=512,framerate=25/1 ! c.
            concat name=c ! guise lookahead=0
            """)
        #expect(run.errors.isEmpty && run.frames.count == 6)
        #expect(run.faceMessages.map(\.description).count == 2)
        #expect(run.faceMessages.first?.description.contains("entered=(int)< 1 >") == true)
        #expect(run.faceMessages.last?.description.contains("left=(int)< 1 >") == true)
        #expect(run.stats?.integer("faces") == 3 && run.stats?.integer("frames") == 6 && run.stats?.integer("detections") == 6)
    }

    @Test func tellsOfEveryFrameWhenAskedTo() async throws {
        let run = try await PipelineRun.playing("videotestsrc num-buffers=4 ! guise messages=true")
        #expect(run.faceMessages.count == 4)
    }
}
