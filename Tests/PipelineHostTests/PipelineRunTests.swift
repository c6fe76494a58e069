import GStreamer
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

    @Test func finishingEndsALiveStream() async throws {
        let run = try PipelineRun(LaunchFile("videotestsrc is-live=true ! fakesink", name: "f").line(with: [:]))
        Task.detached { run.finish() }
        try await run.run { _ in }
    }
}
