import CGStreamer

/// One component (Y, U, V, R, G, B or A) of a video format: where its samples lie.
public struct VideoComponent: Equatable, Sendable {
    public var plane: Int
    /// Bytes from the start of a row to the first sample, and from one sample to the next.
    public var offset: Int
    public var pixelStride: Int
    /// Samples in a row, and rows.
    public var width: Int
    public var height: Int
    /// log2 of the pixels that a sample spans.
    public var horizontalShift: Int
    public var verticalShift: Int
    /// Significant bits, and unused bits below them.
    public var depth: Int
    public var lowBits: Int
}

/// What raw video caps say: format, size, colorimetry, pixel aspect, interlacing.
public struct VideoInfo: @unchecked Sendable {  // proof: a plain C struct whose one pointer is to a static format table
    package var info: GstVideoInfo

    package init(info: GstVideoInfo) { self.info = info }

    /// Reads caps; nil where they are not fixed raw video in system memory.
    package init?(caps: UnsafePointer<GstCaps>?) {
        var info = GstVideoInfo()
        guard let caps, gst_video_info_from_caps(&info, caps) != 0, info.finfo != nil else { return nil }
        self.info = info
    }

    public var formatName: String { String(cString: info.finfo.pointee.name) }
    public var width: Int { Int(info.width) }
    /// Rows in a buffer: half the frame's where each buffer is one field.
    public var height: Int { hasFieldsApart ? (Int(info.height) + 1) / 2 : Int(info.height) }
    public var pixelAspect: (numerator: Int, denominator: Int) {
        (max(1, Int(info.par_n)), max(1, Int(info.par_d)) * (hasFieldsApart ? 2 : 1))
    }
    private var hasFieldsApart: Bool { info.interlace_mode == GST_VIDEO_INTERLACE_MODE_ALTERNATE }
    /// In nanoseconds; nil where the rate varies or is unknown.
    public var frameDuration: UInt64? {
        info.fps_n > 0 && info.fps_d > 0 ? UInt64(info.fps_d) * 1_000_000_000 / UInt64(info.fps_n) : nil
    }
    public var planeCount: Int { Int(info.finfo.pointee.n_planes) }
    public var isRGB: Bool { info.finfo.pointee.flags.rawValue & GST_VIDEO_FORMAT_FLAG_RGB.rawValue != 0 }
    public var isGray: Bool { info.finfo.pointee.flags.rawValue & GST_VIDEO_FORMAT_FLAG_GRAY.rawValue != 0 }
    public var isFullRange: Bool { info.colorimetry.range == GST_VIDEO_COLOR_RANGE_0_255 }
    /// Weights of red and blue in luma, as the caps' matrix has them; nil where it is unknown.
    public var lumaWeights: (red: Double, blue: Double)? {
        var red = 0.0
        var blue = 0.0
        return gst_video_color_matrix_get_Kr_Kb(info.colorimetry.matrix, &red, &blue) != 0 ? (red, blue) : nil
    }

    public var components: [VideoComponent] {
        (0..<Int(info.finfo.pointee.n_components)).map(component)
    }

    package func component(_ index: Int) -> VideoComponent {
        let format = info.finfo.pointee
        let depth = Int(entry(format.depth, index, as: UInt32.self))
        let offset = Int(entry(format.poffset, index, as: UInt32.self))
        let across = Int(entry(format.w_sub, index, as: UInt32.self))
        let down = Int(entry(format.h_sub, index, as: UInt32.self))
        return VideoComponent(
            plane: Int(entry(format.plane, index, as: UInt32.self)),
            // GStreamer 1.22 counts P010's offsets in samples: a second chroma that lies two bytes on is said to lie one byte on.
            offset: depth > 8 && offset % 2 != 0 ? 2 * offset : offset,
            pixelStride: Int(entry(format.pixel_stride, index, as: Int32.self)),
            width: -((-width) >> across), height: -((-height) >> down),
            horizontalShift: across, verticalShift: down,
            depth: depth,
            lowBits: Int(entry(format.shift, index, as: UInt32.self)))
    }
}

/// An entry of a C array, which Swift sees as a tuple.
func entry<Tuple, Entry>(_ tuple: Tuple, _ index: Int, as type: Entry.Type) -> Entry {
    withUnsafeBytes(of: tuple) { $0.load(fromByteOffset: index * MemoryLayout<Entry>.stride, as: type) }
}
