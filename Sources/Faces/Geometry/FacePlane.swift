/// The plane in which a face's box lies, turned with the head, as it is seen in perspective.
struct FacePlane {
    /// One pixel to the right of an upright face, turned by its roll.
    let right: Point
    /// Sine and cosine of the yaw: positive when the face looks to the right of the picture.
    let sine: Float
    let cosine: Float

    /// How far the tip of the nose lies before the plane of eyes and mouth, in distances between the eyes.
    private static let noseLength: Float = 0.5
    /// How far from the box the eye is that looks at it, in widths of the box.
    private static let viewingDistance: Float = 4

    /// Upright and turned to the viewer, as far as is known.
    static let facing = FacePlane(right: Point(x: 1, y: 0), sine: 0, cosine: 1)

    private init(right: Point, sine: Float, cosine: Float) {
        self.right = right
        self.sine = sine
        self.cosine = cosine
    }

    /// The plane that five points show, or nil where they show none.
    init?(_ landmarks: Landmarks) {
        guard landmarks.isFinite, let line = EyeLine(landmarks) else { return nil }
        right = line.direction
        let middle = Point(
            x: (landmarks.rightEye.x + landmarks.leftEye.x + landmarks.rightMouth.x + landmarks.leftMouth.x) / 4,
            y: (landmarks.rightEye.y + landmarks.leftEye.y + landmarks.rightMouth.y + landmarks.leftMouth.y) / 4)
        let nose = (landmarks.nose.x - middle.x) * right.x + (landmarks.nose.y - middle.y) * right.y
        // Seen from before, the eyes are cos(yaw) apart and the tip of the nose is sin(yaw) to the side.
        let tangent = (nose / (Self.noseLength * line.distance)).clamped(to: -2...2)
        cosine = 1 / (1 + tangent * tangent).squareRoot()
        sine = tangent * cosine
    }

    /// The corners of a box as they are seen: top left, top right, bottom right, bottom left of the upright face.
    func corners(of box: Rect) -> (Point, Point, Point, Point) {
        let centre = box.centre
        func corner(_ across: Float, _ down: Float) -> Point {
            // The side to which the face looks is the farther one.
            let depth = across * box.width / 2 * sine / (Self.viewingDistance * box.width)
            let scale = 1 / (1 + depth)
            let x = across * box.width / 2 * cosine * scale
            let y = down * box.height / 2 * scale
            return Point(x: centre.x + x * right.x - y * right.y, y: centre.y + x * right.y + y * right.x)
        }
        return (corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1))
    }
}
