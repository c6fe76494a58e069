import Testing

@testable import Faces

@Suite struct ComicTests {
    private func applied(_ comic: Comic, to picture: OwnedPicture) -> OwnedPicture {
        var comic = comic
        var picture = picture
        comic.apply(to: &picture, faces: [], settings: EffectSettings())
        return picture
    }

    private func grey(_ width: Int = 48, _ height: Int = 48, _ value: (_ column: Int, _ row: Int) -> Int) -> OwnedPicture {
        var picture = OwnedPicture(.gray8, width: width, height: height)
        picture.fill { value($1, $2) }
        return picture
    }

    @Test(arguments: [16, 235])
    func leavesBlackAndWhite(code: Int) {
        let picture = grey { _, _ in code }
        #expect(applied(Comic(), to: picture) == picture)
    }

    @Test(arguments: [2, 3, 6])
    func leavesFewTones(tones: Int) {
        // A gentle slope has no edges.
        let picture = grey(1024, 8) { column, _ in 16 + column * 219 / 1023 }
        let row = applied(Comic(edges: 0, tones: tones, dots: 0), to: picture).samples(0)[4]
        let tone = (0..<tones).map { Int(16 + 219 * Float($0) / Float(tones - 1) + 0.5) }
        for code in tone { #expect(row.count { $0 == code } > 512 / tones) }
        #expect(row == row.sorted())
        // Three quarters of each step are flat.
        #expect(row.count { tone.contains($0) } > 700)
    }

    @Test func drawsInkWhereItIsDarkerThanAround() {
        let picture = grey { column, _ in column == 24 ? 120 : 235 }
        let inked = applied(Comic(), to: picture).samples(0)
        #expect(inked[20][24] < 30)
        #expect(inked[20][16] == 235 && inked[20][32] == 235)
        let plain = applied(Comic(edges: 0), to: picture).samples(0)
        #expect(plain[20][24] > 150)
        // Light lines are not inked.
        let light = applied(Comic(dots: 0), to: grey { column, _ in column == 24 ? 235 : 120 }).samples(0)
        #expect(light[20][24] >= light[20][0])
    }

    @Test func setsDotsWhereItIsDim() {
        let picture = grey { _, _ in 90 }
        let result = applied(Comic(), to: picture).samples(0)
        #expect(Set(result.joined()).count >= 2)
        // Two dots to a square of six by six.
        for row in 0..<42 { #expect(result[row][0..<42] == result[row + 6][6..<48]) }
        #expect(result[0][0..<42] == result[3][3..<45])
        #expect(result[0][0] == result.joined().min())
        let flat = applied(Comic(dots: 0), to: picture).samples(0)
        #expect(Set(flat.joined()).count == 1)
        #expect(flat[0][0] == result.joined().max())
        #expect(Set(applied(Comic(), to: grey { _, _ in 200 }).samples(0).joined()).count == 1)
    }

    @Test func makesColoursStronger() {
        var picture = OwnedPicture(.i420, width: 32, height: 32)
        picture.fill { channel, _, _ in channel == 0 ? 235 : channel == 1 ? 108 : 148 }
        let result = applied(Comic(colour: 1.5), to: picture)
        #expect(Set(result.samples(1).joined()) == [98] && Set(result.samples(2).joined()) == [158])
        let grey = applied(Comic(colour: 0), to: picture)
        #expect(Set(grey.samples(1).joined()) == [128])
        let own = applied(Comic(colour: 1), to: picture)
        #expect(own.samples(1) == picture.samples(1))
    }

    @Test(arguments: PictureFormat.allCases, [(33, 21), (1, 1), (2, 50)])
    func leavesPaddingAndAlpha(format: PictureFormat, size: (Int, Int)) {
        let picture = OwnedPicture.noise(format, width: size.0, height: size.1, padding: 7)
        let result = applied(Comic(), to: picture)
        #expect(result.samples(of: .alpha) == picture.samples(of: .alpha))
        #expect(result.keepsPadding(7))
    }

    @Test func givesTheSameResultFrameAfterFrame() {
        var comic = Comic()
        for (width, height) in [(64, 48), (31, 75), (64, 48)] {
            let picture = OwnedPicture.noise(.nv12, width: width, height: height)
            var result = picture
            comic.apply(to: &result, faces: [], settings: EffectSettings())
            #expect(result == applied(Comic(), to: picture))
        }
    }
}
