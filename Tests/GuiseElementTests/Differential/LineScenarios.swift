import CGStreamer
import Testing

private let small = "video/x-raw,format=I420,width=64,height=36,framerate=25/1"

/// Whole pipelines, played to their end.
@Suite struct LineScenarios {
    private static let lines = [
        "videotestsrc num-buffers=10 ! \(small) ! E ! fakesink",
        "videotestsrc num-buffers=5 timestamp-offset=3600000000000 ! \(small) ! E ! fakesink",
        "videotestsrc num-buffers=3 ! \(small) ! E ! fakesink sync=true",
        "videotestsrc num-buffers=0 ! \(small) ! E ! fakesink",
        "videotestsrc num-buffers=4 ! video/x-raw,format=GRAY8,width=1,height=1,framerate=0/1 ! E ! fakesink",
        "videotestsrc num-buffers=5 ! \(small) ! E ! E ! fakesink",
        "videotestsrc num-buffers=5 ! \(small) ! E ! queue ! E ! queue ! fakesink",
        "videotestsrc num-buffers=9 ! \(small) ! queue max-size-buffers=1 ! E ! queue max-size-buffers=1 ! fakesink",
        "videotestsrc num-buffers=5 ! \(small) ! decodebin ! E ! fakesink",
        "videotestsrc num-buffers=5 ! \(small) ! matroskamux ! matroskademux ! E ! fakesink",
        "videotestsrc num-buffers=12 ! \(small) ! x264enc bframes=2 ! decodebin ! E ! fakesink",
        "videotestsrc num-buffers=5 ! \(small) ! tee name=t ! queue ! E ! fakesink t. ! queue ! fakesink async=false",
        "videotestsrc num-buffers=5 ! \(small) ! taginject tags=image-orientation=rotate-90 ! E ! videoflip video-direction=auto ! fakesink",
        "videotestsrc num-buffers=9 ! \(small) ! valve drop=true drop-mode=transform-to-gap ! E ! fakesink async=false",
        "videotestsrc num-buffers=10 ! video/x-raw,format=I420,width=72,height=56,framerate=50/1 ! interlace field-pattern=1:1 ! E ! deinterlace ! fakesink",
        "videotestsrc num-buffers=5 ! video/x-raw,format=AYUV,width=33,height=25 ! alpha method=green ! E ! fakesink",
        "videotestsrc num-buffers=5 ! video/x-raw,format=P010_10LE,colorimetry=bt2100-pq ! E ! video/x-raw,format=P010_10LE,colorimetry=bt2100-pq ! fakesink",
        "videotestsrc num-buffers=5 ! \(small) ! videocrop left=3 top=2 right=1 ! E ! fakesink",
        "concat name=c ! E ! fakesink videotestsrc num-buffers=6 ! \(small) ! c. videotestsrc num-buffers=6 ! video/x-raw,format=NV12,width=32,height=24,framerate=25/1 ! c.",
        "videotestsrc num-buffers=5 ! \(small) ! E ! videoscale ! video/x-raw,width=32,height=18 ! videoconvert ! video/x-raw,format=RGB ! fakesink",
        "videotestsrc num-buffers=5 ! E ! video/x-raw,format=NV12,width=20,height=[2,10] ! fakesink",
        "videotestsrc num-buffers=9 ! \(small) ! E ! videorate ! video/x-raw,framerate=50/1 ! fakesink",
        "videotestsrc num-buffers=30 ! \(small) ! E ! identity eos-after=3 ! fakesink",
        "videotestsrc num-buffers=20 ! \(small) ! E ! x264enc tune=zerolatency threads=1 ! fakesink",
        "videotestsrc num-buffers=5 ! \(small) ! E ! jpegenc ! multipartmux ! fakesink",
    ]

    @Test(arguments: lines, Subject.disguises) func playsToTheEnd(_ line: String, with subject: Subject) throws {
        try expectSame(subject, line: line)
    }

    @Test(arguments: Subject.disguises) func errorsOfDownstream(_ subject: Subject) throws {
        try expectSame(subject, line: "videotestsrc num-buffers=30 ! \(small) ! E ! identity error-after=3 ! fakesink") { line in
            line.playToTheEnd()
            // The source tells of its own error, then ends its stream.
            line.transcript.wait(for: "down") { lines in lines.contains { $0.hasPrefix("eos") } }
        }
    }

    @Test(arguments: Subject.disguises) func liveSourcesDoNotPreroll(_ subject: Subject) throws {
        try expectSame(subject, line: "videotestsrc is-live=true num-buffers=3 ! \(small) ! E ! fakesink") { line in
            line.reach(GST_STATE_PAUSED)
            line.playToTheEnd()
            line.forgetTimes()
            // Live frames that come before the networks are ready are hidden whole.
            if subject == .lookingAhead { line.forgetPixels() }
        }
    }

    @Test(arguments: ["false", "true"], [Subject.guise, .detecting]) func latencyOfThePipeline(
        _ isLive: String, _ subject: Subject
    ) throws {
        let text =
            "videotestsrc is-live=\(isLive) ! \(small) ! E ! queue min-threshold-time=50000000 ! fakesink sync=true"
        try expectSame(subject, line: text) { line in
            line.reach(GST_STATE_PLAYING)
            let query = gst_query_new_latency()!
            line.note("latency \(gst_element_query(line.pipeline, query)) \(describe(answer: query))")
            gst_query_unref(query)
            // How much of the endless stream came is a matter of timing.
            line.set(GST_STATE_NULL)
            _ = line.errors(waiting: 0)
            for place in ["bus", "down"] { line.transcript.keep(place) { _ in [] } }
        }
    }

    /// What gst-launch-1.0 -e does on Ctrl-C.
    @Test(arguments: Subject.disguises) func endsOnRequest(_ subject: Subject) throws {
        try expectSame(subject, line: "videotestsrc is-live=true ! \(small) ! E ! fakesink sync=true") { line in
            line.reach(GST_STATE_PLAYING)
            line.transcript.wait(for: "down") { lines in lines.contains { $0.hasPrefix("buffer") } }
            gst_element_send_event(line.pipeline, gst_event_new_eos())
            line.wait(for: GST_MESSAGE_EOS, GST_MESSAGE_ERROR)
            line.transcript.keep("down") { lines in lines.filter { !$0.hasPrefix("buffer") } }
        }
    }

    /// Properties changed on every frame, with nothing to draw on.
    @Test(arguments: Subject.disguises) func settingsChangeWhilePlaying(_ subject: Subject) throws {
        try expectSame(subject, line: "videotestsrc num-buffers=200 ! \(small) ! E ! fakesink") { line in
            line.set(GST_STATE_PLAYING)
            if line.subject != .identity {
                line.with("e0") { element in
                    let object = UnsafeMutableRawPointer(element).assumingMemoryBound(to: GObject.self)
                    for turn in 0..<100 {
                        gst_util_set_object_arg(object, "effects", turn % 2 == 0 ? "mosaic" : "none")
                        gst_util_set_object_arg(object, "mask-scale", turn % 3 == 0 ? "1.5" : "2")
                    }
                }
            }
            line.wait(for: GST_MESSAGE_EOS, GST_MESSAGE_ERROR)
        }
    }
}
