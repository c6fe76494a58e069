import CGStreamer
import Testing

/// What downstream says to a buffer reaches whoever pushed it.
@Suite struct FlowScenarios {
    /// All but GST_FLOW_CUSTOM_SUCCESS, with which GstBaseTransform itself says that a buffer was dropped.
    private static let verdicts = [
        GST_FLOW_EOS, GST_FLOW_ERROR, GST_FLOW_FLUSHING, GST_FLOW_NOT_NEGOTIATED, GST_FLOW_NOT_LINKED, GST_FLOW_NOT_SUPPORTED,
        GST_FLOW_CUSTOM_SUCCESS_1, GST_FLOW_CUSTOM_ERROR,
    ].map(\.rawValue)

    @Test(arguments: verdicts, [0, 2]) func verdict(_ flow: Int32, at buffer: Int) throws {
        try expectSame { bench in
            bench.onBuffer = { _, number in number == buffer ? GstFlowReturn(rawValue: flow) : GST_FLOW_OK }
            bench.begin()
            for number in 0..<4 { bench.push(frame: number) }
            bench.push(gst_event_new_eos())
            bench.push(frame: 5)
        }
    }

    @Test func lasting() throws {
        try expectSame { bench in
            bench.onBuffer = { _, number in number < 2 ? GST_FLOW_OK : GST_FLOW_EOS }
            bench.begin()
            for number in 0..<4 { bench.push(frame: number) }
            bench.push(gst_event_new_flush_start())
            bench.push(gst_event_new_flush_stop(1))
            bench.push(bench.segment())
            bench.push(frame: 0)
        }
    }

    @Test(
        arguments: [
            GST_EVENT_STREAM_START, GST_EVENT_SEGMENT, GST_EVENT_TAG, GST_EVENT_GAP, GST_EVENT_EOS, GST_EVENT_FLUSH_START,
            GST_EVENT_FLUSH_STOP,
        ].map(\.rawValue))
    func refusedEvents(_ type: guint) throws {
        try expectSame { bench in
            bench.onEvent = { side, event in !(side == .src && event.pointee.type.rawValue == type) }
            bench.begin()
            bench.push(frame: 0)
            bench.push(gst_event_new_tag(gst_tag_list_new_from_string("taglist, title=(string)one;")))
            bench.push(gst_event_new_gap(40_000_000, 40_000_000))
            bench.push(gst_event_new_flush_start())
            bench.push(gst_event_new_flush_stop(1))
            bench.push(bench.segment())
            bench.push(frame: 1)
            bench.push(gst_event_new_eos())
        }
    }

    @Test func downstreamUnlinked() throws {
        try expectSame { bench in
            bench.begin()
            bench.push(frame: 0)
            bench.unlink(.src)
            bench.push(frame: 1)
            bench.push(gst_event_new_tag(gst_tag_list_new_from_string("taglist, title=(string)one;")))
            bench.push(gst_event_new_gap(80_000_000, 40_000_000))
            bench.relink(.src)
            bench.push(frame: 2)
            bench.look()
        }
    }

    @Test func neverLinkedDownstream() throws {
        try expectSame { bench in
            bench.link()
            bench.unlink(.src)
            gst_pad_set_active(bench.upstream, 1)
            gst_pad_set_active(bench.downstream, 1)
            bench.set(GST_STATE_PLAYING)
            bench.push(bench.streamStart())
            bench.push(caps: Bench.standardCaps)
            bench.push(bench.segment())
            bench.push(frame: 0)
            for side in [Bench.Side.sink, .src] {
                bench.ask(side, gst_query_new_latency())
                bench.ask(side, gst_query_new_duration(GST_FORMAT_TIME))
            }
            bench.relink(.src)
            bench.push(frame: 1)
            bench.push(gst_event_new_eos())
        }
    }

    @Test func upstreamUnlinkedAndRelinked() throws {
        try expectSame { bench in
            bench.begin()
            bench.push(frame: 0)
            bench.unlink(.sink)
            bench.push(frame: 1)
            bench.send(gst_event_new_reconfigure())
            bench.ask(.src, gst_query_new_duration(GST_FORMAT_TIME))
            bench.relink(.sink)
            bench.push(frame: 2)
        }
    }

    @Test func downstreamInactive() throws {
        try expectSame { bench in
            bench.begin()
            bench.push(frame: 0)
            gst_pad_set_active(bench.downstream, 0)
            bench.push(frame: 1)
            bench.push(gst_event_new_eos())
            gst_pad_set_active(bench.downstream, 1)
            bench.push(frame: 2)
        }
    }

    @Test func flushFromWithinAPush() throws {
        try expectSame { bench in
            bench.onBuffer = { bench, number in
                if number == 1 {
                    bench.push(gst_event_new_flush_start())
                    bench.push(gst_event_new_flush_stop(1))
                    bench.push(bench.segment())
                    bench.push(frame: 9)
                }
                return GST_FLOW_OK
            }
            bench.begin()
            for number in 0..<3 { bench.push(frame: number) }
        }
    }
}
