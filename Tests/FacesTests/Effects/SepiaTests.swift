import Faces
import Testing

@Suite struct SepiaTests {
    private func applied(_ sepia: Sepia, to picture: OwnedPicture) -> OwnedPicture {
        var sepia = sepia
        var picture = picture
        sepia.apply(to: &picture, faces: [], settings: EffectSettings())
        return picture
    }

    private func filled(_ format: PictureFormat, _ codes: [ChannelRole: Int], width: Int = 6, height: Int = 4) -> OwnedPicture {
        var picture = OwnedPicture(format, width: width, height: height)
        let roles = picture.layout.channels.map(\.role)
        picture.fill { channel, _, _ in codes[roles[channel]] ?? 50 }
        return picture
    }

    private func codes(_ picture: OwnedPicture, _ roles: [ChannelRole]) -> [Int] {
        roles.map { role in
            let all = Set(picture.samples(of: role).joined())
            #expect(all.count == 1)
            return all.first ?? -1
        }
    }

    private let colours: [ChannelRole] = [.red, .green, .blue]
    private let parts: [ChannelRole] = [.luma, .blueDifference, .redDifference]

    @Test func turnsGreysBrown() {
        // (1.351, 1.203, 0.937) over its luma, 1.2169 by the weights of BT.601, times the grey; white's red is clipped.
        for (grey, brown) in [(100, [111, 99, 77]), (0, [0, 0, 0]), (255, [255, 252, 196])] {
            let picture = filled(.bgra, [.red: grey, .green: grey, .blue: grey])
            let result = applied(Sepia(), to: picture)
            #expect(codes(result, colours) == brown)
            #expect(codes(result, [.alpha]) == [50])
        }
        // The same by BT.709 and in limited range: 126 is 0.5023, of which -0.1234 and 0.0709 become differences.
        let picture = filled(.i420, [.luma: 126, .blueDifference: 90, .redDifference: 200])
        #expect(codes(applied(Sepia(), to: picture), parts) == [126, 114, 136])
        let deep = filled(.p010, [.luma: 504, .blueDifference: 90, .redDifference: 800])
        #expect(codes(applied(Sepia(), to: deep), parts) == [504, 456, 544])
    }

    @Test func leavesThePicturesOwnColoursInPart() {
        let red = filled(.bgra, [.red: 200, .green: 40, .blue: 20])
        // Luma 86, whose brown is 95.5, 85.0, 66.2; half and half.
        #expect(codes(applied(Sepia(intensity: 0.5), to: red), colours) == [148, 63, 43])
        let planar = filled(.i420, [.luma: 126, .blueDifference: 90, .redDifference: 200])
        #expect(codes(applied(Sepia(intensity: 0.5), to: planar), parts) == [126, 102, 168])
        #expect(applied(Sepia(intensity: 0), to: red) == red)
    }

    @Test func tintsByTheMeanOfThePixelsThatADifferenceSpans() {
        var picture = OwnedPicture(.i420, width: 5, height: 3)
        let luma = [[16, 16, 235, 235, 126], [16, 16, 235, 235, 126], [235, 16, 16, 235, 235]]
        picture.fill { channel, column, row in channel == 0 ? luma[row][column] : 60 }
        let result = applied(Sepia(), to: picture)
        #expect(result.samples(0) == luma)
        // White is -0.1234 · 224 from grey; half of it, where one of two is white, -0.0617 · 224.
        #expect(result.samples(1) == [[128, 100, 114], [114, 114, 100]])
        #expect(result.samples(2) == [[128, 144, 136], [136, 136, 144]])
    }

    @Test(arguments: PictureFormat.allCases)
    func leavesLumaPaddingAndAlpha(format: PictureFormat) {
        let picture = OwnedPicture.noise(format, width: 33, height: 21, padding: 7)
        let result = applied(Sepia(), to: picture)
        #expect((result == picture) == (format == .gray8))
        #expect(result.samples(of: .luma) == picture.samples(of: .luma))
        #expect(result.samples(of: .alpha) == picture.samples(of: .alpha))
        #expect(result.keepsPadding(7))
    }

    @Test func needsNoFaces() {
        #expect(!Sepia().needsFaces && !Sepia().isMasking)
        #expect(Mosaic().needsFaces)
    }
}
