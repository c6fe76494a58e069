import CGStreamer
import Testing

/// What is on and in the buffers.
@Suite struct BufferScenarios {
    @Test func timesAndOffsets() throws {
        try expectSame { bench in
            bench.begin()
            func push(_ pts: GstClockTime, dts: GstClockTime = .max, duration: GstClockTime = .max, offset: guint64 = .max) {
                let buffer = bench.frame(0)
                buffer.pointee.pts = pts
                buffer.pointee.dts = dts
                buffer.pointee.duration = duration
                buffer.pointee.offset = offset
                buffer.pointee.offset_end = offset == .max ? .max : offset + 1
                bench.push(buffer)
                bench.ask(.src, gst_query_new_position(GST_FORMAT_TIME))
            }
            push(.max)
            push(.max, dts: 40_000_000)
            push(80_000_000, dts: 40_000_000, duration: 40_000_000, offset: 7)
            push(40_000_000)
            push(40_000_000, duration: 0)
            push(3_600_000_000_000, duration: 1, offset: 0)
        }
    }

    @Test(
        arguments: [
            GST_BUFFER_FLAG_DISCONT, GST_BUFFER_FLAG_CORRUPTED, GST_BUFFER_FLAG_DELTA_UNIT, GST_BUFFER_FLAG_HEADER,
            GST_BUFFER_FLAG_GAP,
            GST_BUFFER_FLAG_LIVE, GST_BUFFER_FLAG_DECODE_ONLY, GST_BUFFER_FLAG_RESYNC, GST_BUFFER_FLAG_MARKER,
            GST_BUFFER_FLAG_DROPPABLE,
            GST_BUFFER_FLAG_SYNC_AFTER, GST_BUFFER_FLAG_NON_DROPPABLE,
        ].map(\.rawValue))
    func flags(_ flag: guint) throws {
        try expectSame { bench in
            bench.begin()
            bench.push(marked(bench.frame(0), flag))
            bench.push(frame: 1)
            bench.push(marked(bench.frame(2), flag))
        }
    }

    @Test(arguments: ["interleaved", "mixed"]) func fields(_ mode: String) throws {
        try expectSame { bench in
            bench.begin(caps: "\(Bench.standardCaps), interlace-mode=\(mode), field-order=top-field-first")
            for flags in [GST_VIDEO_BUFFER_FLAG_INTERLACED.rawValue, GST_VIDEO_BUFFER_FLAG_TFF.rawValue, 0x70_0000] {
                bench.push(marked(bench.frame(0), flags))
            }
        }
    }

    @Test func fieldsApart() throws {
        try expectSame { bench in
            bench.begin(
                caps: "video/x-raw(format:Interlaced), format=I420, width=32, height=18, framerate=25/1, interlace-mode=alternate"
            )
            bench.push(marked(bench.frame(0), GST_VIDEO_BUFFER_FLAG_TOP_FIELD.rawValue))
            bench.push(marked(bench.frame(0), GST_VIDEO_BUFFER_FLAG_BOTTOM_FIELD.rawValue))
        }
    }

    @Test func sharedBuffers() throws {
        try expectSame { bench in
            bench.begin()
            let buffer = bench.frame(0)
            bench.push(gst_buffer_ref(buffer))
            bench.push(gst_buffer_ref(buffer))
            bench.note("still \(describe(buffer, nil))")
            bench.note("held \(UnsafeRawPointer(buffer).assumingMemoryBound(to: GstMiniObject.self).pointee.refcount)")
            gst_buffer_unref(buffer)
        }
    }

    @Test(arguments: ["I420", "NV12", "RGB", "YUY2", "P010_10LE"]) func paddedStrides(_ format: String) throws {
        try expectSame { bench in
            bench.begin(caps: "video/x-raw, format=\(format), width=31, height=17, framerate=25/1")
            for number in 0..<3 { bench.push(padded(bench, format, seed: number)) }
        }
    }

