import Foundation
import GStreamer
import GuiseElement
import TestSupport
import Testing

@testable import PipelineHost

@Suite struct FrameReportTests {
    init() throws { try Registry.start() }

    /// Runs a pipeline whose element `hider` is reported on; gives the lines of the report.
    private func report(
        _ text: String, hider: String = "h", number: Int? = nil, prepare: (Element) throws -> Void = { _ in }
    ) async throws -> [String] {
        let folder = try TemporaryFolder()
        let report = try FrameReport(folder.file("r"), overwrite: false)
        let pipeline = try Pipeline(parsing: text)
        let element = try #require(pipeline.element(hider))
        report.watch(element, number: number, in: pipeline)
        pipeline.bus.onMessage { report.take($0) }
        try pipeline.setState(.ready)
        try prepare(element)
        try pipeline.setState(.playing)
        for await message in pipeline.bus {
            if case .endOfStream = message.content { break }
            if case .error(let failure) = message.content { throw failure }
        }
        let frames = try #require(pipeline.element("end")?.structure("stats")?.integer("rendered"))
        try report.finish(AnonymizationJob(input: "a \"b\"", output: "c"), hider: element, frames: frames)
        return try String(contentsOfFile: folder.file("r"), encoding: .utf8).split(separator: "\n").map(String.init)
    }

    private let source = "videotestsrc num-buffers=3 ! video/x-raw,format=I420,width=64,height=48,framerate=25/1"

    @Test func hasALineForEachFrameAndASummary() async throws {
        let lines = try await report("\(source) ! identity name=h ! fakesink name=end")
        #expect(
            lines.dropLast() == [
                #"{"frame":0,"pts":0,"faces":[],"masked_whole":false}"#,
                #"{"frame":1,"pts":0.04,"faces":[],"masked_whole":false}"#,
                #"{"frame":2,"pts":0.08,"faces":[],"masked_whole":false}"#,
            ])
        #expect(
            lines.last?.hasPrefix(
                #"{"summary":{"input":"a \"b\"","output":"c","frames":3,"faces":0,"masked_whole":0,"dropped":0,"sources":{"detected":0,"#
            )
                == true)
    }

    @Test func tellsWhatTheElementSaysInPicturesAsTheyAreShown() async throws {
        let turned = "\(source) ! taginject tags=image-orientation=rotate-90"
        let lines = try await report("\(turned) ! identity name=h ! fakesink name=end", number: 1) { hider in
            hider.pad("sink")?.probeBuffers { buffer in
                let copy = buffer.share().writable()
                let known = try? Structure(parsing: "guise, id=(int)7, score=(double)0.5, source=(string)searched")
                copy.add(
                    RegionOfInterest(kind: "face", x: 10, y: 20, width: 8, height: 12, parameters: known.map { [$0] } ?? []))
                return .replace(copy)
            }
        }
        // 12 wide and 8 high once it is turned clockwise; 48 - 20 - 12 from the left.
        #expect(
            lines.first == #"{"stream":1,"frame":0,"pts":0,"faces":["#
                + #"{"id":7,"x":16,"y":10,"width":12,"height":8,"score":0.5,"source":"searched"}],"masked_whole":false}"#)
        #expect(lines.last?.contains(#""frames":3,"faces":1,"#) == true)
        #expect(lines.last?.contains(#""sources":{"detected":0,"searched":3,"backfilled":0,"held":0}"#) == true)
    }

    @Test(arguments: [("mask-frame", 3), ("drop", 0)])
    func tellsWhatBecameOfFramesInDoubt(choice: String, count: Int) async throws {
        #expect(registerGuise())
        setenv("GUISE_MODELS", Place.models, 1)
        let lines = try await report("\(source) ! guise name=h on-doubt=\(choice) ! fakesink name=end") {
            try $0.set("model-dir", "/nonexistent")
        }
        #expect(lines.count == count + 1)
        #expect(lines.dropLast().allSatisfy { $0.hasSuffix(#""faces":[],"masked_whole":true}"#) })
        #expect(lines.last?.contains(#""masked_whole":\#(count),"dropped":\#(3 - count),"#) == true)
        #expect(lines.last?.contains(#""detector":"fast","effects":"mosaic","on_doubt":"\#(choice)""#) == true)
    }

    @Test func refusesToBeIncomplete() async throws {
        let folder = try TemporaryFolder()
        let report = try FrameReport(folder.file("r"), overwrite: false)
        #expect(throws: HostError.self) {
            try report.finish(AnonymizationJob(input: "a", output: "b"), hider: nil, frames: 1)
        }
        #expect(!FileManager.default.fileExists(atPath: folder.file("r")))
    }

    @Test func remembersWhyALineWasNotTaken() throws {
        let full = open("/dev/full", O_WRONLY)
        defer { close(full) }
        let lines = LineWriter(full)
        #expect(lines.failure == nil)
        #expect(!lines.write("x"))
        #expect(lines.failure == "No space left on device" && !lines.isUnread)
    }
}

@Suite struct ReportNameTests {
    @Test func severalInputsNeedADirectory() throws {
        let isDirectory: (String) -> Bool = { $0 == "out" }
        #expect(try OutputName.reports(for: ["a.mp4", "b.mp4"], option: nil) == [nil, nil])
        #expect(try OutputName.reports(for: ["a.mp4"], option: "r.jsonl", isDirectory: isDirectory) == ["r.jsonl"])
        for option in ["out", "new/"] {
            let names = try OutputName.reports(for: ["d/a.mp4", "a.mov"], option: option, isDirectory: isDirectory)
            let folder = option.hasSuffix("/") ? option : option + "/"
            #expect(names == ["\(folder)a.mp4.report.jsonl", "\(folder)a.mov.report.jsonl"])
        }
        #expect(throws: HostError.self) {
            try OutputName.reports(for: ["a.mp4", "b.mp4"], option: "r.jsonl", isDirectory: isDirectory)
        }
        #expect(throws: HostError.self) {
            try OutputName.reports(for: ["x/a.mp4", "y/a.mp4"], option: "out", isDirectory: isDirectory)
        }
    }

    @Test func knowsOneFileByAnyOfItsNames() throws {
        let folder = try TemporaryFolder()
        try Data().write(to: URL(filePath: folder.file("a")))
        try FileManager.default.linkItem(atPath: folder.file("a"), toPath: folder.file("b"))
        #expect(PendingFile.sameName(folder.file("a"), folder.path + "/./a"))
        #expect(PendingFile.sameName(folder.file("a"), folder.file("b")))
        #expect(PendingFile.sameName(folder.file("new"), folder.path + "//new"))
        #expect(!PendingFile.sameName(folder.file("new"), folder.file("newer")))
        #expect(!PendingFile.sameName(folder.file("new"), "/tmp/new"))
        #expect(PendingFile.sameName("new", "./new"))
    }
}
