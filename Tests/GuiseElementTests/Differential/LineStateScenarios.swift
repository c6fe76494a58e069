import CGStreamer
import GStreamer
import Testing

private let small = "video/x-raw,format=I420,width=64,height=36,framerate=25/1"

/// Pipelines that stop, start and are rebuilt while they run.
@Suite struct LineStateScenarios {
    /// NULL must come at once, wherever downstream blocks the streaming thread.
    @Test(arguments: ["e0 src", "q sink", "q src", "after src", "out sink"], Subject.disguises)
    func stopsWhileBlocked(_ place: String, _ subject: Subject) throws {
        try expectSame(
            subject,
            line:
                "videotestsrc pattern=ball ! \(small) ! E ! queue name=q max-size-buffers=1 ! identity name=after ! fakesink name=out"
        ) { line in
            let words = place.split(separator: " ").map(String.init)
            let count = line.block(words[0], words[1])
            line.set(GST_STATE_PLAYING)
            count.wait { $0 > 0 ? () : nil }
            let began = g_get_monotonic_time()
            line.set(GST_STATE_NULL)
            line.note("at once: \(g_get_monotonic_time() - began < 1_000_000)")
            // How many frames the queue had taken by then is a matter of timing.
            line.transcript.keep("down") { lines in Array(lines.prefix(4)) }
        }
    }

    @Test(arguments: Subject.disguises) func stopsInPreroll(_ subject: Subject) throws {
        try expectSame(subject, line: "videotestsrc pattern=ball ! \(small) ! E ! fakesink") { line in
            for _ in 0..<5 {
                line.reach(GST_STATE_PAUSED)
                line.set(GST_STATE_NULL)
                line.reach(GST_STATE_READY)
            }
        }
    }

    @Test(arguments: Subject.disguises) func pausesAndGoesOn(_ subject: Subject) throws {
        try expectSame(subject, line: "videotestsrc num-buffers=20 ! \(small) ! E ! fakesink sync=true") { line in
            for _ in 0..<5 {
                line.reach(GST_STATE_PAUSED)
                line.reach(GST_STATE_PLAYING)
            }
            line.wait(for: GST_MESSAGE_EOS, GST_MESSAGE_ERROR)
            // Whether the sink holds a frame when it pauses is a matter of timing.
            for place in ["bus", "line"] { line.transcript.keep(place) { _ in [] } }
        }
    }

    @Test(arguments: Subject.disguises) func cyclesWhilePlaying(_ subject: Subject) throws {
        try expectSame(subject, line: "videotestsrc pattern=ball ! \(small) ! E ! fakesink") { line in
            for _ in 0..<20 {
                line.set(GST_STATE_PLAYING)
                line.set(GST_STATE_NULL)
            }
            line.transcript.keep("down") { _ in [] }
            line.transcript.keep("bus") { _ in [] }
        }
    }

    @Test(arguments: Subject.disguises) func playsAgainAfterTheEnd(_ subject: Subject) throws {
        try expectSame(subject, line: "videotestsrc num-buffers=3 ! \(small) ! E ! fakesink") { line in
            for _ in 0..<3 {
                line.playToTheEnd()
                line.reach(GST_STATE_READY)
            }
        }
    }

    /// Taken out of a playing pipeline, then put back, between two frames; one that holds frames would have to be drained first.
    @Test func isTakenOutAndPutBack() throws {
        try expectSame(
            .guise,
            line: "videotestsrc num-buffers=300 ! \(small) ! identity name=before ! E ! identity name=after ! fakesink name=out"
        ) { line in
            line.watch("out", "sink", "out")
            line.set(GST_STATE_PLAYING)
            for turn in 1...3 {
                line.transcript.wait(for: "out") { $0.count > turn * 40 }
                line.betweenFrames(at: "before") { line.takeOut("e0", between: "before", "after") }
                line.transcript.wait(for: "out") { $0.count > turn * 40 + 20 }
                line.betweenFrames(at: "before") { line.putBack("e0", between: "before", "after") }
            }
            line.wait(for: GST_MESSAGE_EOS, GST_MESSAGE_ERROR)
            line.transcript.keep("down") { _ in [] }
            // Whether it was playing already when it was first taken out is a matter of timing.
            line.transcript.keep("bus") { lines in
                lines.filter { !$0.contains("structure-change") && !$0.contains("state-changed") }
            }
            // Where the sticky events come again depends on where it was cut.
            line.transcript.keep("out") { lines in lines.filter { $0.hasPrefix("buffer") } }
        }
    }

    /// A recording that begins and ends while the pipeline plays on: all that came in is in it.
    @Test(arguments: Subject.disguises) func isPluggedInAndOutInABin(_ subject: Subject) throws {
        try expectSame(subject, line: "videotestsrc ! \(small) ! tee name=t ! queue ! fakesink") { line in
            line.set(GST_STATE_PLAYING)
            for turn in 0..<3 {
                let branch = try line.subject.makeBin(in: "queue name=q ! E ! fakesink name=end async=false sync=false")
                defer { gst_object_unref(branch) }
                line.plugIn(branch, turn)
                line.transcript.wait(for: "in \(turn)") { $0.count > 15 }
                line.unplug(branch, turn)
                let (entered, left) = (line.transcript.lines(of: "in \(turn)"), line.transcript.lines(of: "out \(turn)"))
                line.note("all left: \(entered == left), \(left.filter { $0.hasPrefix("buffer") }.count > 10)")
                // How many frames there were is a matter of timing.
                for place in ["in \(turn)", "out \(turn)"] {
                    line.transcript.keep(place) { lines in
                        lines.filter { !$0.hasPrefix("buffer") }.map { $0.prefix { $0 != " " } }.map(String.init)
                    }
                }
            }
            line.transcript.keep("bus") { lines in lines.filter { $0.hasPrefix("error") } }
        }
    }
}
