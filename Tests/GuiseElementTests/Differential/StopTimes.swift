import CGStreamer
import Foundation
import GStreamer
import TestSupport
import Testing

@testable import GuiseElement

/// NULL comes at once from any state, whatever the element is at; a network that is being compiled takes up to half a second.
@Suite(.serialized) struct StopTimes {
    enum Moment: String, CaseIterable, Sendable {
        case inPreroll, playing, blockedDownstream
        /// The first frame has come in, and the networks are being compiled.
        case compiling, compilingInPreroll
        /// Every look takes two seconds.
        case looking
        /// The end of the stream waits for such looks.
        case draining
    }

    /// `identity`, whose time is the machine's, and what is as quick as that.
    private static let lines = [
        "guise detector=none effects=none", "guise lookahead=0", "guise lookahead=400", "guise detector=accurate lookahead=400",
    ]

    @Test(arguments: lines, Moment.allCases) func stopsAtOnce(_ line: String, _ moment: Moment) throws {
        let plain = try time(of: .identity, moment)
        // A folder of its own has networks of its own, which are compiled anew.
        let folder = try TemporaryFolder()
        for name in try FileManager.default.contentsOfDirectory(atPath: Subject.models) {
            try FileManager.default.createSymbolicLink(
                atPath: folder.file(name), withDestinationPath: "\(Subject.models)/\(name)")
        }
        let own = try time(of: Subject(line: "\(line) model-dir=\"\(folder.path)\""), moment)
        #expect(own < plain + 0.3, "\(own) s, identity \(plain) s")
        if ProcessInfo.processInfo.environment["GUISE_TIMES"] != nil {
            print("stop: \(line), \(moment): \(Int(own * 1000)) ms, identity \(Int(plain * 1000)) ms")
        }
    }

    /// Seconds that a pipeline takes from a moment to NULL.
    private func time(of subject: Subject, _ moment: Moment) throws -> Double {
        try onOwnThread(within: 60, "\(subject) \(moment)") {
            let ending = moment == .draining ? "num-buffers=3" : ""
            let line = try Line(
                subject,
                "videotestsrc pattern=ball \(ending) ! video/x-raw,format=I420,width=320,height=180,framerate=25/1 ! E "
                    + "! queue max-size-buffers=1 ! fakesink name=out sync=true")
            line.watch("e0", "sink", "in")
            let isHindered = Monitor(false)
            if subject.line.hasPrefix("guise"), moment == .looking || moment == .draining {
                line.with("e0") { element in
                    GuiseType.owner(of: UnsafeMutableRawPointer(element)).settings.withLock { settings in
                        settings.hindrance = { _ in
                            isHindered.withLock { $0 = true }
                            Thread.sleep(forTimeInterval: 2)
                        }
                    }
                }
            }
            func waitForFrames(_ count: Int, at place: String) {
                line.transcript.wait(for: place) { lines in lines.filter { $0.hasPrefix("buffer") }.count >= count }
            }
            switch moment {
            case .inPreroll: line.reach(GST_STATE_PAUSED)
            case .playing:
                line.set(GST_STATE_PLAYING)
                waitForFrames(3, at: "down")
            case .blockedDownstream:
                let count = line.block("out", "sink")
                line.set(GST_STATE_PLAYING)
                count.wait { $0 > 0 ? () : nil }
            case .compiling, .compilingInPreroll:
                line.set(moment == .compiling ? GST_STATE_PLAYING : GST_STATE_PAUSED)
                waitForFrames(1, at: "in")
            case .looking, .draining:
                line.set(GST_STATE_PLAYING)
                waitForFrames(1, at: "in")
                if subject.line.hasPrefix("guise"), !subject.line.contains("detector=none") {
                    isHindered.wait { $0 ? () : nil }
                }
                if moment == .draining { line.transcript.wait(for: "in") { $0.contains { $0.hasPrefix("eos") } } }
            }
            let began = g_get_monotonic_time()
            line.set(GST_STATE_NULL)
            return Double(g_get_monotonic_time() - began) / 1e6
        }
    }
}
