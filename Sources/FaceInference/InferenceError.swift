/// What can go wrong between a model's file and a frame's faces; the text says what to try.
public enum InferenceError: Error, Equatable, CustomStringConvertible {
    case modelMissing(path: String)
    case modelUnreadable(path: String, reason: String)
    case wrongModel(path: String, expected: String)
    case runtime(doing: String, reason: String)
    case unsupportedFrame(String)

    public var description: String {
        switch self {
        case .modelMissing(let path):
            "no model at \(path): set model-dir or GUISE_MODELS to the folder that holds it, or run scripts/setup"
        case .modelUnreadable(let path, let reason):
            "the model \(path) cannot be read (\(reason)): fetch it anew with scripts/setup, or check its permissions"
        case .wrongModel(let path, let expected):
            "\(path) is not the model that this detector needs (\(expected)): fetch it anew with scripts/setup"
        case .runtime(let doing, let reason):
            "OpenVINO failed while \(doing): \(reason)"
        case .unsupportedFrame(let reason):
            "the frame cannot be scaled for analysis: \(reason)"
        }
    }
}
