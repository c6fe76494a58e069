import CGStreamer
import Testing

/// Where `guise` means to differ from `identity`: what it cannot look into, it refuses cleanly.
@Suite struct RefusalTests {
    /// Frames are pushed, whatever upstream could do.
    @Test func neverPromisesToBePulled() throws {
        let lines = try onOwnThread(within: 10, "scheduling") {
            let bench = try Bench(.guise)
            bench.onQuery = { _, query in
                guard query.pointee.type == GST_QUERY_SCHEDULING else { return nil }
                gst_query_set_scheduling(query, GST_SCHEDULING_FLAG_SEEKABLE, 1, -1, 0)
                for mode in [GST_PAD_MODE_PUSH, GST_PAD_MODE_PULL] { gst_query_add_scheduling_mode(query, mode) }
                return true
            }
            bench.start()
            bench.ask(.src, gst_query_new_scheduling())
            return bench.finish()
        }
        #expect(lines.contains { $0.contains("ask src: 1") && $0.contains("push=1 pull=0") })
    }

    @Test(arguments: [
        "video/x-raw(memory:GLMemory), format=RGBA, width=32, height=18, framerate=25/1",
        "video/x-raw(memory:DMABuf), format=NV12, width=32, height=18, framerate=25/1",
        "video/x-raw, format=v210, width=32, height=18, framerate=25/1", "video/x-raw, format=I420, framerate=25/1",
        "video/x-h264, width=32, height=18",
    ])
    func refusesWhatItCannotLookInto(_ caps: String) throws {
        let lines = try onOwnThread(within: 10, "refusing") {
            let bench = try Bench(.guise)
            bench.begin(caps: nil)
            bench.push(caps: caps)
            bench.push(bench.noise(size: 9, seed: 1))
            return bench.finish()
        }
        #expect(lines.contains("bench: push: not-negotiated"))
        #expect(!lines.contains { $0.contains("down: caps") || $0.contains("down: buffer") })
    }
}
