import FaceInference
import Faces

/// What happens to a frame whose analysis failed or did not come.
enum OnDoubt: Int32, Sendable, CaseIterable {
    case maskFrame, drop, error

    var nick: String {
        switch self {
        case .maskFrame: "mask-frame"
        case .drop: "drop"
        case .error: "error"
        }
    }

    var summary: String {
        switch self {
        case .maskFrame: "hide the whole frame"
        case .drop: "leave the frame out"
        case .error: "stop with an error"
        }
    }
}

/// Which detector looks at the frames.
enum DetectorChoice: Int32, Sendable, CaseIterable {
    case none, fast, accurate

    var nick: String { kind?.rawValue ?? "none" }

    var kind: DetectorKind? {
        switch self {
        case .none: nil
        case .fast: .fast
        case .accurate: .accurate
        }
    }

    var summary: String {
        switch self {
        case .none: "no detection: the face metas already on the buffers are used"
        case .fast: "YuNet: quick"
        case .accurate: "CenterFace: finds smaller, turned, dark and covered faces, at several times the cost"
        }
    }
}

/// The element's properties; copied whole where a frame's work begins.
struct Settings: Sendable {
    var detector = DetectorChoice.fast
    var effects = "mosaic"
    /// In milliseconds.
    var lookahead = 400
    /// In frames; 0 is automatic.
    var detectInterval = 0
    var analysisSize = 0
    var threshold: Float = 0
    var minFace: Float = 0.01
    var maskScale: Float = 1.3
    var onDoubt = OnDoubt.maskFrame
    var modelDir: String?
    var messages = false
    var regions: [Region] = []
    /// As it was written.
    var regionsText: String?
    var choice = FaceChoice()
    /// As they were written.
    var keepIDsText: String?
    var onlyIDsText: String?

    /// Called with a frame's number before it is looked at or searched; tests make analysis fail or linger by it.
    var hindrance: (@Sendable (Int) throws -> Void)?

    /// In nanoseconds; nothing is held where nobody looks.
    var hold: UInt64 { detector == .none ? 0 : UInt64(lookahead) * 1_000_000 }

    static let thresholdRange: ClosedRange<Float> = 0...1
    static let minFaceRange: ClosedRange<Float> = 0...1
    static let maskScaleRange: ClosedRange<Float> = 1...5
    static let lookaheadRange: ClosedRange<Int> = 0...10000
    static let detectIntervalRange: ClosedRange<Int> = 0...1000
    static let analysisSizeRange: ClosedRange<Int> = 0...4096
}
