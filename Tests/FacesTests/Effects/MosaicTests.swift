import Faces
import Testing

/// A face without points whose box is the mask when `shape` is box and the mask is not grown.
func face(_ x: Float, _ y: Float, _ width: Float, _ height: Float) -> Face {
    Face(box: Rect(x: x, y: y, width: width, height: height), score: 1)
}

let ungrown = EffectSettings(maskScale: 1)

@Suite struct MosaicTests {
    private func applied(
        _ mosaic: Mosaic, to picture: OwnedPicture, _ faces: [Face], settings: EffectSettings = ungrown
    ) -> OwnedPicture {
        var mosaic = mosaic
        var picture = picture
        mosaic.apply(to: &picture, faces: faces, settings: settings)
        return picture
    }

    private func grey(_ rows: [[Int]], padding: Int = 0) -> OwnedPicture {
        var picture = OwnedPicture(.gray8, width: rows[0].count, height: rows.count, padding: padding)
        picture.fill { _, column, row in rows[row][column] }
        return picture
    }

    @Test func averagesCellsOfTheGrid() {
        let picture = grey([
            [10, 20, 30, 40, 1],
            [30, 41, 50, 60, 2],
            [1, 2, 100, 100, 3],
            [3, 4, 100, 101, 4],
        ])
        // 101 / 4 = 25.25, 180 / 4 = 45; 10 / 4 = 2.5; 401 / 4 = 100.25: levels 1, 4, 0 and 12, each 219 / 31 codes.
        let expected = [
            [23, 23, 44, 44, 1],
            [23, 23, 44, 44, 2],
            [16, 16, 101, 101, 3],
            [16, 16, 101, 101, 4],
        ]
        #expect(applied(Mosaic(scale: .pixels(2), shape: .box), to: picture, [face(0, 0, 4, 4)]).samples(0) == expected)
    }

    @Test func averagesAllOfACellButDrawsOnlyItsMaskedPart() {
        let picture = grey([
            [0, 100, 10, 10],
            [200, 100, 10, 50],
        ])
        // The box covers the second and third column.
        let result = applied(Mosaic(scale: .pixels(2), shape: .box), to: picture, [face(1, 0, 2, 2)])
        #expect(result.samples(0) == [[0, 101, 23, 10], [200, 101, 23, 50]])
    }

    @Test func fadesOverPartlyCoveredPixels() {
        let picture = grey([[0, 0, 200, 200], [0, 0, 200, 200]])
        // One cell of mean 100, which is shown as 101; half of the first column is covered.
        let result = applied(Mosaic(scale: .pixels(4), shape: .box), to: picture, [face(0.5, 0, 3.5, 2)])
        #expect(result.samples(0)[0] == [51, 101, 101, 101])
    }

    @Test func joinsSliversAtTheFramesBordersToTheirNeighbours() {
        let picture = OwnedPicture.noise(.gray8, width: 7, height: 5)
        // 7 = 4 + 3 is half a cell and stays; of 5 = 4 + 1 the last row would be less.
        let result = applied(Mosaic(scale: .pixels(4), shape: .box), to: picture, [face(0, 0, 7, 5)]).samples(0)
        let sum = picture.samples(0).reduce(0) { $0 + $1[4..<7].reduce(0, +) }
        #expect((0..<5).allSatisfy { result[$0][4..<7].allSatisfy { $0 == levelled(luma: Float(sum) / 15) } })
        #expect(result[0][0..<4] != result[0][4..<7])
    }

    @Test(arguments: PictureFormat.allCases)
    func leavesEveryByteWithoutFaces(format: PictureFormat) {
        let picture = OwnedPicture.noise(format, width: 33, height: 21, padding: 5)
        #expect(applied(Mosaic(), to: picture, []) == picture)
    }

    @Test(arguments: PictureFormat.allCases)
    func leavesFramesWhoseFacesAreOutside(format: PictureFormat) {
        let picture = OwnedPicture.noise(format, width: 33, height: 21, padding: 5)
        let outside = [face(-50, 0, 20, 20), face(40, 5, 10, 10), face(5, 100, 9, 9), face(1e30, 1e30, 10, 10)]
        #expect(applied(Mosaic(), to: picture, outside) == picture)
    }

