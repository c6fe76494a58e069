/// The line from a person's right eye to the left one, which turns with the head.
struct EyeLine {
    let distance: Float
    /// One pixel along the line; to the right in the picture when the head is upright.
    let direction: Point
    private let landmarks: Landmarks

    /// Eyes closer than this many pixels are too small to draw on.
    static let leastDistance: Float = 2
    /// How far the nose may reach past an eye, in distances between the eyes, before it hides it: at 50° of yaw.
    private static let mostOverlap: Float = 0.1

    /// The line between a face's eyes, or nil if they are too close or not finite.
    init?(_ landmarks: Landmarks) {
        let x = landmarks.leftEye.x - landmarks.rightEye.x
        let y = landmarks.leftEye.y - landmarks.rightEye.y
        distance = (x * x + y * y).squareRoot()
        guard distance.isFinite, distance >= Self.leastDistance else { return nil }
        direction = Point(x: x / distance, y: y / distance)
        self.landmarks = landmarks
    }

    /// Whether the right eye, or the left one, is on the side of the nose that we see.
    func sees(rightEye: Bool) -> Bool {
        let eye = rightEye ? landmarks.rightEye : landmarks.leftEye
        let outward = (eye.x - landmarks.nose.x) * direction.x + (eye.y - landmarks.nose.y) * direction.y
        // A nose that is nowhere hides nothing.
        return !((rightEye ? outward : -outward) > Self.mostOverlap * distance)
    }

    /// A point so many pixels along the line and down the face from another.
    func point(from point: Point, right: Float, down: Float) -> Point {
        Point(
            x: point.x + right * direction.x - down * direction.y, y: point.y + right * direction.y + down * direction.x)
    }
}
