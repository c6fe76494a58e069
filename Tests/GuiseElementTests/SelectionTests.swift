import CGStreamer
import GStreamer
import TestSupport
import Testing

@testable import GuiseElement

/// Whose face is shown, and whose is hidden.
struct SelectionTests {
    /// Faces of 32 × 32 in the rows of a checkered frame, that another element knows of.
    private static let faces: [(x: Int, parameters: String)] = [
        (0, "guise, id=(int)1, sure=(boolean)true"), (80, "guise, id=(int)2, sure=(boolean)true"),
        (160, "guise, id=(int)1, sure=(boolean)false"), (240, "guise, score=(double)0.9"),
    ]

    /// Plays one frame with those faces; says which of them changed, and how many faces the frame then tells of.
    private func hidden(by settings: String) async throws -> (faces: [Int], metas: Int) {
        let source = "videotestsrc pattern=checkers-1 num-buffers=1 ! video/x-raw,format=GRAY8,width=320,height=64"
        let plain = try await PipelineRun.playing("\(source) ! identity")
        let run = try await PipelineRun.playing("\(source) ! identity name=finder ! guise detector=none \(settings)") {
            pipeline in
            pipeline.element("finder")?.pad("src")?.probeBuffers { buffer in
                let copy = buffer.share().writable()
                for face in Self.faces {
                    let parameters = (try? Structure(parsing: face.parameters)).map { [$0] } ?? []
                    copy.add(RegionOfInterest(kind: "face", x: face.x + 16, y: 16, width: 32, height: 32, parameters: parameters))
                }
                return .replace(copy)
            }
        }
        try #require(run.errors.isEmpty && run.frames.count == 1 && plain.frames.count == 1)
        let changed = Self.faces.indices.filter { index in
            let middle = 32 * 320 + Self.faces[index].x + 32
            return (-4..<4).contains { run.frames[0].bytes[middle + $0] != plain.frames[0].bytes[middle + $0] }
        }
        return (changed, run.frames[0].regions.count)
    }

    @Test(arguments: [
        ("", [0, 1, 2, 3]), ("keep-ids=1", [1, 2, 3]), ("keep-ids=\"1,2\"", [2, 3]), ("keep-ids=\"\"", [0, 1, 2, 3]),
        ("only-ids=1", [0, 2, 3]), ("only-ids=7", [2, 3]), ("keep-ids=\"1,2\" only-ids=1", [0, 2, 3]),
        ("keep-ids=1 effects=none", []),
    ])
    func leavesChosenFacesBareAndTellsOfAll(settings: String, hidden: [Int]) async throws {
        let result = try await self.hidden(by: settings)
        #expect(result.faces == hidden)
        #expect(result.metas == 4)
    }

    @Test func hidesAKeptFaceUnderTheMaskOfAnother() async throws {
        // Twice the box reaches into the neighbour's middle only where the neighbour is as near as this.
        let result = try await hidden(by: "keep-ids=1 mask-scale=5")
        #expect(result.faces == [0, 1, 2, 3])
    }

    @Test(arguments: ["keep-ids", "only-ids"])
    func refusesWhatIsNoListOfIdentities(property: String) async throws {
        let run = try await PipelineRun.playing("videotestsrc num-buffers=2 ! guise detector=none \(property)=\"1,x\"")
        #expect(run.frames.isEmpty && run.errors.count == 1)
        #expect(run.errors.first?.contains("\(property)=\"1,x\" cannot be used: \"x\" is no identity") == true)
    }

    @Test func givesNoNumberTwiceInOneStream() async throws {
        // After a flush, as of a seek, who is there need not be who was there: nobody gets the number of one who is shown.
        let line = "filesrc location=\(Place.astronaut) ! pngdec ! videoconvert ! imagefreeze num-buffers=60 ! guise name=g"
        let run = try await PipelineRun.playing("\(line) keep-ids=1 lookahead=0") { pipeline in
            let count = Monitor(0)
            let entry = pipeline.element("g")?.pad("sink")
            entry?.onBuffer { _ in
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                guard number == 50, let entry, let segment = gst_pad_get_sticky_event(entry.pointer, GST_EVENT_SEGMENT, 0) else {
                    return
                }
                gst_pad_send_event(entry.pointer, gst_event_new_flush_start())
                gst_pad_send_event(entry.pointer, gst_event_new_flush_stop(1))
                gst_pad_send_event(entry.pointer, segment)
            }
        }
        let ids = run.frames.flatMap { $0.regions.compactMap { $0.parameters("guise")?.integer("id") } }
        #expect(ids.count == run.frames.count && ids == ids.sorted())
        #expect(Set(ids) == [1, 2], "\(ids)")
    }
}
