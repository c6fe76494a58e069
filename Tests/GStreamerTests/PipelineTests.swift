import GStreamer
import Testing

@Suite struct PipelineTests {
    init() throws { try Registry.start() }

    @Test func runsToTheEndOfStream() async throws {
        let pipeline = try Pipeline(parsing: "videotestsrc num-buffers=3 ! fakesink")
        try pipeline.setState(.playing)
        var ended = false
        for await message in pipeline.bus {
            if case .endOfStream = message.content {
                ended = true
                break
            }
        }
        pipeline.stop()
        #expect(ended)
    }

    @Test func namesTheElementThatIsMissing() {
        #expect(throws: GStreamerError.missingElement("nosuchelement")) {
            try Pipeline(parsing: "videotestsrc ! nosuchelement ! fakesink")
        }
        #expect(throws: GStreamerError.missingElement("nosuchelement")) { try Element("nosuchelement") }
    }

    @Test(arguments: ["videotestsrc ! audioconvert ! fakesink", "videotestsrc pattern=nonsense ! fakesink", "videotestsrc ! ! x"])
    func refusesWhatCannotBeBuilt(_ line: String) {
        #expect(throws: GStreamerError.self) { try Pipeline(parsing: line) }
    }

    @Test func reportsWhichElementFailed() async throws {
        let pipeline = try Pipeline(parsing: "filesrc location=/nonexistent/file name=input ! fakesink")
        #expect(throws: GStreamerError.self) { try pipeline.setState(.playing) }
        for await message in pipeline.bus {
            guard case .error(let failure) = message.content else { continue }
            #expect(failure.element == "input")
            #expect(failure.factory == "filesrc")
            #expect(failure.domain == "gst-resource-error-quark")
            #expect(failure.debug.contains("/nonexistent/file"))
            break
        }
    }

    @Test func listsElementsInTheOrderOfTheLine() throws {
        let pipeline = try Pipeline(parsing: "videotestsrc ! queue ! identity ! queue ! fakesink audiotestsrc ! fakesink")
        let factories = pipeline.elements.map(\.factory)
        #expect(factories == ["videotestsrc", "queue", "identity", "queue", "fakesink", "audiotestsrc", "fakesink"])
    }

    @Test func linksPadsThatAppearLater() async throws {
        let pipeline = try Pipeline(parsing: "videotestsrc num-buffers=2 ! matroskamux ! matroskademux name=demux")
        let demuxer = try #require(pipeline.element("demux"))
        let output = try pipeline.add(Element("fakesink"))
        demuxer.onPadAdded { pad in
            if let target = output.pad("sink") { try? pad.link(to: target) }
        }
        let seen = Monitor(0)
        output.pad("sink")?.onBuffer { _ in seen.withLock { $0 += 1 } }
        try pipeline.setState(.playing)
        for await message in pipeline.bus {
            if case .endOfStream = message.content { break }
        }
        #expect(seen.withLock { $0 } == 2)
    }

    @Test func lettingGoOfARunningPipelineStopsIt() throws {
        for _ in 0..<20 {
            let pipeline = try Pipeline(parsing: "videotestsrc ! fakesink")
            try pipeline.setState(.playing)
        }
    }

    @Test func givesVersionAndElements() {
        #expect(Registry.version.hasPrefix("1."))
        #expect(Registry.elementExists("identity"))
        #expect(!Registry.elementExists("nosuchelement"))
    }
}
