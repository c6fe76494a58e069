import Testing

@testable import Faces

@Suite struct BlurTests {
    private func applied(_ blur: Blur, to picture: OwnedPicture, _ faces: [Face]) -> OwnedPicture {
        var blur = blur
        var picture = picture
        blur.apply(to: &picture, faces: faces, settings: ungrown)
        return picture
    }

    @Test func letsTheCellsColoursRunIntoEachOther() {
        var picture = OwnedPicture(.gray8, width: 120, height: 40)
        picture.fill { _, column, _ in (40..<80).contains(column) ? 235 : 16 }
        let row = applied(Blur(strength: 2, shape: .box), to: picture, [face(0, 0, 120, 40)]).samples(0)[20]
        // Between three cells a, b, c at a part p of b's width: (a + b) / 2 + p (b - a) + p² ((a + c) / 2 - b).
        #expect([row[0], row[39], row[40], row[59], row[60], row[79], row[119]] == [16, 123, 128, 180, 180, 128, 16])
        #expect(row == row.reversed())
    }

    @Test func runsDownAsItRunsAcross() {
        let picture = OwnedPicture.noise(.gray8, width: 96, height: 96)
        var turned = picture
        let samples = picture.samples(0)
        turned.fill { _, column, row in samples[column][row] }
        let faces = [face(0, 0, 96, 96)]
        let result = applied(Blur(shape: .box), to: picture, faces).samples(0)
        let other = applied(Blur(shape: .box), to: turned, faces).samples(0)
        for row in 0..<96 {
            for column in 0..<96 { #expect(abs(result[row][column] - other[column][row]) <= 1) }
        }
        #expect(Set(result[0]).count > 10)
    }

    @Test(arguments: PictureFormat.allCases)
    func leavesWhatTheMaskDoesNotCover(format: PictureFormat) {
        let picture = OwnedPicture.noise(format, width: 65, height: 49, padding: 5)
        #expect(applied(Blur(), to: picture, []) == picture)
        let result = applied(Blur(shape: .box), to: picture, [face(16, 16, 24, 24)])
        #expect(result != picture)
        for index in picture.layout.channels.indices {
            let layout = picture.layout.channels[index]
            let (before, after) = (picture.samples(index), result.samples(index))
            for row in 0..<layout.height {
                for column in 0..<layout.width {
                    let (x, y) = (column << layout.horizontalShift, row << layout.verticalShift)
                    let isInside = (16..<40).contains(x) && (16..<40).contains(y) && layout.role != .alpha
                    if !isInside { #expect(after[row][column] == before[row][column]) }
                }
            }
        }
    }

    @Test(arguments: [(0.75, 8), (1, 6), (2, 3), (6, 1)])
    func leavesFewerShadesTheStrongerItIs(strength: Float, shades: Int) {
        // Stripes of the cells' width: what is left of them has as many extremes as there are cells.
        var picture = OwnedPicture(.gray8, width: 96, height: 96)
        picture.fill { _, column, _ in column * shades / 96 % 2 == 0 ? 16 : 235 }
        let row = applied(Blur(strength: strength, shape: .box), to: picture, [face(0, 0, 96, 96)]).samples(0)[48]
        let turns = row.indices.dropFirst().dropLast().count { index in
            (row[index] - row[index - 1]) * (row[index + 1] - row[index]) < 0
                || row[index] == row[index - 1] && row[index] != row[index + 1]
        }
        #expect(Set(row).count == 1 ? shades == 1 : turns >= shades - 2)
    }
}

@Suite struct SolidTests {
    private func applied(_ solid: Solid, to picture: OwnedPicture, _ faces: [Face]) -> OwnedPicture {
        var solid = solid
        var picture = picture
        solid.apply(to: &picture, faces: faces, settings: ungrown)
        return picture
    }

    @Test(arguments: PictureFormat.allCases)
    func fillsTheMaskWithTheColour(format: PictureFormat) throws {
        let orange = try #require(Colour("orange"))
        let picture = OwnedPicture.noise(format, width: 33, height: 25, padding: 3)
        let result = applied(Solid(colour: orange, shape: .box), to: picture, [face(8, 8, 8, 8), face(28, 20, 20, 20)])
        for (index, layout) in picture.layout.channels.enumerated() {
            let code = picture.layout.colour.sampleValue(of: orange, role: layout.role, depth: layout.depth)
            let (before, after) = (picture.samples(index), result.samples(index))
            for row in 0..<layout.height {
                for column in 0..<layout.width {
                    let (x, y) = (column << layout.horizontalShift, row << layout.verticalShift)
                    let isInside = (8..<16).contains(x) && (8..<16).contains(y) || x >= 28 && y >= 20
                    #expect(after[row][column] == (isInside ? code ?? before[row][column] : before[row][column]))
                }
            }
        }
    }

    @Test func fadesAtItsEdge() {
        var picture = OwnedPicture(.gray8, width: 16, height: 4)
        picture.fill { _, _, _ in 235 }
        let result = applied(Solid(shape: .box, soft: 4), to: picture, [face(8, 0, 20, 4)]).samples(0)
        // From half a pixel inside the outline to three and a half outside; black is 16.
        #expect(result[2] == [235, 235, 235, 235, 235, 180, 125, 71, 16, 16, 16, 16, 16, 16, 16, 16])
    }
}

@Suite struct ColourNameTests {
    @Test(arguments: [("black", 0, 0, 0), ("orange", 255, 128, 0), ("#12aBff", 0x12, 0xAB, 0xFF)])
    func readsNamesAndDigits(text: String, red: Int, green: Int, blue: Int) throws {
        let colour = try #require(Colour(text))
        #expect([colour.red, colour.green, colour.blue] == [red, green, blue].map { Float($0) / 255 })
    }

    @Test(arguments: ["", "Black", "#12345", "#1234567", "#12345g", "12abff", "#+12345", "#é1234"])
    func refusesOtherTexts(text: String) {
        #expect(Colour(text) == nil)
    }
}
