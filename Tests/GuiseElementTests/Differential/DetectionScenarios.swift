import CGStreamer
import GStreamer
import Testing

/// Frames that are held while workers look at them: nothing is lost, all keep their order, nobody hangs.
@Suite struct DetectionScenarios {
    private let subjects = (Subject.identity, Subject.detecting)
    private static let title = "taglist, title=(string)one;"

    @Test(arguments: [Subject.detecting, .lookingAhead]) func keepsTheOrderOfFramesAndEvents(_ subject: Subject) throws {
        try expectSame((.identity, subject)) { bench in
            bench.begin()
            bench.push(gst_event_new_gap(0, 40_000_000))
            for number in 0..<12 {
                bench.push(frame: number)
                switch number % 4 {
                case 0: bench.push(gst_event_new_tag(gst_tag_list_new_from_string(Self.title)))
                case 1: bench.push(gst_event_new_gap(GstClockTime(number) * 40_000_000, 40_000_000))
                case 2: bench.push(gst_event_new_custom(GST_EVENT_CUSTOM_DOWNSTREAM, gst_structure_new_empty("told")))
                default: break
                }
            }
            bench.push(gst_event_new_eos())
            bench.keepDownstream()
        }
    }

    @Test(arguments: [Subject.detecting, .lookingAhead]) func framesLeaveBeforeWhatChanges(_ subject: Subject) throws {
        try expectSame((.identity, subject)) { bench in
            bench.begin()
            for size in [(32, 18), (64, 36), (17, 33)] {
                bench.push(caps: "video/x-raw, format=NV12, width=\(size.0), height=\(size.1), framerate=25/1")
                for number in 0..<4 { bench.push(frame: number) }
                bench.push(bench.segment { $0.base = 160_000_000 })
                for number in 0..<4 { bench.push(frame: number) }
            }
            bench.push(gst_event_new_segment_done(GST_FORMAT_TIME, 0))
            bench.push(frame: 1)
            bench.push(bench.streamStart("two"))
            bench.push(bench.segment())
            bench.push(list: (0..<5).map { bench.frame($0) })
            bench.push(gst_event_new_eos())
            bench.keepDownstream()
        }
    }

    @Test(arguments: [Subject.detecting, .lookingAhead]) func framesLeaveBeforeAnAllocationOrADrain(_ subject: Subject) throws {
        try expectSame((.identity, subject)) { bench in
            bench.begin()
            for _ in 0..<3 {
                bench.push(frame: 0)
                bench.push(frame: 1)
                bench.ask(.sink, gst_query_new_drain())
                bench.note("seen \(bench.buffersSeen)")
                bench.push(frame: 2)
                bench.ask(.sink, gst_query_new_allocation(nil, 1))
                bench.note("seen \(bench.buffersSeen)")
            }
            bench.transcript.keep("bench") { lines in lines.filter { $0.hasPrefix("  down") || $0.hasPrefix("seen") } }
        }
    }

    /// Held frames are let go by a flush, but what is sticky is not.
    @Test(arguments: [Subject.detecting, .lookingAhead]) func flushes(_ subject: Subject) throws {
        try expectSame((.identity, subject)) { bench in
            bench.begin()
            bench.push(frame: 0)
            bench.push(gst_event_new_tag(gst_tag_list_new_from_string(Self.title)))
            bench.push(frame: 1)
            bench.push(gst_event_new_flush_start())
            bench.push(frame: 2)
            bench.push(gst_event_new_flush_stop(1))
            bench.push(bench.segment())
            for number in 5..<8 { bench.push(frame: number) }
            bench.push(gst_event_new_eos())
            bench.keepDownstream { lines in
                // Before the flush, more or less got through; the tag comes before it or after it.
                let after = lines.lastIndex { $0.contains("flush-stop") } ?? 0
                return lines[after...].filter { !$0.contains("tag") }
            }
            bench.look()
        }
    }

    @Test func flushesFromWithinAPush() throws {
        try expectSame(subjects) { bench in
            bench.onBuffer = { bench, number in
                if number == 1 {
                    bench.push(gst_event_new_flush_start())
                    bench.push(gst_event_new_flush_stop(1))
                    bench.push(bench.segment())
                }
                return GST_FLOW_OK
            }
            bench.begin()
            for number in 0..<9 { bench.push(frame: number) }
            bench.push(frame: 20)
            bench.push(gst_event_new_eos())
            bench.keepDownstream { lines in Array(lines.suffix(2)) }
        }
    }

    @Test(arguments: [GST_FLOW_EOS, GST_FLOW_ERROR, GST_FLOW_NOT_NEGOTIATED].map(\.rawValue))
    func verdictsReachUpstreamAndHold(_ flow: Int32) throws {
        try onOwnThread(within: 30, "verdict") {
            let bench = try Bench(.detecting)
            bench.onBuffer = { _, number in number < 2 ? GST_FLOW_OK : GstFlowReturn(rawValue: flow) }
            bench.begin()
            for number in 0..<12 where !bench.transcript.text.contains("bench: push: \(describe(GstFlowReturn(rawValue: flow)))")
            {
                bench.push(frame: number)
            }
            bench.push(gst_event_new_eos())
            #expect(bench.buffersSeen == 3)
            #expect(bench.finish().contains { $0.contains("push: \(describe(GstFlowReturn(rawValue: flow)))") })
        }
    }

    @Test(arguments: [GST_STATE_READY.rawValue, GST_STATE_NULL.rawValue]) func stopsWithFramesHeld(_ state: UInt32) throws {
        try onOwnThread(within: 30, "stopping") {
            let bench = try Bench(.detecting)
            bench.start()
            for _ in 0..<5 {
                bench.push(bench.streamStart())
                bench.push(caps: Bench.standardCaps)
                bench.push(bench.segment())
                for number in 0..<5 { bench.push(frame: number) }
                bench.set(GstState(rawValue: state))
                bench.set(GST_STATE_PLAYING)
            }
            bench.push(bench.streamStart())
            bench.push(caps: Bench.standardCaps)
            bench.push(bench.segment())
            let before = bench.buffersSeen
            for number in 0..<5 { bench.push(frame: number) }
            bench.push(gst_event_new_eos())
            #expect(bench.buffersSeen == before + 5)
            _ = bench.finish()
        }
    }

    @Test func leavesBorrowedMemoryAlone() throws {
        try expectSame(subjects) { bench in
            bench.begin()
            let shared = bench.frame(3)
            for _ in 0..<6 { bench.push(gst_buffer_ref(shared)) }
            bench.push(gst_event_new_eos())
            bench.note("held \(UnsafeRawPointer(shared).assumingMemoryBound(to: GstMiniObject.self).pointee.refcount)")
            gst_buffer_unref(shared)
            bench.transcript.keep("bench") { lines in lines.filter { $0.hasPrefix("  down") || $0.hasPrefix("held") } }
        }
    }
}

extension Bench {
    /// Leaves out what only says when things happened: with frames held, calls return before their frames are seen.
    func keepDownstream(_ isKept: @escaping ([String]) -> [String] = { $0 }) {
        transcript.keep("bench") { lines in isKept(lines.filter { $0.hasPrefix("  down") }) }
    }
}
