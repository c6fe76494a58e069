import Testing

@testable import Faces

@Suite struct AutoTests {
    private func applied(_ auto: Auto = Auto(), to picture: OwnedPicture) -> OwnedPicture {
        var auto = auto
        var picture = picture
        auto.apply(to: &picture, faces: [], settings: EffectSettings())
        return picture
    }

    /// Luma from one code to another, and differences so far from grey.
    private func scene(
        _ format: PictureFormat = .i420, luma: ClosedRange<Int>, blue: Int = 0, red: Int = 0
    ) -> OwnedPicture {
        var picture = OwnedPicture(format, width: 160, height: 96, padding: 4)
        let scale = format == .i420With10Bits || format == .p010 ? 4 : 1
        let roles = picture.layout.channels.map(\.role)
        let widths = picture.layout.channels.map(\.width)
        picture.fill { channel, column, _ in
            switch roles[channel] {
            case .blueDifference: scale * (128 + blue)
            case .redDifference: scale * (128 + red)
            case .alpha: 33
            default: scale * (luma.lowerBound + luma.count * column / widths[channel])
            }
        }
        return picture
    }

    @Test func stretchesLightFromBlackToWhite() {
        let picture = scene(luma: 38...213)
        let result = applied(to: picture).samples(0)[0]
        #expect((16...19).contains(result[0]) && (232...236).contains(result[159]))
        #expect(result == result.sorted())
        // The middle stays where it is, for both ends lack as much.
        #expect((124...128).contains(result[80]))
        // Half of the way.
        let half = applied(Auto(levels: 0.5), to: picture).samples(0)[0]
        #expect((27...30).contains(half[0]) && (222...226).contains(half[159]))
    }

    @Test func stretchesNoFurtherThanIsSensible() {
        // From 0.37 to 0.59 of the range: cut at 0.2 and 0.65, so by 1 / 0.45.
        let result = applied(to: scene(luma: 97...145)).samples(0)[0]
        #expect(abs(Float(result[159] - result[0]) - 47 / 0.45) < 3)
    }

    @Test(arguments: [16, 126, 235])
    func leavesAPictureOfOneTone(code: Int) {
        let picture = scene(luma: code...code)
        #expect(applied(to: picture) == picture)
    }

    @Test func leavesAPictureThatLacksNothing() {
        var picture = scene(luma: 16...235, blue: 20, red: -20)
        picture.withChannel(0) { channel in
            for row in 0..<96 {
                for column in 0..<8 { channel[column, row] = 16 }
                for column in 152..<160 { channel[column, row] = 235 }
            }
        }
        #expect(applied(to: picture) == picture)
    }

    @Test func strengthensWeakColours() {
        // 12 of 224 is 0.054, and 0.075 is ordinary: 1.4, of which 1.33 is given.
        let weak = scene(luma: 16...235, blue: 12, red: -8)
        let result = applied(Auto(levels: 0), to: weak)
        #expect(result.samples(1)[0][0] == 144 && result.samples(2)[0][0] == 117)
        let half = applied(Auto(levels: 0, colour: 0.5), to: weak)
        #expect(half.samples(1)[0][0] == 142)
        // Nearly grey is noise.
        let grey = scene(luma: 16...235, blue: 2, red: 1)
        #expect(applied(Auto(levels: 0), to: grey) == grey)
        let strong = scene(luma: 16...235, blue: 40, red: 3)
        #expect(applied(Auto(levels: 0), to: strong) == strong)
    }

    @Test func keepsColoursInStepWithLight() {
        let result = applied(to: scene(luma: 71...180, blue: 20, red: -20))
        // 0.2 below and 0.2489 above are cut off.
        let gain = Float(1 / (1 - 0.2 - 0.249))
        #expect(abs(Float(result.samples(1)[0][0] - 128) - 20 * gain) < 1)
    }

    @Test func followsSlowlyAndJumpsAtACut() {
        var auto = Auto()
        func low(_ luma: ClosedRange<Int>) -> Int {
            var picture = scene(luma: luma)
            auto.apply(to: &picture, faces: [], settings: EffectSettings())
            return picture.samples(0)[0][0]
        }
        let first = low(16...235)
        #expect((16...17).contains(first))
        // 20 codes, 0.09 of the range, are lacked suddenly: 8 % of them are gone in the first frame.
        let second = low(36...235)
        #expect((33...35).contains(second))
        var last = second
        for _ in 0..<60 { last = low(36...235) }
        #expect((16...18).contains(last))
        // A cut.
        #expect((16...19).contains(low(60...150)))
    }

    @Test(arguments: PictureFormat.allCases)
    func leavesAllWhereNothingIsAsked(format: PictureFormat) {
        let picture = OwnedPicture.noise(format, width: 33, height: 21, padding: 3)
        #expect(applied(Auto(levels: 0, colour: 0), to: picture) == picture)
        let tiny = OwnedPicture.noise(format, width: 1, height: 1)
        _ = applied(to: tiny)
        let dull = scene(format, luma: 60...160, blue: 8, red: 8)
        let result = applied(to: dull)
        #expect(result != dull)
        #expect(result.samples(of: .alpha) == dull.samples(of: .alpha))
    }
}
