/// The detectors that can be asked for by name.
public enum DetectorKind: String, Sendable, CaseIterable {
    /// YuNet (doi 10.1007/s11633-023-1423-y): small and quick.
    case fast
    /// CenterFace (arXiv 1911.03599): finds smaller, turned, dark and covered faces, at five times the cost.
    case accurate

    /// The passes over one frame, largest picture first; `analysisSize` 0 is automatic.
    ///
    /// A large pass finds the small faces, and a small one the faces that fill the picture, which the large one is blind to.
    func passes(analysisSize: Int) -> [Pass] {
        switch self {
        case .fast:
            let large = analysisSize > 0 ? analysisSize : 640
            return [Pass(family: .yuNet, size: large)] + (large > 320 ? [Pass(family: .yuNet, size: 256)] : [])
        case .accurate:
            let large = analysisSize > 0 ? analysisSize : 960
            return [Pass(family: .centerFace, size: large)] + (large > 320 ? [Pass(family: .yuNet, size: 256)] : [])
        }
    }

    var families: [ModelFamily] { self == .fast ? [.yuNet] : [.centerFace, .yuNet] }
}

/// One look at the frame: which model, at how many pixels of the longer side.
struct Pass: Equatable, Sendable {
    var family: ModelFamily
    var size: Int
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
