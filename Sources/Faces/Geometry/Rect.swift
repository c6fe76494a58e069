/// A point in pixels, x to the right and y down from the top-left corner of the picture.
public struct Point: Equatable, Sendable {
    public var x: Float
    public var y: Float

    public init(x: Float, y: Float) {
        self.x = x
        self.y = y
    }

    /// In pixels, as the crow flies.
    public func distance(to other: Point) -> Float {
        ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot()
    }
}

/// An upright rectangle in pixels with a top-left origin; edges may lie outside the picture.
public struct Rect: Equatable, Sendable {
    public var x: Float
    public var y: Float
    public var width: Float
    public var height: Float

    public init(x: Float, y: Float, width: Float, height: Float) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    public var centre: Point { Point(x: x + width / 2, y: y + height / 2) }
    public var maxX: Float { x + width }
    public var maxY: Float { y + height }
    public var area: Float { max(0, width) * max(0, height) }

    /// The part that both rectangles share; its area is 0 where they do not meet.
    public func intersection(_ other: Rect) -> Rect {
        let left = max(x, other.x)
        let top = max(y, other.y)
        return Rect(
            x: left, y: top,
            width: max(0, min(maxX, other.maxX) - left),
            height: max(0, min(maxY, other.maxY) - top))
    }

    /// Intersection over union, 0 (apart) … 1 (the same).
    public func overlap(with other: Rect) -> Float {
        let shared = intersection(other).area
        let union = area + other.area - shared
        return union > 0 ? shared / union : 0
    }

    /// The rectangle grown about its centre by a factor.
    public func scaled(by factor: Float) -> Rect {
        Rect(
            x: x - width * (factor - 1) / 2, y: y - height * (factor - 1) / 2,
            width: width * factor, height: height * factor)
    }
}
