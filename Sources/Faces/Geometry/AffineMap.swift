/// Where the points of one picture lie in another that is turned, scaled, mirrored and moved against it.
///
/// x′ = xx·x + xy·y + x0 and y′ = yx·x + yy·y + y0.
public struct AffineMap: Equatable, Sendable {
    public var xx: Float
    public var xy: Float
    public var x0: Float
    public var yx: Float
    public var yy: Float
    public var y0: Float

    public init(xx: Float, xy: Float, x0: Float, yx: Float, yy: Float, y0: Float) {
        self.xx = xx
        self.xy = xy
        self.x0 = x0
        self.yx = yx
        self.yy = yy
        self.y0 = y0
    }

    /// Scales about the origin, then moves.
    public static func scaling(_ across: Float, _ down: Float, movingBy offset: Point = Point(x: 0, y: 0)) -> AffineMap {
        AffineMap(xx: across, xy: 0, x0: offset.x, yx: 0, yy: down, y0: offset.y)
    }

    /// Turns clockwise by the angle of the given cosine and sine, so that `pivot` comes to lie at `target`.
    public static func turning(cosine: Float, sine: Float, about pivot: Point, to target: Point) -> AffineMap {
        AffineMap(
            xx: cosine, xy: -sine, x0: target.x - cosine * pivot.x + sine * pivot.y,
            yx: sine, yy: cosine, y0: target.y - sine * pivot.x - cosine * pivot.y)
    }

    public func callAsFunction(_ point: Point) -> Point {
        Point(x: xx * point.x + xy * point.y + x0, y: yx * point.x + yy * point.y + y0)
    }

    /// This map, then another of its results.
    public func then(_ next: AffineMap) -> AffineMap {
        let origin = next(Point(x: x0, y: y0))
        return AffineMap(
            xx: next.xx * xx + next.xy * yx, xy: next.xx * xy + next.xy * yy, x0: origin.x,
            yx: next.yx * xx + next.yy * yx, yy: next.yx * xy + next.yy * yy, y0: origin.y)
    }
}

extension Orientation {
    /// Where the points of a picture of the given size come to lie when it is turned.
    public func map(of size: Size) -> AffineMap {
        func turned(_ x: Float, _ y: Float) -> Point {
            turn(Point(x: x, y: y), width: Float(size.width), height: Float(size.height))
        }
        let origin = turned(0, 0)
        let right = turned(1, 0)
        let below = turned(0, 1)
        return AffineMap(
            xx: right.x - origin.x, xy: below.x - origin.x, x0: origin.x,
            yx: right.y - origin.y, yy: below.y - origin.y, y0: origin.y)
    }
}

extension Face {
    /// The face where a map puts it; score and identity stay.
    ///
    /// Its box is the upright one around the ellipse in the box: a turned face keeps its size, which the box around the corners of
    /// a turned box would not.
    public func mapped(by map: AffineMap) -> Face {
        let centre = map(box.centre)
        let (half, down) = (box.width / 2, box.height / 2)
        let width = (map.xx * half * map.xx * half + map.xy * down * map.xy * down).squareRoot() * 2
        let height = (map.yx * half * map.yx * half + map.yy * down * map.yy * down).squareRoot() * 2
        var face = self
        face.box = Rect(x: centre.x - width / 2, y: centre.y - height / 2, width: width, height: height)
        face.landmarks = landmarks?.map { map($0) }
        return face
    }
}
