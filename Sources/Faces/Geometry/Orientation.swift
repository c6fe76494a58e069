/// The turn that makes a stored picture upright: an optional left-right flip first, then a clockwise rotation.
///
/// The cases are the values of GStreamer's `image-orientation` tag and, in another order, of EXIF's Orientation.
public enum Orientation: String, CaseIterable, Sendable {
    case rotate0 = "rotate-0"
    case rotate90 = "rotate-90"
    case rotate180 = "rotate-180"
    case rotate270 = "rotate-270"
    case flipRotate0 = "flip-rotate-0"
    case flipRotate90 = "flip-rotate-90"
    case flipRotate180 = "flip-rotate-180"
    case flipRotate270 = "flip-rotate-270"

    /// The orientation that a tag's value names, or nil for a value that is none.
    public init?(tag: String) {
        self.init(rawValue: tag)
    }

    /// Whether the picture is mirrored before it is rotated.
    public var flips: Bool {
        switch self {
        case .rotate0, .rotate90, .rotate180, .rotate270: false
        case .flipRotate0, .flipRotate90, .flipRotate180, .flipRotate270: true
        }
    }

    /// The rotation after the flip, in clockwise degrees.
    public var degrees: Int {
        switch self {
        case .rotate0, .flipRotate0: 0
        case .rotate90, .flipRotate90: 90
        case .rotate180, .flipRotate180: 180
        case .rotate270, .flipRotate270: 270
        }
    }

    /// Whether width and height change places.
    public var swapsAxes: Bool { degrees == 90 || degrees == 270 }

    /// The orientation that undoes this one.
    public var inverse: Orientation {
        switch self {
        case .rotate90: .rotate270
        case .rotate270: .rotate90
        // A mirrored turn is a reflection, which undoes itself.
        default: self
        }
    }

    /// Where a point of a picture of the given size comes to lie when the picture is turned.
    func turn(_ point: Point, width: Float, height: Float) -> Point {
        let x = flips ? width - point.x : point.x
        let y = point.y
        return switch degrees {
        case 90: Point(x: height - y, y: x)
        case 180: Point(x: width - x, y: height - y)
        case 270: Point(x: y, y: width - x)
        default: Point(x: x, y: y)
        }
    }
}
