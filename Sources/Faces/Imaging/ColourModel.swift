/// An opaque colour, each part 0 … 1, gamma as displayed.
public struct Colour: Equatable, Sendable {
    public var red: Float
    public var green: Float
    public var blue: Float

    public init(red: Float, green: Float, blue: Float) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    public static let black = Colour(red: 0, green: 0, blue: 0)
    public static let white = Colour(red: 1, green: 1, blue: 1)
}

/// The luma weights and the range by which RGB colours become sample values (ITU-R BT.601, BT.709, BT.2020).
public struct ColourModel: Equatable, Sendable {
    /// Weights of red and blue in luma; green has the rest.
    public var redWeight: Float
    public var blueWeight: Float
    /// Full range uses all codes; limited range is 16 … 235 for luma and 16 … 240 for chroma at 8 bits.
    public var fullRange: Bool

    public init(redWeight: Float, blueWeight: Float, fullRange: Bool) {
        self.redWeight = redWeight
        self.blueWeight = blueWeight
        self.fullRange = fullRange
    }

    public static let bt601 = ColourModel(redWeight: 0.299, blueWeight: 0.114, fullRange: false)
    public static let bt709 = ColourModel(redWeight: 0.2126, blueWeight: 0.0722, fullRange: false)
    public static let bt2020 = ColourModel(redWeight: 0.2627, blueWeight: 0.0593, fullRange: false)
    /// RGB stored as it is.
    public static let rgb = ColourModel(redWeight: 0.299, blueWeight: 0.114, fullRange: true)
}