    private func padded(_ bench: Bench, _ format: String, seed: Int) -> UnsafeMutablePointer<GstBuffer> {
        var info = GstVideoInfo()
        gst_video_info_set_format(&info, gst_video_format_from_string(format), 31, 17)
        var padding = GstVideoAlignment()
        (padding.padding_left, padding.padding_right, padding.padding_top, padding.padding_bottom) = (16, 24, 2, 5)
        gst_video_info_align(&info, &padding)
        let buffer = bench.noise(size: Int(info.size), seed: seed)
        withUnsafePointer(to: &info) { info in
            let offsets = UnsafeRawPointer(info).advanced(by: MemoryLayout<GstVideoInfo>.offset(of: \.offset)!)
            let strides = UnsafeRawPointer(info).advanced(by: MemoryLayout<GstVideoInfo>.offset(of: \.stride)!)
            _ = gst_buffer_add_video_meta_full(
                buffer, GST_VIDEO_FRAME_FLAG_NONE, gst_video_format_from_string(format), 31, 17,
                info.pointee.finfo.pointee.n_planes,
                UnsafeMutableRawPointer(mutating: offsets).assumingMemoryBound(to: gsize.self),
                UnsafeMutableRawPointer(mutating: strides).assumingMemoryBound(to: gint.self))
        }
        return buffer
    }

    @Test func metasOfOthers() throws {
        try expectSame { bench in
            bench.begin()
            let buffer = bench.frame(0)
            let crop = UnsafeMutableRawPointer(gst_buffer_add_meta(buffer, gst_video_crop_meta_get_info(), nil)!)
                .assumingMemoryBound(to: GstVideoCropMeta.self)
            (crop.pointee.x, crop.pointee.y, crop.pointee.width, crop.pointee.height) = (1, 2, 3, 4)
            gst_buffer_add_video_region_of_interest_meta(buffer, "face", 1, 2, 3, 4)
            gst_buffer_add_video_region_of_interest_meta(buffer, "car", 0, 0, 9, 9)
            gst_buffer_add_reference_timestamp_meta(buffer, gst_caps_new_any(), 5, 6)
            gst_buffer_add_parent_buffer_meta(buffer, gst_buffer_new())
            bench.push(buffer)
        }
    }

    @Test func memoryInPieces() throws {
        try expectSame { bench in
            bench.begin()
            let buffer = bench.frame(0)
            let size = gst_buffer_get_size(buffer)
            let whole = gst_buffer_new()!
            for (offset, length) in [(0, 100), (100, size - 100)] as [(gsize, gsize)] {
                gst_buffer_copy_into(whole, buffer, GST_BUFFER_COPY_MEMORY, offset, length)
            }
            gst_buffer_unref(buffer)
            bench.push(whole)
        }
    }

    @Test func tooSmallOrEmpty() throws {
        try expectSame { bench in
            bench.begin()
            bench.push(gst_buffer_new())
            bench.push(bench.noise(size: 10, seed: 1))
            bench.push(frame: 1)
        }
    }

    @Test func lists() throws {
        try expectSame { bench in
            bench.onBuffer = { _, number in number == 4 ? GST_FLOW_EOS : GST_FLOW_OK }
            bench.begin()
            bench.push(list: (0..<3).map { bench.frame($0) })
            bench.push(list: [])
            bench.push(list: (3..<7).map { bench.frame($0) })
            bench.push(list: [bench.frame(8)])
        }
    }

    @Test func outsideTheSegment() throws {
        try expectSame { bench in
            bench.begin()
            bench.push(
                bench.segment {
                    $0.start = 80_000_000
                    $0.stop = 120_000_000
                    $0.position = 80_000_000
                })
            for number in 0..<5 {
                bench.push(frame: number)
                bench.ask(.src, gst_query_new_position(GST_FORMAT_TIME))
            }
        }
    }

    @Test func beforeCapsOrSegment() throws {
        try expectSame { bench in
            bench.start()
            bench.push(bench.streamStart())
            bench.push(bench.noise(size: 50, seed: 1))
            bench.push(bench.segment())
            bench.push(bench.noise(size: 50, seed: 2))
            bench.push(caps: Bench.standardCaps)
            bench.push(frame: 0)
        }
    }

    @Test func withNothingSaid() throws {
        try expectSame { bench in
            bench.start()
            bench.push(bench.noise(size: 50, seed: 1))
            bench.push(caps: Bench.standardCaps)
            bench.push(frame: 0)
        }
    }
}

private func marked(_ buffer: UnsafeMutablePointer<GstBuffer>, _ flags: guint) -> UnsafeMutablePointer<GstBuffer> {
    gst_buffer_set_flags(buffer, GstBufferFlags(rawValue: flags))
    return buffer
}
