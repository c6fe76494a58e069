import GStreamer
import Testing

@Suite struct PropertyTests {
    init() throws { try Registry.start() }

    @Test func setsAndReadsEveryKind() throws {
        let source = try Element("videotestsrc")
        try source.set("pattern", "ball")
        try source.set("num-buffers", 7)
        try source.set("is-live", true)
        #expect(source.string("pattern") == "ball")
        #expect(source.integer("num-buffers") == 7)
        #expect(source.boolean("is-live") == true)
        let file = try Element("filesrc")
        try file.set("location", "/tmp/a \"quoted\" ! name")
        #expect(file.string("location") == "/tmp/a \"quoted\" ! name")
        let volume = try Element("audioamplify")
        try volume.set("amplification", 0.25)
        #expect(volume.double("amplification") == 0.25)
        #expect(try Element("fakesink").structure("stats")?.name == "application/x-gst-base-sink-stats")
    }

    @Test(arguments: [("nosuch", "1"), ("pattern", "nonsense"), ("num-buffers", "many"), ("num-buffers", "-5")])
    func refusesUnfitValues(_ property: String, _ text: String) throws {
        let source = try Element("videotestsrc")
        #expect(throws: GStreamerError.self) { try source.set(property, text) }
    }
}
