/// A file format that the program writes.
public enum Container: String, CaseIterable, Sendable {
    case mp4, mov, mkv, webm, avi
    /// One picture without a container.
    case jpeg, png

    /// By a file's extension, upper or lower case; nil for those that are not written.
    public init?(fileExtension: String) {
        switch fileExtension.lowercased() {
        case "mp4", "m4v": self = .mp4
        case "mov", "qt": self = .mov
        case "mkv": self = .mkv
        case "webm": self = .webm
        case "avi": self = .avi
        case "jpg", "jpeg": self = .jpeg
        case "png": self = .png
        default: return nil
        }
    }

    /// The element that writes it; nil for single pictures.
    var muxer: String? {
        switch self {
        case .mp4: "mp4mux"
        case .mov: "qtmux"
        case .mkv: "matroskamux"
        case .webm: "webmmux"
        case .avi: "avimux"
        case .jpeg, .png: nil
        }
    }

    public var isPicture: Bool { muxer == nil }

    /// The video codecs that players expect in it, the one to fall back on first.
    public var codecs: [VideoCodec] {
        switch self {
        case .mp4: [.h264, .h265, .vp9, .av1, .mpeg4]
        case .mov: [.h264, .h265, .prores, .mjpeg, .mpeg4]
        case .mkv: [.h264, .h265, .vp8, .vp9, .av1, .mpeg4, .mjpeg, .prores, .theora]
        case .webm: [.vp9, .vp8, .av1]
        case .avi: [.h264, .mpeg4, .mjpeg, .vp8]
        case .jpeg: [.mjpeg]
        case .png: [.png]
        }
    }

    /// Whether it can say "show this turned"; in others the pixels themselves are turned.
    var keepsOrientation: Bool { self == .mp4 || self == .mov }

    /// Whether each frame has a time of its own; AVI only knows a rate.
    var keepsTimestamps: Bool { self != .avi }
}
