import GStreamer

/// A family of video codecs, by the name that `--codec` takes.
public enum VideoCodec: String, CaseIterable, Sendable {
    case h264, h265, vp8, vp9, av1, mjpeg, mpeg4, prores, theora
    case png

    /// The family of a parsed stream; nil for those that nothing here encodes well, MPEG-2 among them.
    init?(_ caps: Caps) {
        let version = caps.structures.first?.integer("mpegversion")
        switch (caps.mediaType, version) {
        case ("video/x-h264", _): self = .h264
        case ("video/x-h265", _): self = .h265
        case ("video/x-vp8", _): self = .vp8
        case ("video/x-vp9", _): self = .vp9
        case ("video/x-av1", _): self = .av1
        case ("image/jpeg", _): self = .mjpeg
        case ("image/png", _): self = .png
        case ("video/mpeg", 4), ("video/x-divx", _), ("video/x-xvid", _): self = .mpeg4
        case ("video/x-prores", _): self = .prores
        case ("video/x-theora", _): self = .theora
        default: return nil
        }
    }

    /// Elements that encode it, the preferred one first.
    var encoders: [String] {
        switch self {
        case .h264: ["x264enc"]
        case .h265: ["x265enc"]
        case .vp8: ["vp8enc"]
        case .vp9: ["vp9enc"]
        case .av1: ["svtav1enc", "av1enc"]
        case .mjpeg: ["jpegenc", "avenc_mjpeg"]
        case .mpeg4: ["avenc_mpeg4"]
        case .prores: ["avenc_prores_ks"]
        case .theora: ["theoraenc"]
        case .png: ["pngenc"]
        }
    }

    /// The element that brings the encoder's output into the form that muxers take.
    var parser: String? {
        switch self {
        case .h264: "h264parse"
        case .h265: "h265parse"
        case .av1: "av1parse"
        case .vp9: "vp9parse"
        case .mpeg4: "mpeg4videoparse"
        default: nil
        }
    }

    package var installedEncoder: String? { encoders.first { Registry.elementExists($0) } }

    /// What to encode with: the wish, else the source's own family, else what the container is best known for.
    ///
    /// - Throws: when the wish does not fit the container or nothing that fits is installed.
    package static func choose(
        wish: VideoCodec?, source: VideoCodec?, container: Container,
        installed: (VideoCodec) -> Bool = { $0.installedEncoder != nil }
    ) throws(HostError) -> VideoCodec {
        if let wish {
            guard container.codecs.contains(wish) else {
                let fitting = container.codecs.map(\.rawValue).joined(separator: ", ")
                throw HostError(
                    ".\(container.rawValue) does not hold \(wish.rawValue)",
                    advice: "try .mkv, or --codec with one of: \(fitting)")
            }
            guard installed(wish) else {
                throw HostError("no encoder for \(wish.rawValue) is installed", advice: "try --codec h264")
            }
            return wish
        }
        if let source, container.codecs.contains(source), installed(source) { return source }
        guard let fallback = container.codecs.first(where: installed) else {
            throw HostError("no encoder for .\(container.rawValue) is installed", advice: "install gstreamer1.0-plugins-ugly")
        }
        return fallback
    }
}
