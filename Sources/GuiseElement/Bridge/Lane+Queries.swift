import CGStreamer

extension Lane {
    func query(
        _ query: UnsafeMutablePointer<GstQuery>, at pad: UnsafeMutablePointer<GstPad>, _ parent: UnsafeMutablePointer<GstObject>?
    ) -> gboolean {
        switch query.pointee.type {
        case GST_QUERY_CAPS:
            guard gst_pad_query_default(pad, parent, query) != 0 else { return 0 }
            var result: UnsafeMutablePointer<GstCaps>?
            gst_query_parse_caps_result(query, &result)
            let possible = gst_caps_intersect_full(result, SupportedFormats.caps, GST_CAPS_INTERSECT_FIRST)
            gst_query_set_caps_result(query, possible)
            gst_caps_unref(possible)
            return 1
        case GST_QUERY_ACCEPT_CAPS:
            var caps: UnsafeMutablePointer<GstCaps>?
            gst_query_parse_accept_caps(query, &caps)
            guard gst_caps_is_subset(caps, SupportedFormats.caps) != 0 else {
                gst_query_set_accept_caps_result(query, 0)
                return 1
            }
            return gst_pad_peer_query(other(pad), query)
        case GST_QUERY_ALLOCATION, GST_QUERY_DRAIN:
            // Upstream is about to change its pool or wants its buffers back: what we hold of them leaves first.
            if pad == pads.inlet { drain() }
            return gst_pad_peer_query(other(pad), query)
        case GST_QUERY_LATENCY:
            // Where nobody answers, nobody is late.
            if gst_pad_peer_query(other(pad), query) == 0 { gst_query_set_latency(query, 0, 0, .max) }
            add(latencyTo: query)
            return 1
        case GST_QUERY_SCHEDULING:
            return answer(scheduling: query, at: pad)
        case GST_QUERY_POSITION where progress.answer(query):
            return 1
        default:
            return gst_pad_peer_query(other(pad), query)
        }
    }

    /// A live stream is later by what is held of it; any other waits for nobody.
    private func add(latencyTo query: UnsafeMutablePointer<GstQuery>) {
        var live: gboolean = 0
        var (least, most): (GstClockTime, GstClockTime) = (0, .max)
        gst_query_parse_latency(query, &live, &least, &most)
        let own = latency
        guard live != 0, own > 0 else { return }
        gst_query_set_latency(query, live, least &+ own, most == .max ? .max : most &+ own)
    }

    /// Frames are pushed: there is no pulling ranges of bytes through us, whatever the neighbour could do.
    private func answer(scheduling query: UnsafeMutablePointer<GstQuery>, at pad: UnsafeMutablePointer<GstPad>) -> gboolean {
        let neighbours = gst_query_new_scheduling()!
        defer { gst_query_unref(neighbours) }
        guard gst_pad_peer_query(other(pad), neighbours) != 0 else { return 0 }
        var flags = GstSchedulingFlags(rawValue: 0)
        var (least, most, alignment): (gint, gint, gint) = (0, 0, 0)
        gst_query_parse_scheduling(neighbours, &flags, &least, &most, &alignment)
        gst_query_set_scheduling(query, flags, least, most, alignment)
        if gst_query_has_scheduling_mode(neighbours, GST_PAD_MODE_PUSH) != 0 {
            gst_query_add_scheduling_mode(query, GST_PAD_MODE_PUSH)
        }
        return 1
    }
}
