import CGStreamer
import Testing

/// What is asked through the element, and of it.
@Suite struct QueryScenarios {
    private static func make(_ name: String) -> UnsafeMutablePointer<GstQuery> {
        switch name {
        case "latency": gst_query_new_latency()
        case "duration": gst_query_new_duration(GST_FORMAT_TIME)
        case "duration in bytes": gst_query_new_duration(GST_FORMAT_BYTES)
        case "position": gst_query_new_position(GST_FORMAT_TIME)
        case "position in bytes": gst_query_new_position(GST_FORMAT_BYTES)
        case "seeking": gst_query_new_seeking(GST_FORMAT_TIME)
        case "segment": gst_query_new_segment(GST_FORMAT_TIME)
        case "formats": gst_query_new_formats()
        case "convert": gst_query_new_convert(GST_FORMAT_TIME, 1, GST_FORMAT_BYTES)
        case "uri": gst_query_new_uri()
        case "buffering": gst_query_new_buffering(GST_FORMAT_TIME)
        case "bitrate": gst_query_new_bitrate()
        case "selectable": gst_query_new_selectable()
        case "context": gst_query_new_context("gst.gl.display")
        case "drain": gst_query_new_drain()
        case "scheduling": gst_query_new_scheduling()
        default: gst_query_new_custom(GST_QUERY_CUSTOM, gst_structure_new_empty("what"))
        }
    }

    private static let names = [
        "latency", "duration", "duration in bytes", "position", "position in bytes", "seeking", "segment", "formats", "convert",
        "uri",
        "buffering", "bitrate", "selectable", "context", "drain", "scheduling", "custom",
    ]

    /// Fills in answers that are easily told from those of a bare pad.
    private static func answer(_ query: UnsafeMutablePointer<GstQuery>) -> Bool {
        var format = GST_FORMAT_UNDEFINED
        switch query.pointee.type {
        case GST_QUERY_LATENCY: gst_query_set_latency(query, 1, 20_000_000, 90_000_000)
        case GST_QUERY_DURATION:
            gst_query_parse_duration(query, &format, nil)
            gst_query_set_duration(query, format, 7_000_000_000)
        case GST_QUERY_POSITION:
            gst_query_parse_position(query, &format, nil)
            gst_query_set_position(query, format, 3_000_000_000)
        case GST_QUERY_SEEKING: gst_query_set_seeking(query, GST_FORMAT_TIME, 1, 5, 9)
        case GST_QUERY_SEGMENT: gst_query_set_segment(query, 2, GST_FORMAT_TIME, 1, 8)
        case GST_QUERY_CONVERT: gst_query_set_convert(query, GST_FORMAT_TIME, 1, GST_FORMAT_BYTES, 44)
        case GST_QUERY_URI: gst_query_set_uri(query, "file:///one")
        case GST_QUERY_BUFFERING: gst_query_set_buffering_percent(query, 1, 50)
        case GST_QUERY_BITRATE: gst_query_set_bitrate(query, 9000)
        case GST_QUERY_SELECTABLE: gst_query_set_selectable(query, 1)
        case GST_QUERY_CONTEXT:
            let context = gst_context_new("gst.gl.display", 1)
            gst_query_set_context(query, context)
            gst_mini_object_unref(UnsafeMutableRawPointer(context!).assumingMemoryBound(to: GstMiniObject.self))
        case GST_QUERY_SCHEDULING:
            gst_query_set_scheduling(query, GST_SCHEDULING_FLAG_SEQUENTIAL, 1, -1, 0)
            gst_query_add_scheduling_mode(query, GST_PAD_MODE_PUSH)
        case GST_QUERY_CUSTOM:
            gst_structure_set_name(gst_query_writable_structure(query), "answer")
        default: break
        }
        return true
    }

    @Test(arguments: names, ["answered", "refused", "left"]) func crosses(_ name: String, and outcome: String) throws {
        let sample = Self.make(name)
        let type = sample.pointee.type
        gst_query_unref(sample)
        try expectSame { bench in
            bench.onQuery = { _, query in
                guard query.pointee.type == type else { return nil }
                return outcome == "left" ? nil : outcome == "answered" && Self.answer(query)
            }
            bench.start()
            func askAll() {
                for side in [Bench.Side.sink, .src] { bench.ask(side, Self.make(name)) }
                let query = Self.make(name)
                bench.note("element: \(gst_element_query(bench.element, query)) \(describe(answer: query))")
                gst_query_unref(query)
            }
            askAll()
            bench.push(bench.streamStart())
            bench.push(caps: Bench.standardCaps)
            bench.push(bench.segment { $0.time = 1_000_000_000 })
            askAll()
            bench.push(frame: 3)
            askAll()
            bench.push(gst_event_new_gap(400_000_000, 40_000_000))
            askAll()
            bench.push(gst_event_new_eos())
            askAll()
            bench.unlink(.sink)
            bench.ask(.src, Self.make(name))
            bench.relink(.sink)
            bench.unlink(.src)
            bench.ask(.sink, Self.make(name))
        }
    }

