/// How stored, displayed and analysed pixels of one stream map onto each other.
///
/// - *Stored*: the frame as it travels, `width` × `height`, perhaps with non-square pixels.
/// - *Displayed*: the stored pixels flipped and rotated upright; their aspect ratio is not applied.
/// - *Analysis*: what a detector sees: upright, square pixels, content at the top-left of a padded canvas.
///
/// Coordinates are continuous: a picture spans 0 … width, and a pixel's centre lies at its index + 0.5.
public struct FrameGeometry: Equatable, Sendable {
    public let storedSize: Size
    public let orientation: Orientation
    /// The frame's size after it is turned upright.
    public let displayedSize: Size
    /// The size of the frame's content in the analysis picture; both sides are even.
    public let analysisSize: Size
    /// The analysis picture with its padding right and below; both sides are multiples of 32.
    public let canvas: Size

    /// The least long side of an analysis picture, for the detectors' strides.
    public static let leastAnalysisSide = 32
    /// Detectors find smaller faces in an enlarged picture; past this there is nothing more to see in it.
    public static let mostEnlargement = 2.0

    /// Lays out a stream whose frames have the given size, pixel aspect ratio (numerator, denominator) and orientation.
    ///
    /// `analysisSize` is the wanted long side; the content has at least 32 pixels, and a small frame is enlarged
    /// for it by no more than `mostEnlargement`.
    /// An aspect ratio that is not positive counts as 1:1.
    public init(width: Int, height: Int, pixelAspect: (Int, Int) = (1, 1), orientation: Orientation, analysisSize: Int) {
        precondition(width > 0 && height > 0, "a frame has at least one pixel")
        storedSize = Size(width: width, height: height)
        self.orientation = orientation
        displayedSize = orientation.swapsAxes ? storedSize.transposed : storedSize

        let aspect = pixelAspect.0 > 0 && pixelAspect.1 > 0 ? Double(pixelAspect.0) / Double(pixelAspect.1) : 1
        let squareWidth = Double(width) * aspect
        let squareHeight = Double(height)
        let longest = max(squareWidth, squareHeight)
        let wanted = max(Double(Self.leastAnalysisSide), min(Double(analysisSize), Self.mostEnlargement * longest))
        let side = Double(2 * Int(wanted / 2))
        let scaled = Size(
            width: Self.even(squareWidth * side / longest), height: Self.even(squareHeight * side / longest))
        self.analysisSize = orientation.swapsAxes ? scaled.transposed : scaled
        canvas = Size(width: Self.padded(self.analysisSize.width), height: Self.padded(self.analysisSize.height))
    }

    /// The size to which a stored frame is scaled before it is turned upright.
    public var scaledStored: Size { orientation.swapsAxes ? analysisSize.transposed : analysisSize }

    private static func even(_ length: Double) -> Int { max(2, 2 * Int(length / 2 + 0.5)) }

    private static func padded(_ length: Int) -> Int { (length + 31) / 32 * 32 }
}

extension FrameGeometry {
    /// Where a point of the stored frame is displayed.
    public func displayed(fromStored point: Point) -> Point {
        orientation.turn(point, width: Float(storedSize.width), height: Float(storedSize.height))
    }

    /// Where a displayed point lies in the stored frame.
    public func stored(fromDisplayed point: Point) -> Point {
        orientation.inverse.turn(point, width: Float(displayedSize.width), height: Float(displayedSize.height))
    }

    /// Where a point of the analysis picture lies in the stored frame.
    public func stored(fromAnalysis point: Point) -> Point {
        let x = point.x * Float(displayedSize.width) / Float(analysisSize.width)
        let y = point.y * Float(displayedSize.height) / Float(analysisSize.height)
        return stored(fromDisplayed: Point(x: x, y: y))
    }

    /// Where a point of the stored frame lies in the analysis picture.
    public func analysis(fromStored point: Point) -> Point {
        let upright = displayed(fromStored: point)
        return Point(
            x: upright.x * Float(analysisSize.width) / Float(displayedSize.width),
            y: upright.y * Float(analysisSize.height) / Float(displayedSize.height))
    }
}

/// The same of rectangles, landmarks and whole faces, whose score and identity stay.
///
/// Right and left stay the person's own in every space, mirrored or not: the detector saw the upright picture.
extension FrameGeometry {
    public func displayed(fromStored rect: Rect) -> Rect { rect.mapCorners { displayed(fromStored: $0) } }
    public func stored(fromDisplayed rect: Rect) -> Rect { rect.mapCorners { stored(fromDisplayed: $0) } }
    public func stored(fromAnalysis rect: Rect) -> Rect { rect.mapCorners { stored(fromAnalysis: $0) } }
    public func analysis(fromStored rect: Rect) -> Rect { rect.mapCorners { analysis(fromStored: $0) } }

    /// Where a point of the stored frame is displayed.
    public func displayed(fromStored points: Landmarks) -> Landmarks { points.map { displayed(fromStored: $0) } }
    /// Where a displayed point lies in the stored frame.
    public func stored(fromDisplayed points: Landmarks) -> Landmarks { points.map { stored(fromDisplayed: $0) } }
    /// Where a point of the analysis picture lies in the stored frame.
    public func stored(fromAnalysis points: Landmarks) -> Landmarks { points.map { stored(fromAnalysis: $0) } }
    /// Where a point of the stored frame lies in the analysis picture.
    public func analysis(fromStored points: Landmarks) -> Landmarks { points.map { analysis(fromStored: $0) } }

    public func displayed(fromStored face: Face) -> Face { face.map { displayed(fromStored: $0) } }
    public func stored(fromDisplayed face: Face) -> Face { face.map { stored(fromDisplayed: $0) } }
    public func stored(fromAnalysis face: Face) -> Face { face.map { stored(fromAnalysis: $0) } }
    public func analysis(fromStored face: Face) -> Face { face.map { analysis(fromStored: $0) } }
}

extension Rect {
    /// The upright rectangle between this one's two opposite corners after `transform`, a turn by right angles.
    func mapCorners(_ transform: (Point) -> Point) -> Rect {
        let first = transform(Point(x: x, y: y))
        let second = transform(Point(x: maxX, y: maxY))
        return Rect(
            x: min(first.x, second.x), y: min(first.y, second.y),
            width: (second.x - first.x).magnitude, height: (second.y - first.y).magnitude)
    }
}

extension Face {
    /// The face with its box and points after `transform`; all else stays.
    func map(_ transform: (Point) -> Point) -> Face {
        var face = self
        face.box = box.mapCorners(transform)
        face.landmarks = landmarks?.map(transform)
        return face
    }
}
