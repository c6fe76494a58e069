import CGStreamer
import Testing

/// How formats are agreed on, and change.
@Suite struct CapsScenarios {
    private static let formats = [
        "I420", "YV12", "NV12", "NV21", "Y42B", "Y444", "YUY2", "UYVY", "AYUV", "GRAY8", "RGB", "BGR", "RGBA", "BGRA", "ARGB",
        "ABGR",
        "RGBx", "BGRx", "xRGB", "xBGR", "I420_10LE", "P010_10LE",
    ]

    @Test(arguments: formats) func everyFormat(_ format: String) throws {
        try expectSame { bench in
            bench.begin(caps: nil)
            for (width, height) in [(1, 1), (2, 2), (3, 5), (17, 33), (321, 7)] {
                bench.push(caps: "video/x-raw, format=\(format), width=\(width), height=\(height), framerate=25/1")
                bench.push(frame: width)
            }
        }
    }

    @Test(arguments: [
        "video/x-raw, format=I420, width=34, height=18, framerate=25/1",
        "video/x-raw, format=NV12, width=32, height=18, framerate=25/1",
        "video/x-raw, format=I420, width=32, height=18, framerate=0/1",
        "video/x-raw, format=I420, width=32, height=18, framerate=25/1, pixel-aspect-ratio=4/3, interlace-mode=interleaved, colorimetry=bt709",
        "video/x-raw(memory:SystemMemory, meta:GstVideoOverlayComposition), format=I420, width=32, height=18, framerate=25/1",
        "video/x-raw, format=I420, width=32, height=18, framerate=25/1, multiview-mode=side-by-side, chroma-site=mpeg2",
        Bench.standardCaps,
    ])
    func changesMidStream(_ caps: String) throws {
        try expectSame { bench in
            bench.begin()
            bench.push(frame: 0)
            bench.push(caps: caps)
            bench.push(frame: 1)
            bench.push(caps: Bench.standardCaps)
            bench.push(frame: 2)
            bench.look()
        }
    }

    @Test func refusedDownstream() throws {
        try expectSame { bench in
            bench.onEvent = { side, event in !(side == .src && event.pointee.type == GST_EVENT_CAPS) }
            bench.begin()
            bench.push(frame: 0)
            bench.push(frame: 1)
            bench.look()
        }
    }

    @Test func refusedByDownstreamsFormats() throws {
        try expectSame { bench in
            bench.onQuery = downstreamOnly("video/x-raw, format=NV12")
            bench.begin()
            bench.push(frame: 0)
            bench.push(caps: "video/x-raw, format=NV12, width=32, height=18, framerate=25/1")
            bench.push(frame: 1)
            bench.look()
        }
    }

    @Test func unusableCaps() throws {
        try expectSame { bench in
            bench.onQuery = downstreamOnly("video/x-raw")
            bench.begin(caps: "audio/x-raw, format=S16LE, layout=interleaved, rate=8000, channels=1")
            bench.push(bench.noise(size: 8, seed: 1))
        }
    }

    @Test(arguments: [
        "video/x-raw, format=NV12, width=[1, 640], height=240", "video/x-raw, format={ RGB, I420 }, framerate=25/1",
        "video/x-raw(format:Interlaced), format=I420, width=32, height=18, framerate=25/1, interlace-mode=fields",
        "video/x-raw, format=YV12, width=16, height=16; video/x-raw, format=I420", "EMPTY",
    ])
    func queriesAboutFormats(_ possible: String) throws {
        try expectSame { bench in
            bench.onQuery = { side, query in
                guard query.pointee.type == GST_QUERY_CAPS else { return nil }
                return answer(query, caps: possible)
            }
            bench.start()
            for side in [Bench.Side.sink, .src] {
                bench.ask(side, gst_query_new_caps(nil))
                for filter in [
                    "video/x-raw, format={ NV12, RGB }", "video/x-raw, format=I420, width=32", "video/x-raw, format=YV12",
                ] {
                    let caps = gst_caps_from_string(filter)
                    bench.ask(side, gst_query_new_caps(caps))
                    gst_caps_unref(caps)
                }
                for fixed in [Bench.standardCaps, "video/x-raw, format=NV12, width=320, height=240, framerate=25/1"] {
                    let caps = gst_caps_from_string(fixed)
                    bench.ask(side, gst_query_new_accept_caps(caps))
                    gst_caps_unref(caps)
                }
            }
        }
    }

    @Test func renegotiatesWhenDownstreamAsks() throws {
        try expectSame { bench in
            bench.begin()
            bench.push(frame: 0)
            bench.send(gst_event_new_reconfigure())
            bench.note("needs \(gst_pad_needs_reconfigure(bench.upstream))")
            bench.push(frame: 1)
            bench.push(caps: "video/x-raw, format=NV12, width=32, height=18, framerate=25/1")
            bench.push(frame: 2)
            bench.send(gst_event_new_reconfigure())
            bench.push(frame: 3)
        }
    }
}

/// A downstream neighbour that takes these formats only.
func downstreamOnly(_ caps: String) -> (Bench.Side, UnsafeMutablePointer<GstQuery>) -> Bool? {
    { side, query in
        guard side == .src else { return nil }
        switch query.pointee.type {
        case GST_QUERY_CAPS: return answer(query, caps: caps)
        case GST_QUERY_ACCEPT_CAPS:
            var asked: UnsafeMutablePointer<GstCaps>?
            gst_query_parse_accept_caps(query, &asked)
            let possible = gst_caps_from_string(caps)
            gst_query_set_accept_caps_result(query, gst_caps_is_subset(asked, possible))
            gst_caps_unref(possible)
            return true
        default: return nil
        }
    }
}

/// Answers a caps query with these caps, as far as its filter lets through.
func answer(_ query: UnsafeMutablePointer<GstQuery>, caps text: String) -> Bool {
    var filter: UnsafeMutablePointer<GstCaps>?
    gst_query_parse_caps(query, &filter)
    let possible = gst_caps_from_string(text)
    defer { gst_caps_unref(possible) }
    guard let filter else {
        gst_query_set_caps_result(query, possible)
        return true
    }
    let result = gst_caps_intersect_full(filter, possible, GST_CAPS_INTERSECT_FIRST)
    gst_query_set_caps_result(query, result)
    gst_caps_unref(result)
    return true
}
