/// Where the points of a picture lie in a view that shows it scaled evenly and centred.
///
/// Detection spaces and views differ in size, in shape and in where y begins: Core Image counts from the bottom left,
/// UIKit, GStreamer and this package from the top left.
public struct ViewMapping: Equatable, Sendable {
    /// Where (0, 0) is and which way y runs.
    public enum Origin: Sendable {
        case topLeft, bottomLeft
    }

    /// View units to a pixel of the picture.
    public let scale: Float
    /// Where the picture's left and top edge lie in the view, from the view's own left and top; negative where they are cut off.
    public let offset: Point
    public let picture: Size
    public let view: Rect
    public let pictureOrigin: Origin
    public let viewOrigin: Origin

    /// AspectFit: the picture as large as all of it is seen, with bars on two sides where shapes differ.
    public init(
        aspectFit picture: Size, in view: Rect, from pictureOrigin: Origin = .topLeft, to viewOrigin: Origin = .topLeft
    ) {
        let scale = min(view.width / Float(picture.width), view.height / Float(picture.height))
        self.init(picture, view, scale: scale, from: pictureOrigin, to: viewOrigin)
    }

    /// AspectFill: the picture as small as it fills the view, cut off on two sides where shapes differ.
    public init(
        aspectFill picture: Size, in view: Rect, from pictureOrigin: Origin = .topLeft, to viewOrigin: Origin = .topLeft
    ) {
        let scale = max(view.width / Float(picture.width), view.height / Float(picture.height))
        self.init(picture, view, scale: scale, from: pictureOrigin, to: viewOrigin)
    }

    private init(_ picture: Size, _ view: Rect, scale: Float, from pictureOrigin: Origin, to viewOrigin: Origin) {
        precondition(picture.width > 0 && picture.height > 0, "a picture has at least one pixel")
        self.picture = picture
        self.view = view
        self.scale = scale
        self.pictureOrigin = pictureOrigin
        self.viewOrigin = viewOrigin
        offset = Point(
            x: (view.width - Float(picture.width) * scale) / 2, y: (view.height - Float(picture.height) * scale) / 2)
    }

    /// Where a point of the picture is seen in the view's coordinates.
    public func view(fromPicture point: Point) -> Point {
        let down = pictureOrigin == .topLeft ? point.y : Float(picture.height) - point.y
        let fromTop = offset.y + down * scale
        return Point(
            x: view.x + offset.x + point.x * scale,
            y: view.y + (viewOrigin == .topLeft ? fromTop : view.height - fromTop))
    }

    /// Which point of the picture is seen at a point in the view's coordinates.
    public func picture(fromView point: Point) -> Point {
        let fromTop = viewOrigin == .topLeft ? point.y - view.y : view.height - (point.y - view.y)
        let down = (fromTop - offset.y) / scale
        return Point(
            x: (point.x - view.x - offset.x) / scale,
            y: pictureOrigin == .topLeft ? down : Float(picture.height) - down)
    }

    /// The same of a rectangle, whose y is its edge nearest to the origin.
    public func view(fromPicture rect: Rect) -> Rect { rect.mapCorners { view(fromPicture: $0) } }
    public func picture(fromView rect: Rect) -> Rect { rect.mapCorners { picture(fromView: $0) } }
}