    /// Every format, odd and even sizes, every shape: the result is the definition's, worked sample by sample.
    @Test(arguments: PictureFormat.allCases, MaskShape.allCases)
    func followsItsDefinitionInEveryFormat(format: PictureFormat, shape: MaskShape) {
        for (width, height) in [(48, 40), (49, 41)] {
            let picture = OwnedPicture.noise(format, width: width, height: height, padding: 7)
            let faces = [face(10.3, 8.1, 16.4, 20.7), face(-6, 30, 14, 14), face(40, -3, 13, 12.5)]
            let result = applied(Mosaic(scale: .pixels(4), shape: shape), to: picture, faces, settings: EffectSettings())
            let expected = MosaicDefinition(cell: 4, shape: shape, maskScale: 1.3).applied(to: picture, faces: faces)
            #expect(result == expected)
        }
    }

    @Test func keepsUnusedLowBitsZero() {
        let picture = OwnedPicture.noise(.p010, width: 32, height: 32)
        let result = applied(Mosaic(scale: .pixels(4)), to: picture, [face(4, 4, 20, 20)])
        #expect(result != picture)
        for plane in result.planes {
            #expect(stride(from: 0, to: plane.count, by: 2).allSatisfy { plane[$0] & 0x3F == 0 })
        }
    }

    @Test(arguments: [PictureFormat.ayuv, .bgra])
    func keepsAlpha(format: PictureFormat) {
        let picture = OwnedPicture.noise(format, width: 32, height: 32)
        let result = applied(Mosaic(), to: picture, [face(0, 0, 32, 32)])
        #expect(result != picture)
        #expect(result.samples(of: .alpha) == picture.samples(of: .alpha))
    }

    @Test(arguments: [false, true])
    func drawsTheLargestCellsOnTop(reversed: Bool) {
        let picture = OwnedPicture.noise(.gray8, width: 120, height: 64)
        // Widths 16 and 64 want cells of 4 and 12 (64 / 6 = 10.7, up to even).
        let faces = [face(0, 0, 16, 16), face(8, 0, 64, 60)]
        let result = applied(Mosaic(shape: .box), to: picture, reversed ? faces.reversed() : faces).samples(0)
        let large = applied(Mosaic(shape: .box), to: picture, [faces[1]]).samples(0)
        let small = applied(Mosaic(shape: .box), to: picture, [faces[0]]).samples(0)
        #expect(result[0][8...] == large[0][8...])
        #expect(result[0][..<8] == small[0][..<8])
        #expect(small[0][8..<16] != large[0][8..<16])
    }

    @Test(arguments: [PictureFormat.i420With10Bits, .p010])
    func isSafeWithBitsThatShouldNotBeSet(format: PictureFormat) {
        var picture = OwnedPicture(format, width: 16, height: 16)
        for index in picture.planes.indices {
            picture.planes[index] = Array(repeating: 0xFF, count: picture.planes[index].count)
        }
        let result = applied(Mosaic(shape: .box), to: picture, [face(0, 0, 8, 8)])
        // Limited range's white is 940.
        #expect(result.samples(0)[0][0] == 940)
        #expect(result.planes[0][0..<2] == (format == .p010 ? [0x00, 0xEB] : [0xAC, 0x03]))
        #expect(result.planes[0].suffix(2) == [0xFF, 0xFF])
    }

    @Test func averagesTheOriginalPixelsForEveryFace() {
        // Two faces that share a cell but do not overlap; their order does not matter.
        let picture = OwnedPicture.noise(.gray8, width: 32, height: 32)
        let faces = [face(0, 0, 10, 10), face(11, 0, 10, 10)]
        let mosaic = Mosaic(scale: .pixels(8), shape: .box)
        #expect(applied(mosaic, to: picture, faces) == applied(mosaic, to: picture, faces.reversed()))
    }

    @Test(arguments: [
        (Mosaic.Scale.face, 200, 34), (.face, 24, 4), (.pixels(2), 200, 26), (.pixels(20), 200, 26), (.pixels(26), 200, 26),
        (.pixels(27), 200, 28), (.pixels(40), 200, 40), (.frame, 200, 26), (.frame, 30, 6),
    ])
    func sizesCellsByTheFaceButNeverBelowAnEighthOfIt(scale: Mosaic.Scale, width: Int, cell: Int) {
        var picture = OwnedPicture(.i420, width: 320, height: 64)
        picture.fill { _, column, _ in column / 2 % 2 == 0 ? 16 + 219 * (column / cell % 2) : 100 }
        let result = applied(Mosaic(scale: scale, shape: .box), to: picture, [face(0, 0, Float(width), 60)])
        let row = result.samples(0)[0]
        #expect(row.firstIndex { $0 != row[0] } == cell)
    }

