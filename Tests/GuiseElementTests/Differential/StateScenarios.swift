import CGStreamer
import Dispatch
import GStreamer
import Testing

/// One element's changes of state, with data around them.
@Suite struct StateScenarios {
    private static let states = [
        GST_STATE_READY, GST_STATE_PAUSED, GST_STATE_PLAYING, GST_STATE_PAUSED, GST_STATE_READY, GST_STATE_NULL,
    ]

    @Test func cyclesWithData() throws {
        try expectSame { bench in
            bench.link()
            for pad in [bench.upstream, bench.downstream] { gst_pad_set_active(pad, 1) }
            for _ in 0..<3 {
                for state in Self.states {
                    bench.set(state)
                    bench.push(bench.streamStart())
                    bench.push(caps: Bench.standardCaps)
                    bench.push(bench.segment())
                    bench.push(frame: 0)
                    bench.ask(.src, gst_query_new_position(GST_FORMAT_TIME))
                    bench.look()
                }
            }
        }
    }

    @Test func startsAnewAfterReady() throws {
        try expectSame { bench in
            bench.begin()
            bench.push(frame: 0)
            bench.push(gst_event_new_eos())
            bench.set(GST_STATE_READY)
            bench.push(frame: 1)
            bench.set(GST_STATE_PLAYING)
            bench.push(frame: 2)
            bench.push(bench.streamStart("two"))
            bench.push(caps: "video/x-raw, format=NV12, width=16, height=16, framerate=25/1")
            bench.push(bench.segment())
            bench.push(frame: 3)
        }
    }

    /// A blocking probe on the element's own pad holds the streaming thread; the state change lets it go.
    @Test(arguments: [GST_STATE_READY.rawValue, GST_STATE_NULL.rawValue]) func leavesWhileBlocked(_ state: UInt32) throws {
        try expectSame { bench in
            bench.begin()
            bench.push(frame: 0)
            let isBlocked = Monitor(false)
            bench.withPad(.src) { pad in
                _ = gst_pad_add_probe(
                    pad, GstPadProbeType(rawValue: GST_PAD_PROBE_TYPE_BLOCK.rawValue | GST_PAD_PROBE_TYPE_BUFFER.rawValue),
                    { _, _, data in
                        Unmanaged<Monitor<Bool>>.fromOpaque(data!).takeUnretainedValue().withLock { $0 = true }
                        return GST_PAD_PROBE_OK
                    }, Unmanaged.passRetained(isBlocked).toOpaque(), { Unmanaged<Monitor<Bool>>.fromOpaque($0!).release() })
            }
            let ended = DispatchSemaphore(value: 0)
            DispatchQueue(label: "upstream").async {
                bench.push(frame: 1)
                ended.signal()
            }
            isBlocked.wait { $0 ? () : nil }
            gst_element_set_state(bench.element, GstState(rawValue: state))
            ended.wait()
            bench.set(GST_STATE_NULL)
            // The two threads read the bus at the same time.
            bench.transcript.keep("bench") { $0.sorted() }
        }
    }

    @Test func removesAndTakesPadsOffAParent() throws {
        try expectSame { bench in
            bench.begin()
            bench.push(frame: 0)
            let bin = gst_object_ref_sink(gst_bin_new("bin")).assumingMemoryBound(to: GstBin.self)
            bench.note("added \(gst_bin_add(bin, bench.element))")
            bench.push(frame: 1)
            bench.note("removed \(gst_bin_remove(bin, bench.element))")
            bench.push(frame: 2)
            gst_object_unref(bin)
        }
    }

    @Test func contextsAndClocks() throws {
        try expectSame { bench in
            bench.begin()
            let clock = gst_system_clock_obtain()
            bench.note("clock \(gst_element_set_clock(bench.element, clock))")
            bench.note("has \(bench.element.pointee.clock == clock)")
            gst_element_set_base_time(bench.element, 5)
            bench.note("base \(gst_element_get_base_time(bench.element))")
            let provided = gst_element_provide_clock(bench.element)
            bench.note("provides \(provided != nil)")
            gst_object_unref(clock)
            let context = gst_context_new("test.context", 1)!
            gst_element_set_context(bench.element, context)
            let kept = gst_element_get_context(bench.element, "test.context")
            bench.note("context kept \(kept == context)")
            for context in [context, kept].compactMap({ $0 }) {
                gst_mini_object_unref(UnsafeMutableRawPointer(context).assumingMemoryBound(to: GstMiniObject.self))
            }
        }
    }
}
