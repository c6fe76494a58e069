import CGStreamer
import CGStreamerShims
import GStreamer
import Testing

@testable import GuiseElement

/// What is drawn, is drawn on the pixels that are seen, on all of them, and on nothing else.
@Suite struct MaskScenarios {
    init() throws { try Registry.start() }

    private static let everywhere = Subject(line: "guise detector=none effects=none regions=0,0,1,1")
    private static let corner = Subject(line: "guise detector=none effects=none regions=0.5,0.5,0.5,0.5")

    /// What leaves the element, of buffers that are made to order: each buffer's bytes, as they lie in memory.
    private func output(
        of subject: Subject, _ caps: String, answer: ((UnsafeMutablePointer<GstQuery>) -> Void)? = nil,
        _ buffers: @escaping @Sendable () -> [UnsafeMutablePointer<GstBuffer>]
    ) throws -> [Output] {
        try onOwnThread(within: 30, "\(subject)") {
            let bench = try Bench(subject)
            bench.begin(caps: caps)
            let collected = Monitor<[Output]>([])
            _ = bench.withPad(.src) { pad in
                gst_pad_add_probe(
                    pad, GST_PAD_PROBE_TYPE_BUFFER,
                    { pad, info, data in
                        let output = Output(gstswift_probe_buffer(info))
                        Unmanaged<Monitor<[Output]>>.fromOpaque(data!).takeUnretainedValue().withLock { $0.append(output) }
                        return GST_PAD_PROBE_OK
                    }, Unmanaged.passUnretained(collected).toOpaque(), nil)
            }
            for buffer in buffers() { bench.push(buffer) }
            bench.push(gst_event_new_eos())
            _ = bench.finish()
            return collected.withLock { $0 }
        }
    }

    private struct Output: Sendable {
        var bytes: [UInt8] = []
        var hasCrop = false

        init(_ buffer: UnsafeMutablePointer<GstBuffer>?) {
            var map = GstMapInfo()
            guard let buffer, gst_buffer_map(buffer, &map, GST_MAP_READ) != 0 else { return }
            bytes = [UInt8](UnsafeBufferPointer(start: map.data, count: Int(map.size)))
            gst_buffer_unmap(buffer, &map)
            hasCrop = gst_buffer_get_meta(buffer, gst_video_crop_meta_api_get_type()) != nil
        }
    }