    @Test(arguments: [(false, 0, -1), (true, 0, 0), (true, 33_000_000, -1), (true, 5, 900)])
    func latencyOfUpstream(_ isLive: Bool, _ least: Int, _ most: Int) throws {
        try expectSame { bench in
            bench.onQuery = { _, query in
                guard query.pointee.type == GST_QUERY_LATENCY else { return nil }
                gst_query_set_latency(query, isLive ? 1 : 0, GstClockTime(least), most < 0 ? .max : GstClockTime(most))
                return true
            }
            bench.begin()
            for number in 0..<3 {
                bench.push(frame: number)
                bench.ask(.src, gst_query_new_latency())
            }
        }
    }

    @Test(arguments: [true, false]) func allocation(_ isAnswered: Bool) throws {
        try expectSame { bench in
            bench.onQuery = { _, query in
                guard query.pointee.type == GST_QUERY_ALLOCATION else { return nil }
                guard isAnswered else { return false }
                let pool = gst_buffer_pool_new()
                gst_query_add_allocation_pool(query, pool, 5000, 2, 6)
                gst_object_unref(pool)
                gst_query_add_allocation_meta(query, gst_video_meta_api_get_type(), nil)
                gst_query_add_allocation_meta(query, gst_video_crop_meta_api_get_type(), nil)
                var parameters = GstAllocationParams()
                parameters.align = 31
                gst_query_add_allocation_param(query, nil, &parameters)
                return true
            }
            bench.start()
            let caps = gst_caps_from_string(Bench.standardCaps)
            defer { gst_caps_unref(caps) }
            bench.ask(.sink, gst_query_new_allocation(caps, 1))
            bench.push(bench.streamStart())
            bench.push(caps: Bench.standardCaps)
            for needsPool in [gboolean(0), 1] {
                bench.ask(.sink, gst_query_new_allocation(caps, needsPool))
                bench.ask(.sink, gst_query_new_allocation(nil, needsPool))
                bench.ask(.src, gst_query_new_allocation(caps, needsPool))
            }
            bench.push(bench.segment())
            bench.push(frame: 0)
            bench.ask(.sink, gst_query_new_allocation(caps, 1))
        }
    }

    /// Questions from within what downstream does with a buffer.
    @Test func askedFromWithinAPush() throws {
        try expectSame { bench in
            bench.onQuery = { _, query in query.pointee.type == GST_QUERY_CAPS ? nil : Self.answer(query) }
            bench.onBuffer = { bench, _ in
                for name in Self.names { bench.ask(.src, Self.make(name)) }
                bench.look()
                return GST_FLOW_OK
            }
            bench.begin()
            bench.push(frame: 0)
        }
    }

    @Test func walksAcrossTheElement() throws {
        try expectSame { bench in
            bench.begin()
            for side in [Bench.Side.sink, .src] {
                bench.withPad(side) { pad in
                    bench.note("name \(String(cString: pad.pointee.object.name)) direction \(pad.pointee.direction.rawValue)")
                    bench.note(
                        "mode \(pad.pointee.mode.rawValue) active \(gst_pad_is_active(pad)) linked \(gst_pad_is_linked(pad))")
                    let id = gst_pad_get_stream_id(pad)
                    bench.note("stream \(id.map { String(cString: $0) } ?? "none")")
                    g_free(id)
                    let parent = gst_pad_get_parent_element(pad)
                    bench.note("parent is the element: \(parent == bench.element)")
                    gst_object_unref(parent)
                }
            }
            bench.note("pads \(bench.element.pointee.numsrcpads) \(bench.element.pointee.numsinkpads)")
            bench.note(
                "flags \(bench.element.pointee.object.flags & (GST_ELEMENT_FLAG_SINK.rawValue | GST_ELEMENT_FLAG_SOURCE.rawValue))"
            )
        }
    }

    @Test func refusesToBePulled() throws {
        try expectSame { bench in
            bench.link()
            bench.note("pull \(gst_pad_activate_mode(bench.downstream, GST_PAD_MODE_PULL, 1))")
            gst_pad_set_active(bench.upstream, 1)
            gst_pad_set_active(bench.downstream, 1)
            bench.set(GST_STATE_PAUSED)
        }
    }
}
