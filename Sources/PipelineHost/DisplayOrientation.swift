/// How a stored frame is turned to be shown, by the tag `image-orientation`.
struct DisplayOrientation: Equatable, Sendable {
    /// Mirrored left to right, before it is turned.
    var flips = false
    /// Turned clockwise, in quarters.
    var quarters = 0

    /// `rotate-90`, `flip-rotate-180`, …; anything else is upright.
    init(tag: String?) {
        var text = Substring(tag ?? "rotate-0")
        if text.hasPrefix("flip-") {
            flips = true
            text = text.dropFirst(5)
        }
        quarters = ["rotate-90": 1, "rotate-180": 2, "rotate-270": 3][text] ?? 0
    }

    /// The size as shown of a stored frame.
    func size(width: Double, height: Double) -> (width: Double, height: Double) {
        quarters % 2 == 0 ? (width, height) : (height, width)
    }

    /// Where a point of a stored frame of that size is shown.
    func shown(x: Double, y: Double, width: Double, height: Double) -> (x: Double, y: Double) {
        let x = flips ? width - x : x
        return switch quarters {
        case 1: (height - y, x)
        case 2: (width - x, height - y)
        case 3: (y, width - x)
        default: (x, y)
        }
    }
}
