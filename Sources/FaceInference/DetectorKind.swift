/// The detectors that can be asked for by name.
public enum DetectorKind: String, Sendable, CaseIterable {
    /// YuNet (doi 10.1007/s11633-023-1423-y): small and quick.
    case fast
    /// CenterFace (arXiv 1911.03599): finds smaller, turned, dark and covered faces, at five times the cost.
    case accurate

    /// The passes over one frame, largest picture first; `analysisSize` 0 is automatic.
    ///
    /// A large pass finds the small faces, and a small one those that fill the picture, which the large one is blind to: over 60 %
    /// of a frame's height CenterFace at 960 scores 0.3 where YuNet at 256 scores 0.8. The small one is surrounded by the picture's
    /// own reflection, which makes a face that the frame's edge cuts a whole one; what it says of small faces only adds false ones,
    /// as does a reflection around the large pass. `accurate` looks with both models: each finds what the other misses.
    func passes(analysisSize: Int) -> [Pass] {
        let large = analysisSize > 0 ? max(analysisSize, Self.leastSize) : automaticSize
        let first = Pass(family: self == .fast ? .yuNet : .centerFace, size: large, leastFace: 0)
        guard large > Self.smallSize else { return [first] }
        let middle = Pass(family: .yuNet, size: Self.middleSize, leastFace: 0)
        let small = Pass(family: .yuNet, size: Self.smallSize, leastFace: 0.15, border: 0.2)
        return self == .accurate && large >= middle.size ? [first, middle, small] : [first, small]
    }

    /// Pixels of the longer side, by measurement: what costs about as much as decoding 1080p, and what finds most in two cores' time.
    private var automaticSize: Int { self == .fast ? 640 : 960 }

    private static let middleSize = 640
    private static let smallSize = 256
    /// In less than this, faces are too few pixels to be found at all, and all would be left bare.
    private static let leastSize = 128

    var families: [ModelFamily] { self == .fast ? [.yuNet] : [.centerFace, .yuNet] }
}

/// One look at the frame: which model, at how many pixels of the longer side.
struct Pass: Equatable, Sendable {
    var family: ModelFamily
    var size: Int
    /// Faces whose longer side is under this fraction of the frame's longer side are left to other passes.
    var leastFace: Float
    /// How much of the picture's own reflection surrounds it, as a fraction of its shorter side.
    var border: Float = 0
}

/// A model file, and what is known about it.
enum ModelFamily: Sendable, CaseIterable {
    case yuNet, centerFace

    var fileName: String {
        switch self {
        case .yuNet: "face_detection_yunet_2023mar.onnx"
        case .centerFace: "centerface.onnx"
        }
    }

    var title: String {
        switch self {
        case .yuNet: "YuNet 2023mar"
        case .centerFace: "CenterFace"
        }
    }

    /// In the order in which the decoders take them.
    var outputNames: [String] {
        switch self {
        case .yuNet: ["cls", "obj", "bbox", "kps"].flatMap { name in [8, 16, 32].map { "\(name)_\($0)" } }
        case .centerFace: ["537", "538", "539", "540"]
        }
    }

    /// The lowest score that counts as a face when `threshold` is 0.
    var ownThreshold: Float {
        switch self {
        case .yuNet: 0.6
        case .centerFace: 0.4
        }
    }

    /// The input's planes, first to last: YuNet was trained on blue first, CenterFace on red first.
    var blueFirst: Bool { self == .yuNet }
}
