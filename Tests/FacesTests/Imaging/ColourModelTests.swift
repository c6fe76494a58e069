import Faces
import Testing

@Suite struct ColourModelTests {
    static let red = Colour(red: 1, green: 0, blue: 0)
    static let blue = Colour(red: 0, green: 0, blue: 1)

    @Test(arguments: [
        (8, 235, 16, 128), (10, 940, 64, 512), (12, 3760, 256, 2048), (16, 60160, 4096, 32768),
    ])
    func putsWhiteAndBlackAtTheEndsOfLimitedRange(depth: Int, white: Int, black: Int, grey: Int) {
        let model = ColourModel.bt709
        #expect(model.sampleValue(of: .white, role: .luma, depth: depth) == white)
        #expect(model.sampleValue(of: .black, role: .luma, depth: depth) == black)
        #expect(model.sampleValue(of: .white, role: .blueDifference, depth: depth) == grey)
        #expect(model.sampleValue(of: .black, role: .redDifference, depth: depth) == grey)
    }

    @Test(arguments: [(8, 255, 128), (10, 1023, 512), (16, 65535, 32768)])
    func usesAllCodesOfFullRange(depth: Int, white: Int, grey: Int) {
        var model = ColourModel.bt601
        model.fullRange = true
        #expect(model.sampleValue(of: .white, role: .luma, depth: depth) == white)
        #expect(model.sampleValue(of: .black, role: .luma, depth: depth) == 0)
        #expect(model.sampleValue(of: .white, role: .redDifference, depth: depth) == grey)
        #expect(model.sampleValue(of: Self.blue, role: .blueDifference, depth: depth) == white)
    }

    /// The colour bars of the standards, 100 %, 8 bits.
    @Test(arguments: [
        (ColourModel.bt601, red, 81, 90, 240), (.bt601, blue, 41, 240, 110),
        (.bt709, red, 63, 102, 240), (.bt709, blue, 32, 240, 118),
        (.bt2020, red, 74, 97, 240), (.bt2020, blue, 29, 240, 119),
    ])
    func makesTheStandardsPrimaries(model: ColourModel, colour: Colour, luma: Int, blue: Int, red: Int) {
        #expect(model.sampleValue(of: colour, role: .luma, depth: 8) == luma)
        #expect(model.sampleValue(of: colour, role: .blueDifference, depth: 8) == blue)
        #expect(model.sampleValue(of: colour, role: .redDifference, depth: 8) == red)
    }

    @Test func storesRGBAsItIs() {
        let colour = Colour(red: 1, green: 0.5, blue: 0)
        #expect(ColourModel.rgb.sampleValue(of: colour, role: .red, depth: 8) == 255)
        #expect(ColourModel.rgb.sampleValue(of: colour, role: .green, depth: 8) == 128)
        #expect(ColourModel.rgb.sampleValue(of: colour, role: .blue, depth: 8) == 0)
    }

    @Test func keepsColoursOutsideTheUnitRangeWithinTheCodes() {
        let glaring = Colour(red: 3, green: 3, blue: 3)
        #expect(ColourModel.rgb.sampleValue(of: glaring, role: .red, depth: 10) == 1023)
        #expect(ColourModel.rgb.sampleValue(of: Colour(red: -1, green: 0, blue: .nan), role: .red, depth: 8) == 0)
    }

    @Test func neverWritesAlpha() {
        #expect(ColourModel.rgb.sampleValue(of: .white, role: .alpha, depth: 8) == nil)
    }
}
