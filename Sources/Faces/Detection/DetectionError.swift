/// Why a detector's output could not be read; never to be taken for "no face".
public enum DetectionError: Error, Equatable, CustomStringConvertible {
    /// A score is not a number: the inference itself went wrong.
    case notFinite(output: String)
    /// An output has another size than the canvas asks for.
    case wrongSize(output: String, expected: Int, found: Int)
    /// The canvas is not one that the detector can be given.
    case wrongCanvas(width: Int, height: Int)

    public var description: String {
        switch self {
        case .notFinite(let output):
            "Detecting faces: output \(output) holds scores that are not finite; the model or its input is broken."
        case .wrongSize(let output, let expected, let found):
            "Detecting faces: output \(output) has \(found) values where \(expected) are needed; is it the right model?"
        case .wrongCanvas(let width, let height):
            "Detecting faces: a canvas of \(width) x \(height) is not a positive multiple of 32 on both sides."
        }
    }
}