    @Test(arguments: [
        Rect(x: .nan, y: 0, width: 4, height: 4), Rect(x: 0, y: 0, width: .nan, height: 4),
        Rect(x: 0, y: 0, width: 4, height: .infinity), Rect(x: -.infinity, y: 0, width: 4, height: 4),
        Rect(x: 9, y: 9, width: -4, height: 4), Rect(x: -1e38, y: -1e38, width: 3e38, height: 3e38),
        Rect(x: -1e9, y: -1e9, width: 2e9, height: 2e9),
    ])
    func hidesTheWholeFrameUnderABoxThatIsNoneOrHuge(box: Rect) {
        let picture = OwnedPicture.noise(.nv12, width: 64, height: 48)
        for shape in MaskShape.allCases {
            let result = applied(Mosaic(shape: shape), to: picture, [Face(box: box, score: 1)])
            // 64 / 6 = 10.7 rounds to cells of 12.
            #expect(Set(result.samples(0).joined()).count <= 6 * 4)
        }
    }

    @Test func hidesWholeFramesWhenTheScaleIsBroken() {
        let picture = OwnedPicture.noise(.nv12, width: 64, height: 48)
        let result = applied(Mosaic(), to: picture, [face(8, 8, 8, 8)], settings: EffectSettings(maskScale: .nan))
        #expect(result.samples(0)[47][63] != picture.samples(0)[47][63])
    }

    @Test func coversNothingForAFaceOfNoArea() {
        let picture = OwnedPicture.noise(.nv12, width: 64, height: 48)
        for shape in MaskShape.allCases {
            #expect(applied(Mosaic(shape: shape), to: picture, [face(10.5, 10, 0, 0)]) == picture)
        }
    }

    @Test func masksAWholeFrameWithEightCellsAlongItsLongerSide() {
        var picture = OwnedPicture.noise(.i420, width: 65, height: 49)
        let original = picture
        var mosaic = Mosaic(scale: .pixels(2))
        mosaic.maskWholeFrame(&picture)
        // 65 / 8 = 8.1, up to 10; the last 5 columns are half a cell, the last 9 rows nearly one.
        let expected = MosaicDefinition(cell: 10, shape: .box, maskScale: 1).applied(to: original, faces: [face(0, 0, 65, 49)])
        #expect(picture == expected)
    }

    /// From half a pixel inside the outline to two and a half outside: nothing is less hidden than with a hard edge.
    @Test(arguments: MaskShape.allCases)
    func fadesOutwardsOverASoftEdge(shape: MaskShape) {
        var picture = OwnedPicture(.gray8, width: 80, height: 80)
        picture.fill { _, column, row in row < 40 ? 16 : 235 }
        let faces = [face(20, 20, 40, 40)]
        let result = applied(Mosaic(scale: .pixels(80), shape: shape, soft: 3), to: picture, faces).samples(0)
        let cell = result[39][40]
        #expect(cell == levelled(luma: 125.5))
        if shape != .circle {
            let shares = result[39][16..<20].map { Double($0 - 16) / Double(cell - 16) }
            #expect(zip(shares, [0, 0, 1.0 / 3, 2.0 / 3]).allSatisfy { abs($0 - $1) < 0.02 })
        }
        let hard = applied(Mosaic(scale: .pixels(80), shape: shape), to: picture, faces).samples(0)
        #expect(zip(result.joined(), hard.joined()).allSatisfy { abs($0 - cell) <= abs($1 - cell) })
        #expect(result != hard)
    }

    @Test func givesTheSameResultFrameAfterFrame() {
        var mosaic = Mosaic()
        let large = [face(0, 0, 60, 60), face(70, 10, 20, 20)]
        let small = [face(3, 3, 9, 9)]
        for faces in [large, small, large, [], small] {
            var picture = OwnedPicture.noise(.i420, width: 97, height: 63)
            mosaic.apply(to: &picture, faces: faces, settings: EffectSettings())
            let fresh = applied(Mosaic(), to: .noise(.i420, width: 97, height: 63), faces, settings: EffectSettings())
            #expect(picture == fresh)
        }
    }
}
