import CGStreamer
import Testing

/// What goes downstream in order with the buffers.
@Suite struct SerializedEventScenarios {
    @Test func aPlainStream() throws {
        try expectSame { bench in
            bench.begin()
            for number in 0..<5 { bench.push(frame: number) }
            bench.push(gst_event_new_eos())
            bench.look()
        }
    }

    @Test func severalSegments() throws {
        try expectSame { bench in
            bench.begin()
            bench.push(frame: 0)
            bench.push(
                bench.segment {
                    $0.base = 40_000_000
                    $0.start = 80_000_000
                    $0.position = 80_000_000
                })
            bench.push(frame: 2)
            bench.push(
                bench.segment {
                    $0.rate = 2
                    $0.stop = 900_000_000
                    $0.offset = 5
                    $0.time = 7
                    $0.duration = 900_000_000
                })
            bench.push(frame: 3)
            bench.push(
                bench.segment {
                    $0.rate = -1
                    $0.stop = 900_000_000
                    $0.flags = GST_SEGMENT_FLAG_SEGMENT
                })
            bench.push(frame: 4)
            bench.push(frame: 3)
            bench.push(gst_event_new_segment_done(GST_FORMAT_TIME, 0))
        }
    }

    @Test(arguments: [GST_FORMAT_BYTES, GST_FORMAT_DEFAULT])
    func segmentsInOtherFormats(_ format: GstFormat) throws {
        try expectSame { bench in
            bench.start()
            bench.push(bench.streamStart())
            bench.push(caps: Bench.standardCaps)
            bench.push(bench.segment { $0.format = format })
            bench.push(frame: 0)
            bench.ask(.src, gst_query_new_position(format))
            bench.ask(.src, gst_query_new_position(GST_FORMAT_TIME))
        }
    }

    @Test func segmentBeforeCaps() throws {
        try expectSame { bench in
            bench.start()
            bench.push(bench.streamStart())
            bench.push(bench.segment())
            bench.push(caps: Bench.standardCaps)
            bench.push(frame: 0)
        }
    }

    @Test func tagsAmongBuffers() throws {
        try expectSame { bench in
            bench.begin()
            bench.push(
                gst_event_new_tag(
                    gst_tag_list_new_from_string("taglist, title=(string)one, image-orientation=(string)rotate-90;")))
            bench.push(frame: 0)
            bench.push(gst_event_new_tag(gst_tag_list_new_from_string("taglist, title=(string)two;")))
            bench.push(frame: 1)
            bench.look()
        }
    }

    @Test func gaps() throws {
        try expectSame { bench in
            bench.begin()
            bench.push(gst_event_new_gap(0, 40_000_000))
            bench.push(frame: 1)
            bench.push(gst_event_new_gap(80_000_000, .max))
            bench.push(frame: 3)
            bench.ask(.src, gst_query_new_position(GST_FORMAT_TIME))
        }
    }

    @Test func customEvents() throws {
        try expectSame { bench in
            bench.begin()
            for (type, name) in [
                (GST_EVENT_CUSTOM_DOWNSTREAM, "serial"), (GST_EVENT_CUSTOM_DOWNSTREAM_OOB, "out-of-band"),
                (GST_EVENT_CUSTOM_DOWNSTREAM_STICKY, "sticky"), (GST_EVENT_CUSTOM_BOTH, "both"),
                (GST_EVENT_CUSTOM_BOTH_OOB, "both-oob"),
            ] {
                bench.push(gst_event_new_custom(type, gst_structure_from_string("\(name), value=(int)7;", nil)))
                bench.push(frame: 0)
            }
            bench.look()
        }
    }

    @Test func tableOfContentsAndCollection() throws {
        try expectSame { bench in
            bench.start()
            bench.push(bench.streamStart("first/001"))
            let collection = gst_stream_collection_new("first")!
            gst_stream_collection_add_stream(
                collection, gst_stream_new("first/001", nil, GST_STREAM_TYPE_VIDEO, GST_STREAM_FLAG_SELECT))
            bench.push(gst_event_new_stream_collection(collection))
            gst_object_unref(collection)
            bench.push(caps: Bench.standardCaps)
            bench.push(bench.segment())
            let toc = gst_toc_new(GST_TOC_SCOPE_GLOBAL)!
            gst_toc_append_entry(toc, gst_toc_entry_new(GST_TOC_ENTRY_TYPE_CHAPTER, "one"))
            bench.push(gst_event_new_toc(toc, 1))
            gst_mini_object_unref(UnsafeMutableRawPointer(toc).assumingMemoryBound(to: GstMiniObject.self))
            bench.push(frame: 0)
            bench.push(gst_event_new_stream_group_done(3))
            bench.push(gst_event_new_buffer_size(GST_FORMAT_BYTES, 1, 2, 0))
            bench.push(gst_event_new_sink_message("told", gst_message_new_custom(GST_MESSAGE_APPLICATION, nil, nil)))
            bench.look()
        }
    }

    @Test func protectionAndInstantRate() throws {
        try expectSame { bench in
            bench.begin()
            bench.push(gst_event_new_protection("urn:x", gst_buffer_new(), "origin"))
            bench.push(gst_event_new_instant_rate_change(2, GST_SEGMENT_FLAG_NONE))
            bench.push(frame: 0)
            bench.look()
        }
    }

    @Test func endOfStreamWithoutBuffers() throws {
        try expectSame { bench in
            bench.begin()
            bench.push(gst_event_new_eos())
            bench.push(frame: 0)
            bench.look()
        }
    }

    @Test func endOfStreamWithNothingSaid() throws {
        try expectSame { bench in
            bench.start()
            bench.push(bench.streamStart())
            bench.push(gst_event_new_eos())
        }
    }

    @Test func flushAndReuseAfterTheEnd() throws {
        try expectSame { bench in
            bench.begin()
            bench.push(frame: 0)
            bench.push(gst_event_new_eos())
            bench.push(frame: 1)
            bench.push(gst_event_new_flush_start())
            bench.push(frame: 1)
            bench.push(gst_event_new_flush_stop(1))
            bench.ask(.src, gst_query_new_position(GST_FORMAT_TIME))
            bench.push(bench.segment())
            bench.push(frame: 0)
            bench.look()
        }
    }

    @Test func flushThatKeepsTheTime() throws {
        try expectSame { bench in
            bench.begin()
            bench.push(frame: 0)
            bench.push(gst_event_new_flush_start())
            bench.push(gst_event_new_flush_stop(0))
            bench.push(bench.segment())
            bench.push(frame: 1)
        }
    }

    @Test func aSecondStream() throws {
        try expectSame { bench in
            bench.begin()
            bench.push(frame: 0)
            bench.push(gst_event_new_eos())
            bench.push(bench.streamStart("two"))
            bench.push(caps: Bench.standardCaps)
            bench.push(bench.segment())
            bench.push(frame: 0)
            bench.look()
        }
    }
}
