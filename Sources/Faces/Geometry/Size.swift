/// A picture's size in whole pixels.
public struct Size: Equatable, Sendable {
    public var width: Int
    public var height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Width and height in each other's place.
    public var transposed: Size { Size(width: height, height: width) }
}