    private static func size(of caps: String) throws -> Int {
        let caps = gst_caps_from_string(caps)
        defer { gst_caps_unref(caps) }
        return Int(try #require(VideoInfo(caps: caps)).info.size)
    }

    /// A buffer in whose bytes neighbours differ as much as they can.
    private static func checkers(_ size: Int) -> UnsafeMutablePointer<GstBuffer> {
        gst_buffer_new_memdup((0..<size).map { UInt8($0 % 2 == 0 ? 16 : 235) }, gsize(size))
    }

    @Test(arguments: SupportedFormats.names, [(1, 1), (2, 3), (3, 2), (17, 33), (321, 5)])
    func staysInsideOfOddSizes(_ format: String, _ size: (width: Int, height: Int)) throws {
        let caps = "video/x-raw, format=\(format), width=\(size.width), height=\(size.height), framerate=25/1"
        let bytes = try Self.size(of: caps)
        let original = (0..<bytes).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        let outputs = try output(of: Self.everywhere, caps) {
            [gst_buffer_new_memdup(original, gsize(bytes)), gst_buffer_new_memdup(original, gsize(bytes))]
        }
        try #require(outputs.count == 2 && outputs.allSatisfy { $0.bytes.count == bytes })
        #expect(outputs[0].bytes == outputs[1].bytes)
        // One pixel is its own mean.
        #expect(outputs[0].bytes != original || size == (1, 1))
    }

    /// A cell is the mean of its pixels in few steps, so one colour stays about what it is, in whatever way a format stores it.
    @Test(arguments: SupportedFormats.names) func keepsAPlainColour(_ format: String) async throws {
        let source =
            "videotestsrc num-buffers=1 pattern=solid-color foreground-color=0xffc06020 "
            + "! video/x-raw,format=\(format),width=64,height=36"
        let convert = "videoconvert dither=none ! video/x-raw,format=RGBA"
        let plain = try await PipelineRun.playing("\(source) ! identity ! \(convert)")
        let masked = try await PipelineRun.playing("\(source) ! \(Self.everywhere.line) ! \(convert)")
        try #require(plain.frames.count == 1 && masked.frames.count == 1 && plain.frames[0].bytes.count == 64 * 36 * 4)
        let distances = zip(plain.frames[0].bytes, masked.frames[0].bytes).map { abs(Int($0) - Int($1)) }
        #expect(distances.max()! <= 16, "\(plain.frames[0].bytes.prefix(4)) \(masked.frames[0].bytes.prefix(4))")
    }

    /// Rows of 31 grey pixels, with 16 bytes in front of them and 17 behind, and rows above and below, that are nobody's.
    @Test func leavesPaddingAlone() throws {
        let (width, height, stride, above) = (31, 17, 64, 2)
        let caps = "video/x-raw, format=GRAY8, width=\(width), height=\(height), framerate=25/1"
        let outputs = try output(of: Self.everywhere, caps) {
            let buffer = Self.checkers(stride * (height + 2 * above))
            var offsets: [gsize] = [gsize(above * stride + 16), 0, 0, 0]
            var strides: [gint] = [gint(stride), 0, 0, 0]
            gst_buffer_add_video_meta_full(
                buffer, GST_VIDEO_FRAME_FLAG_NONE, GST_VIDEO_FORMAT_GRAY8, guint(width), guint(height), 1, &offsets, &strides)
            return [buffer]
        }
        let bytes = try #require(outputs.first).bytes
        try #require(bytes.count == stride * (height + 2 * above))
        for index in bytes.indices {
            let (row, column) = (index / stride - above, index % stride - 16)
            let isSeen = (0..<height).contains(row) && (0..<width).contains(column)
            let isSame = bytes[index] == (index % 2 == 0 ? 16 : 235)
            #expect(isSeen != isSame, "\(column), \(row)")
        }
    }

    /// The same memory in another buffer, as a tee or a decoder's reference may hold it.
    @Test(arguments: ["buffer", "memory", "part"]) func neverWritesToWhatIsShared(_ kind: String) throws {
        let caps = "video/x-raw, format=GRAY8, width=32, height=18, framerate=25/1"
        let kept = Self.checkers(32 * 18)
        defer { gst_buffer_unref(kept) }
        nonisolated(unsafe) let original = kept  // proof: only read, and until the run has ended
        let outputs = try output(of: Self.everywhere, caps) {
            switch kind {
            case "buffer": [gst_buffer_ref(original)]
            case "memory": [gst_buffer_copy(original)]
            default: [gst_buffer_copy_region(original, GST_BUFFER_COPY_MEMORY, 0, 32 * 18)]
            }
        }
        #expect(outputs.count == 1 && outputs[0].bytes != Output(kept).bytes)
        #expect(Output(kept).bytes == (0..<32 * 18).map { UInt8($0 % 2 == 0 ? 16 : 235) })
    }

    /// Half the rows in each buffer: the mask is where the frame has it, and no lower.
    @Test(arguments: ["I420", "NV12", "GRAY8"]) func fieldsApart(_ format: String) throws {
        let caps =
            "video/x-raw(format:Interlaced), format=\(format), width=32, height=34, framerate=25/1, interlace-mode=alternate"
        let size = try Self.size(of: caps)
        let outputs = try output(of: Self.corner, caps) { [Self.checkers(size), Self.checkers(size)] }
        try #require(outputs.count == 2)
        for output in outputs {
            for row in 0..<17 {
                let changed = (0..<32).filter { output.bytes[row * 32 + $0] != ($0 % 2 == 0 ? 16 : 235) }
                #expect(changed == (row < 8 ? [] : Array(16..<32)), "row \(row)")
            }
        }
    }

    // MARK: Cropping

    /// A frame of 64 × 36, of which 32 × 18 from (16, 8) on are seen: what is drawn is drawn there, and the rest goes.
    @Test(arguments: ["GRAY8", "I420", "NV12", "YUY2", "RGBA", "P010_10LE"], [everywhere, corner])
    func coversWhatIsSeenOfCroppedFrames(_ format: String, _ subject: Subject) throws {
        let caps = "video/x-raw, format=\(format), width=32, height=18, framerate=25/1"
        let plain = try output(of: .identity, caps) { [Self.cropped(format)] }
        let masked = try output(of: subject, caps) { [Self.cropped(format)] }
        try #require(plain.count == 1 && masked.count == 1)
        #expect(plain[0].hasCrop && !masked[0].hasCrop)
        let (before, after) = (Self.visible(plain[0], format, isCropped: true), Self.visible(masked[0], format, isCropped: false))
        try #require(before.count == 18 && after.count == 18)
        let bytes = before[0].count / 32
        for row in 0..<18 {
            // The mask begins in the middle, with an edge that may be soft; everywhere, it has no edge.
            let kept = subject == Self.everywhere ? 0 : row < 8 ? 32 * bytes : 15 * bytes
            #expect(before[row][..<kept] == after[row][..<kept], "row \(row)")
            if kept < 32 * bytes, row > 8 { #expect(before[row] != after[row], "row \(row)") }
        }
    }

    @Test func refusesToGuessWhatIsSeenOfAFrameThatIsTooSmall() throws {
        let caps = "video/x-raw, format=GRAY8, width=60, height=18, framerate=25/1"
        let outputs = try output(of: Self.everywhere, caps) { [Self.cropped("GRAY8")] }
        #expect(outputs.isEmpty)
    }

    /// A meta that promises more rows or columns than the memory holds, or fewer than the caps.
    @Test(arguments: [(64, 32), (32, 18), (16, 18), (32, 9)], [everywhere, Subject.lookingAhead])
    func survivesMetasThatLie(_ size: (width: Int, height: Int), _ subject: Subject) throws {
        let outputs = try output(of: subject, "video/x-raw, format=GRAY8, width=32, height=18, framerate=25/1") {
            let buffer = Self.checkers(size.width * min(size.height, 10))
            gst_buffer_add_video_meta(
                buffer, GST_VIDEO_FRAME_FLAG_NONE, GST_VIDEO_FORMAT_GRAY8, guint(size.width), guint(size.height))
            return [buffer]
        }
        #expect(outputs.isEmpty)
    }

    private static func cropped(_ format: String) -> UnsafeMutablePointer<GstBuffer> {
        var info = GstVideoInfo()
        gst_video_info_set_format(&info, gst_video_format_from_string(format), 64, 36)
        let bytes = (0..<Int(info.size)).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 5) }
        let buffer = gst_buffer_new_memdup(bytes, gsize(bytes.count))!
        gst_buffer_add_video_meta(buffer, GST_VIDEO_FRAME_FLAG_NONE, gst_video_format_from_string(format), 64, 36)
        let crop = UnsafeMutableRawPointer(gst_buffer_add_meta(buffer, gst_video_crop_meta_get_info(), nil)!)
            .assumingMemoryBound(to: GstVideoCropMeta.self)
        (crop.pointee.x, crop.pointee.y, crop.pointee.width, crop.pointee.height) = (16, 8, 32, 18)
        return buffer
    }

    /// The bytes of the first plane that are seen, row by row.
    private static func visible(_ output: Output, _ format: String, isCropped: Bool) -> [[UInt8]] {
        var info = GstVideoInfo()
        gst_video_info_set_format(
            &info, gst_video_format_from_string(format), isCropped ? 64 : 32, isCropped ? 36 : 18)
        let stride = Int(info.stride.0)
        let bytes = Int(info.finfo.pointee.pixel_stride.0)
        let (x, y) = isCropped ? (16, 8) : (0, 0)
        return (0..<18).map { row in
            let start = (y + row) * stride + x * bytes
            return Array(output.bytes[start..<start + 32 * bytes])
        }
    }
}
