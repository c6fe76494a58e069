import Testing

@testable import Faces

@Suite struct LumaColourTests {
    @Test(arguments: [ColourModel.bt601, .bt709, .bt2020, .rgb])
    func goesThereAndBack(model: ColourModel) {
        for colour in [Colour.black, .white, Colour(red: 1, green: 0, blue: 0), Colour(red: 0.2, green: 0.7, blue: 0.4)] {
            let back = LumaColour(colour, model: model).colour(model: model)
            #expect(abs(back.red - colour.red) < 1e-5 && abs(back.green - colour.green) < 1e-5)
            #expect(abs(back.blue - colour.blue) < 1e-5)
        }
    }

    @Test func knowsTheStandardsRed() {
        let red = LumaColour(Colour(red: 1, green: 0, blue: 0), model: .bt601)
        #expect(abs(red.luma - 0.299) < 1e-6 && abs(red.redDifference - 0.5) < 1e-6)
        #expect(abs(red.blueDifference + 0.168736) < 1e-5)
    }

    @Test(arguments: [
        ChannelRole.luma, .blueDifference, .redDifference, .red, .green, .blue,
    ])
    func readsTheCodesThatItWrites(role: ChannelRole) {
        for (model, depth) in [(ColourModel.bt709, 8), (.bt709, 10), (.rgb, 8)] {
            let isColour = [.red, .green, .blue].contains(role)
            guard isColour == (model == .rgb) else { continue }
            for code in stride(from: 64, through: 192, by: 16) {
                let scaled = code << (depth - 8)
                let part = model.part(ofCode: Float(scaled), role: role, depth: depth)
                let colour = LumaColour(luma: part, blueDifference: part, redDifference: part)
                let written =
                    isColour
                    ? model.sampleValue(of: Colour(red: part, green: part, blue: part), role: role, depth: depth)
                    : model.sampleValue(of: colour, role: role, depth: depth)
                #expect(written == scaled)
            }
        }
    }
}
