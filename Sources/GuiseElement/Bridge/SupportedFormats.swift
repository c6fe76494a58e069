import CGStreamer

/// The video formats whose native planes the element works on; others are not offered, so nothing is converted silently.
enum SupportedFormats {
    static let names = [
        "I420", "YV12", "NV12", "NV21", "Y42B", "Y444", "YUY2", "UYVY", "AYUV", "GRAY8",
        "RGB", "BGR", "RGBA", "BGRA", "ARGB", "ABGR", "RGBx", "BGRx", "xRGB", "xBGR", "I420_10LE", "P010_10LE",
    ]

    /// Plain system memory, with or without fields apart and overlays beside the pixels.
    private static let features = ["", "(format:Interlaced)", "(memory:SystemMemory, meta:GstVideoOverlayComposition)"]

    /// The pad templates' caps; lives as long as the process. Sizes and rates are left open: what fits is for the neighbours to say.
    nonisolated(unsafe) static let caps: UnsafeMutablePointer<GstCaps> = {  // proof: immutable once made, never freed
        let formats = names.joined(separator: ", ")
        let text = features.map { feature in
            "video/x-raw\(feature), format=(string){ \(formats) }"
        }
        return gst_caps_from_string(text.joined(separator: "; "))!
    }()
}
