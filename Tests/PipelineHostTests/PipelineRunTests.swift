import Foundation
import GStreamer
import TestSupport
import Testing

@testable import PipelineHost

@Suite struct PipelineRunTests {
    init() throws { try Registry.start() }

    private func run(_ text: String) async -> String? {
        do {
            try await PipelineRun(LaunchFile(text, name: "f").line(with: [:])).run { _ in }
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func endsWithTheStream() async {
        #expect(await run("videotestsrc num-buffers=3\n! fakesink") == nil)
    }

    @Test func namesTheElementAndTheLineOfAnError() async throws {
        let text = try #require(await run("videotestsrc num-buffers=3\n\n! identity error-after=2\n! fakesink"))
        #expect(text.hasPrefix("f, line 3, identity identity"))
    }

    @Test func namesTheLineOfAnErrorInsideABin() async throws {
        let text = try #require(await run("filesrc location=/proc/self/cmdline\n! decodebin\n! fakesink"))
        #expect(text.hasPrefix("f, line 2, decodebin decodebin"))
    }

    @Test(arguments: [
        ("videotestsrc\n! nosuchthing\n! fakesink", "f, line 2: "),
        ("videotestsrc\n! fakesink\nnosuch=1", "f, line 3: "),
        ("videotestsrc\n! audioconvert ! fakesink", "f, line 1: "),
    ])
    func namesTheLineOfWhatCannotBeBuilt(_ text: String, _ beginning: String) async throws {
        let error = try #require(await run(text))
        #expect(error.hasPrefix(beginning), "\(error)")
    }

    @Test(arguments: [
        ("fakesrc\n!\n!\nfakesink", 3), ("# c\n! fakesink", 2), ("fakesrc ! fakesink\nfakesrc\n!", 3),
        ("fakesrc\n! ( ! fakesink )", 2), ("fakesrc\n! queue\n! bin.( fakesink", 3), ("fakesrc\n! fakesink\n)", 3),
        ("fakesrc\n! num-buffers=3\n! fakesink", 2), ("fakesrc, fakesink", 1), ("fakesrc ! fakesink\nnobody. ! fakesink", 2),
        ("fakesrc\n! video/x-raw,width=a(\n! fakesink", 2),
    ])
    func findsTheLineThatGStreamerDoesNotTell(_ text: String, _ line: Int) async throws {
        let error = try #require(await run(text))
        #expect(error.hasPrefix("f, line \(line): "), "\(error)")
    }

    @Test func touchesNoResultWhereAnInputIsMissing() async throws {
        let folder = try TemporaryFolder()
        let (old, new) = (folder.file("old"), folder.file("new"))
        try "mine".write(toFile: old, atomically: true, encoding: .utf8)
        for output in [old, new] {
            let error = try #require(await run("filesrc location=\(folder.file("none"))\n! filesink location=\(output)"))
            #expect(error.hasPrefix("f, line 1, filesrc filesrc"))
            #expect(error.hasSuffix(": cannot read \(folder.file("none")): No such file or directory; check the path"))
        }
        #expect(try String(contentsOfFile: old, encoding: .utf8) == "mine")
        #expect(!FileManager.default.fileExists(atPath: new))
    }

    @Test func leavesNoEmptyResultWhereTheRunFails() async throws {
        let folder = try TemporaryFolder()
        for (source, size) in [("fakesrc ! identity error-after=1", nil), ("fakesrc sizetype=fixed sizemax=5 num-buffers=1", 5)] {
            _ = await run("\(source) ! filesink location=\(folder.file("new"))")
            #expect(FileManager.default.contents(atPath: folder.file("new"))?.count == size)
        }
        try Data().write(to: URL(filePath: folder.file("old")))
        _ = await run("fakesrc ! identity error-after=1 ! filesink location=\(folder.file("old"))")
        #expect(FileManager.default.fileExists(atPath: folder.file("old")))
    }

    @Test func finishingEndsALiveStream() async throws {
        let run = try PipelineRun(LaunchFile("videotestsrc is-live=true ! fakesink", name: "f").line(with: [:]))
        Task.detached { run.finish() }
        try await run.run { _ in }
    }
}
