import CGStreamer
import Glibc
import Testing

private let small = "video/x-raw,format=I420,width=32,height=18,framerate=25/1"

/// Seeks through whole pipelines.
@Suite struct LineSeekScenarios {
    @Test(arguments: Subject.disguises) func whilePaused(_ subject: Subject) throws {
        try expectSame(subject, line: "videotestsrc pattern=ball ! \(small) ! E ! fakesink") { line in
            line.reach(GST_STATE_PAUSED)
            for target in [4_000_000_000, 0, 1_234_567_890, 40_000_000] {
                line.seek(to: target, flags: GST_SEEK_FLAG_FLUSH)
                line.wait(for: GST_MESSAGE_ASYNC_DONE, GST_MESSAGE_ERROR)
                line.notePosition()
            }
        }
    }

    @Test(arguments: [2.0, 0.5, -1.0], Subject.disguises) func atAnotherRate(_ rate: Double, _ subject: Subject) throws {
        try expectSame(subject, line: "videotestsrc pattern=ball ! \(small) ! E ! fakesink") { line in
            line.reach(GST_STATE_PAUSED)
            line.seek(to: 400_000_000, flags: GST_SEEK_FLAG_FLUSH, rate: rate, stop: 1_000_000_000)
            line.wait(for: GST_MESSAGE_ASYNC_DONE, GST_MESSAGE_ERROR)
            line.playToTheEnd()
        }
    }

    @Test(arguments: Subject.disguises) func bySegments(_ subject: Subject) throws {
        try expectSame(subject, line: "videotestsrc pattern=ball ! \(small) ! E ! fakesink") { line in
            line.reach(GST_STATE_PAUSED)
            // Longer than what is held: a source that is done says so at once.
            line.seek(to: 0, flags: GST_SEEK_FLAG_FLUSH, GST_SEEK_FLAG_SEGMENT, stop: 1_000_000_000)
            line.wait(for: GST_MESSAGE_ASYNC_DONE, GST_MESSAGE_ERROR)
            line.set(GST_STATE_PLAYING)
            line.wait(for: GST_MESSAGE_SEGMENT_DONE, GST_MESSAGE_ERROR)
            line.seek(to: 2_000_000_000, flags: GST_SEEK_FLAG_SEGMENT, stop: 2_600_000_000)
            line.wait(for: GST_MESSAGE_SEGMENT_DONE, GST_MESSAGE_ERROR)
            line.seek(to: 4_000_000_000, flags: GST_SEEK_FLAG_NONE, stop: 4_100_000_000)
            line.wait(for: GST_MESSAGE_EOS, GST_MESSAGE_ERROR)
        }
    }

    @Test(arguments: Subject.disguises) func afterTheEnd(_ subject: Subject) throws {
        try expectSame(subject, line: "videotestsrc pattern=ball num-buffers=4 ! \(small) ! E ! fakesink") { line in
            line.playToTheEnd()
            for target in [0, 80_000_000] {
                line.seek(to: target, flags: GST_SEEK_FLAG_FLUSH, stop: 200_000_000)
                line.wait(for: GST_MESSAGE_EOS, GST_MESSAGE_ERROR)
            }
        }
    }

    @Test(arguments: Subject.disguises) func inAFile(_ subject: Subject) throws {
        let text =
            "videotestsrc pattern=ball num-buffers=50 ! \(small) ! x264enc key-int-max=10 threads=1 ! h264parse ! matroskamux ! filesink location="
        let file = "/tmp/guise-seek-\(getpid())-\(subject.line.count).mkv"
        let writer = try Line(.identity, text + file)
        writer.playToTheEnd()
        _ = writer.finish()
        defer { remove(file) }
        try expectSame(subject, line: "filesrc location=\(file) ! decodebin ! E ! fakesink") { line in
            line.reach(GST_STATE_PAUSED)
            for target in [800_000_000, 0, 1_200_000_000] {
                line.seek(to: target, flags: GST_SEEK_FLAG_FLUSH, GST_SEEK_FLAG_ACCURATE)
                line.wait(for: GST_MESSAGE_ASYNC_DONE, GST_MESSAGE_ERROR)
                line.notePosition()
            }
            line.playToTheEnd()
            // Bit rates are told as the parser happens to have seen them.
            for place in ["bus", "down"] { line.transcript.keep(place) { lines in lines.filter { !$0.hasPrefix("tag") } } }
        }
    }

    @Test(arguments: [GST_STATE_PAUSED.rawValue, GST_STATE_PLAYING.rawValue], Subject.disguises)
    func twoHundredTimes(_ state: UInt32, _ subject: Subject) throws {
        try expectSame(subject, line: "videotestsrc pattern=ball ! \(small) ! E ! fakesink sync=true") { line in
            line.reach(GstState(rawValue: state))
            var random = Seeded(7)
            for _ in 0..<200 {
                line.seek(to: Int.random(in: 0..<100, using: &random) * 40_000_000, flags: GST_SEEK_FLAG_FLUSH)
                line.wait(for: GST_MESSAGE_ASYNC_DONE, GST_MESSAGE_ERROR)
            }
            line.reach(GST_STATE_PAUSED)
            line.seek(to: 2_000_000_000, flags: GST_SEEK_FLAG_FLUSH, stop: 2_400_000_000)
            line.wait(for: GST_MESSAGE_ASYNC_DONE, GST_MESSAGE_ERROR)
            line.playToTheEnd()
            guard state == GST_STATE_PLAYING.rawValue else { return }
            // How far each seek got before the next is a matter of timing.
            for place in ["bus", "line"] { line.transcript.keep(place) { _ in [] } }
            line.transcript.keep("down") { lines in Array(lines[(lines.lastIndex { $0.hasPrefix("flush-stop") } ?? 0)...]) }
        }
    }
}
