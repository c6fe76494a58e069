/// A colour as luma, 0 … 1, and two colour differences, -0.5 … 0.5, in whatever range and depth a picture stores them.
struct LumaColour: Equatable {
    var luma: Float
    var blueDifference: Float
    var redDifference: Float

    init(luma: Float, blueDifference: Float = 0, redDifference: Float = 0) {
        self.luma = luma
        self.blueDifference = blueDifference
        self.redDifference = redDifference
    }

    /// The same colour by a model's weights; its range does not matter.
    init(_ colour: Colour, model: ColourModel) {
        let green = 1 - model.redWeight - model.blueWeight
        luma = model.redWeight * colour.red + green * colour.green + model.blueWeight * colour.blue
        blueDifference = (colour.blue - luma) / (2 * (1 - model.blueWeight))
        redDifference = (colour.red - luma) / (2 * (1 - model.redWeight))
    }

    func colour(model: ColourModel) -> Colour {
        let red = luma + 2 * (1 - model.redWeight) * redDifference
        let blue = luma + 2 * (1 - model.blueWeight) * blueDifference
        let green = (luma - model.redWeight * red - model.blueWeight * blue) / (1 - model.redWeight - model.blueWeight)
        return Colour(red: red, green: green, blue: blue)
    }

    static func * (colour: LumaColour, factor: Float) -> LumaColour {
        LumaColour(
            luma: colour.luma * factor, blueDifference: colour.blueDifference * factor,
            redDifference: colour.redDifference * factor)
    }
}
