/// How well and how fast to encode, on x264's scales whatever the codec.
public struct EncodingSettings: Equatable, Sendable {
    /// 0 (best) … 51 (worst); 18 cannot be told from the source by eye.
    public var quality: Int
    /// x264's names, `ultrafast` … `placebo`.
    public var preset: String
    /// Nil keeps the source's family.
    public var codec: VideoCodec?

    public static let presets = [
        "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow", "placebo",
    ]

    public init(quality: Int = 18, preset: String = "veryfast", codec: VideoCodec? = nil) {
        self.quality = quality
        self.preset = preset
        self.codec = codec
    }

    /// 0 (fastest) … 9 (slowest).
    var effort: Int { EncodingSettings.presets.firstIndex(of: preset) ?? 2 }

    /// The scale of MPEG-4 and its elders: x264's own conversion, 0.85 · 2^((qp-12)/6), kept inside 1 … 31.
    var mpegQuantizer: Int {
        var scale = 0.85
        for _ in 0..<max(0, quality - 12) { scale *= 1.122462048309373 }
        return min(31, max(1, Int(scale.rounded())))
    }

    /// An encoder's properties for these settings, as text.
    func properties(of encoder: String, threads: Int) -> [(name: String, value: String)] {
        switch encoder {
        case "x264enc":
            // Its own default, 10, would spend bits on nothing that can be seen, but would also cap `quality`.
            [("pass", "qual"), ("quantizer", "\(min(50, quality))"), ("qp-min", "0"), ("speed-preset", preset)]
        case "x265enc":
            [("option-string", "crf=\(quality):log-level=error"), ("speed-preset", preset)]
        case "vp8enc", "vp9enc":
            // Constant quality: the rate is only a ceiling that is never reached.
            [
                ("end-usage", "cq"), ("cq-level", "\(quality * 63 / 51)"), ("min-quantizer", "0"),
                ("max-quantizer", "63"), ("target-bitrate", "2000000000"),
                ("deadline", effort < 7 ? "1" : "0"), ("cpu-used", "\(max(0, 8 - effort))"), ("threads", "\(threads)"),
                ("keyframe-max-dist", "250"), ("lag-in-frames", effort < 3 ? "0" : "16"),
            ] + (encoder == "vp9enc" ? [("row-mt", "true"), ("tile-columns", "2")] : [])
        case "av1enc":
            [
                ("end-usage", "q"), ("cq-level", "\(quality * 63 / 51)"), ("cpu-used", "\(max(0, 8 - effort))"),
                ("threads", "\(threads)"), ("row-mt", "true"),
            ]
        case "svtav1enc":
            [("crf", "\(max(1, quality * 63 / 51))"), ("preset", "\(max(0, 12 - effort))")]
        case "jpegenc": [("quality", "\(max(10, 100 - mpegQuantizer * 5 / 2))")]
        case "avenc_mjpeg", "avenc_mpeg4":
            [("pass", "quant"), ("quantizer", "\(mpegQuantizer)")]
        case "theoraenc": [("quality", "\(max(1, 63 - quality * 62 / 51))")]
        default: []
        }
    }
}
