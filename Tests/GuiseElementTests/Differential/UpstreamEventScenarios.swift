import CGStreamer
import Testing

/// What goes against the stream.
@Suite struct UpstreamEventScenarios {
    private static func seek(
        _ start: Int, rate: Double = 1, flags: GstSeekFlags = GST_SEEK_FLAG_FLUSH, stop: Int = -1
    ) -> UnsafeMutablePointer<GstEvent> {
        gst_event_new_seek(
            rate, GST_FORMAT_TIME, flags, GST_SEEK_TYPE_SET, start, stop < 0 ? GST_SEEK_TYPE_NONE : GST_SEEK_TYPE_SET, stop)
    }

    private static func make(_ name: String) -> UnsafeMutablePointer<GstEvent> {
        let structure = gst_structure_new_empty("told")
        switch name {
        case "seek": return seek(1_000_000_000)
        case "backward": return seek(1_000_000_000, rate: -2, flags: GST_SEEK_FLAG_KEY_UNIT, stop: 2_000_000_000)
        case "segment": return seek(0, flags: GST_SEEK_FLAG_SEGMENT, stop: 500_000_000)
        case "qos": return gst_event_new_qos(GST_QOS_TYPE_UNDERFLOW, 0.5, -7, 40_000_000)
        case "throttle": return gst_event_new_qos(GST_QOS_TYPE_THROTTLE, 1, 9, 0)
        case "navigation": return gst_event_new_navigation(structure)
        case "key unit": return gst_video_event_new_upstream_force_key_unit(40_000_000, 1, 3)
        case "reconfigure": return gst_event_new_reconfigure()
        case "latency": return gst_event_new_latency(20_000_000)
        case "step": return gst_event_new_step(GST_FORMAT_BUFFERS, 1, 1, 1, 0)
        case "custom": return gst_event_new_custom(GST_EVENT_CUSTOM_UPSTREAM, structure)
        case "both": return gst_event_new_custom(GST_EVENT_CUSTOM_BOTH, structure)
        case "out of band": return gst_event_new_custom(GST_EVENT_CUSTOM_BOTH_OOB, structure)
        case "toc": return gst_event_new_toc_select("one")
        case "rate": return gst_event_new_instant_rate_sync_time(2, 1, 2)
        default:
            let names = g_list_append(nil, g_strdup("one"))
            defer { g_list_free_full(names, g_free) }
            return gst_event_new_select_streams(names)
        }
    }

    private static let names = [
        "seek", "backward", "segment", "qos", "throttle", "navigation", "key unit", "reconfigure", "latency", "step", "custom",
        "both",
        "out of band", "toc", "rate", "streams",
    ]

    @Test(arguments: names, [true, false]) func reachesUpstream(_ name: String, andIsTaken isTaken: Bool) throws {
        try expectSame { bench in
            bench.onEvent = { side, _ in side == .src || isTaken }
            bench.start()
            bench.send(Self.make(name))
            bench.push(bench.streamStart())
            bench.push(caps: Bench.standardCaps)
            bench.push(bench.segment())
            bench.push(frame: 0)
            bench.send(Self.make(name))
            bench.push(gst_event_new_eos())
            bench.send(Self.make(name))
            bench.unlink(.sink)
            bench.send(Self.make(name))
        }
    }

    /// The upstream neighbour does what a source does when it is told to seek.
    @Test(arguments: [1.0, 2.0, -1.0]) func seeksWithFlush(_ rate: Double) throws {
        try expectSame { bench in
            bench.onEvent = { [unowned bench] side, event in
                guard side == .sink, event.pointee.type == GST_EVENT_SEEK else { return true }
                let number = gst_event_get_seqnum(event)
                let segment = bench.segment { segment in
                    segment.rate = rate
                    segment.stop = 10_000_000_000
                }
                for answer in [gst_event_new_flush_start(), gst_event_new_flush_stop(1), segment] {
                    gst_event_set_seqnum(answer, number)
                    bench.push(answer!)
                }
                return true
            }
            bench.begin()
            bench.push(frame: 0)
            bench.send(Self.seek(40_000_000, rate: rate))
            bench.push(frame: 1)
            bench.ask(.src, gst_query_new_position(GST_FORMAT_TIME))
            bench.push(gst_event_new_eos())
            bench.send(Self.seek(0, rate: rate))
            bench.push(frame: 0)
            bench.push(gst_event_new_eos())
        }
    }

    @Test func seeksFromWithinAPush() throws {
        try expectSame { bench in
            bench.onEvent = { [unowned bench] side, event in
                guard side == .sink else { return true }
                bench.push(gst_event_new_flush_start())
                bench.push(gst_event_new_flush_stop(1))
                bench.push(bench.segment { $0.start = 80_000_000 })
                return true
            }
            bench.onBuffer = { bench, number in
                if number == 1 { bench.send(Self.seek(80_000_000)) }
                return GST_FLOW_OK
            }
            bench.begin()
            for number in 0..<4 { bench.push(frame: number) }
        }
    }

    /// What an application sends to the element rather than to a pad.
    @Test func eventsAtTheElement() throws {
        try expectSame { bench in
            bench.begin()
            bench.push(frame: 0)
            func send(_ event: UnsafeMutablePointer<GstEvent>) {
                let name = String(cString: gst_event_type_get_name(event.pointee.type))
                bench.note("element \(name): \(gst_element_send_event(bench.element, event))")
            }
            for name in Self.names { send(Self.make(name)) }
            send(gst_event_new_tag(gst_tag_list_new_from_string("taglist, title=(string)one;")))
            send(gst_event_new_custom(GST_EVENT_CUSTOM_DOWNSTREAM, gst_structure_new_empty("told")))
            send(gst_event_new_flush_start())
            bench.push(frame: 1)
            send(gst_event_new_flush_stop(1))
            bench.push(bench.segment())
            bench.push(frame: 2)
            send(gst_event_new_eos())
            bench.push(frame: 3)
        }
    }
}
