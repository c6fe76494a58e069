/// The five points that both detectors give, in pixels; right and left are the person's own.
public struct Landmarks: Equatable, Sendable {
    public var rightEye: Point
    public var leftEye: Point
    public var nose: Point
    public var rightMouth: Point
    public var leftMouth: Point

    public init(rightEye: Point, leftEye: Point, nose: Point, rightMouth: Point, leftMouth: Point) {
        self.rightEye = rightEye
        self.leftEye = leftEye
        self.nose = nose
        self.rightMouth = rightMouth
        self.leftMouth = leftMouth
    }

    /// The points after `transform`, each by itself.
    public func map(_ transform: (Point) -> Point) -> Landmarks {
        Landmarks(
            rightEye: transform(rightEye), leftEye: transform(leftEye), nose: transform(nose),
            rightMouth: transform(rightMouth), leftMouth: transform(leftMouth))
    }
}

/// A face in one picture.
public struct Face: Equatable, Sendable {
    /// How it is known that it is there.
    public enum Source: String, Sendable, CaseIterable {
        /// Seen by a full look at this very picture.
        case detected
        /// Seen in this very picture, near where it was expected.
        case searched
        /// Seen only later: where it comes from is not known yet.
        case backfilled
        /// Seen only earlier, or before and after: not seen here, not proven gone.
        case held
    }

    /// Where it is, in pixels of the picture that it was found in.
    public var box: Rect
    /// The detector's confidence, 0 … 1.
    public var score: Float
    public var landmarks: Landmarks?
    /// The same number for the same person's face as long as it stays in the picture; nil before tracking.
    public var id: Int?
    public var source = Source.detected
    /// How much a mask must exceed its usual size, as a fraction of it: for movement, and for what is not known.
    public var margin: Float = 0
    /// Whether `id` is beyond doubt; one that is not, as after a crossing or a loss, must not decide that a face is shown.
    public var isSure = true

    public init(box: Rect, score: Float, landmarks: Landmarks? = nil, id: Int? = nil) {
        self.box = box
        self.score = score
        self.landmarks = landmarks
        self.id = id
    }
}
