import GStreamer
import Testing

@Suite struct AppTests {
    init() throws { try Registry.start() }

    @Test func pullsEverySampleThenNil() throws {
        let pipeline = try Pipeline(
            parsing:
                "videotestsrc num-buffers=3 ! video/x-raw,format=GRAY8,width=8,height=4,framerate=25/1 ! appsink name=out sync=false"
        )
        let sink = try #require(pipeline.element("out").flatMap { AppSink($0) })
        try pipeline.setState(.playing)
        var times: [UInt64] = []
        while let sample = sink.pull() {
            #expect(sample.caps?.structures.first?.integer("width") == 8)
            guard let buffer = sample.buffer else { continue }
            #expect(buffer.size == 32)
            times.append(buffer.presentationTime?.nanoseconds ?? 0)
        }
        #expect(times == [0, 40_000_000, 80_000_000])
    }

    @Test func carriesPushedBuffersAndTags() async throws {
        let pipeline = try Pipeline(
            parsing: "appsrc name=in format=time ! taginject tags=\"title=one,geo-location-name=home\" ! fakesink name=out")
        let source = try #require(pipeline.element("in").flatMap { AppSource($0) })
        let pad = try #require(pipeline.element("out")?.pad("sink"))
        let seen = Monitor<[UInt8]>([])
        pad.onTags { $0.removing(["geo-location-name"]) }
        pad.onBuffer { buffer in
            let first = buffer.withBytes { $0.unsafeLoad(as: UInt8.self) }
            seen.withLock { $0.append(first ?? 0) }
        }
        source.caps = try Caps(parsing: "application/x-test")
        try pipeline.setState(.playing)
        for byte in UInt8(1)...3 { try source.push(Buffer([byte])) }
        try source.endOfStream()
        for await message in pipeline.bus {
            if case .endOfStream = message.content { break }
        }
        #expect(seen.withLock { $0 } == [1, 2, 3])
        let tags = pad.tags
        #expect(tags.contains { $0.string("title") == "one" })
        #expect(!tags.contains { $0.contains("geo-location-name") })
    }

    @Test func streamingThreadGetsSamplesOneByOne() async throws {
        let pipeline = try Pipeline(parsing: "videotestsrc num-buffers=5 ! appsink name=out sync=false")
        let sink = try #require(pipeline.element("out").flatMap { AppSink($0) })
        let count = Monitor(0)
        sink.onSample { sample in
            _ = sample.buffer
            return count.withLock {
                $0 += 1
                return true
            }
        }
        try pipeline.setState(.playing)
        for await message in pipeline.bus {
            if case .endOfStream = message.content { break }
        }
        #expect(count.withLock { $0 } == 5)
    }
}
