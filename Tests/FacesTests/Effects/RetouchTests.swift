import Testing

@testable import Faces

@Suite struct RetouchTests {
    /// Eyes 60 apart at (70, 60) and (130, 60): cheeks about (64, 95) and (136, 95), circles about (70, 76) and (130, 76).
    private let face: Face = {
        func point(_ x: Float, _ y: Float) -> Point { Point(x: x, y: y) }
        return Face(
            box: Rect(x: 40, y: 10, width: 120, height: 160), score: 1,
            landmarks: Landmarks(
                rightEye: point(70, 60), leftEye: point(130, 60), nose: point(100, 90), rightMouth: point(78, 120),
                leftMouth: point(122, 120)))
    }()

    private func applied(_ retouch: Retouch, to picture: OwnedPicture, _ faces: [Face]? = nil) -> OwnedPicture {
        var retouch = retouch
        var picture = picture
        retouch.apply(to: &picture, faces: faces ?? [face], settings: EffectSettings())
        return picture
    }

    private func grey(_ value: (_ column: Int, _ row: Int) -> Int) -> OwnedPicture {
        var picture = OwnedPicture(.gray8, width: 200, height: 180)
        picture.fill { value($1, $2) }
        return picture
    }

    private func deviation(_ samples: [[Int]], _ columns: Range<Int>, _ rows: Range<Int>) -> Double {
        let all = rows.flatMap { samples[$0][columns] }.map(Double.init)
        let mean = all.reduce(0, +) / Double(all.count)
        return (all.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(all.count)).squareRoot()
    }

    @Test func softensGrainOnTheSkin() {
        var random = Random(seed: 4)
        let picture = grey { _, _ in 150 + Int(random.next() * 24 - 12) }
        let result = applied(Retouch(spots: 1), to: picture).samples(0)
        for (columns, rows) in [(58..<70, 90..<100), (130..<142, 90..<100), (95..<105, 22..<32), (95..<105, 78..<88)] {
            #expect(deviation(result, columns, rows) < 0.5 * deviation(picture.samples(0), columns, rows))
        }
        // Not beside the face.
        #expect((0..<180).allSatisfy { result[$0][..<10] == picture.samples(0)[$0][..<10] })
        // By half where half is asked.
        let half = applied(Retouch(spots: 0.5), to: picture).samples(0)
        let (whole, part) = (deviation(result, 58..<70, 90..<100), deviation(half, 58..<70, 90..<100))
        #expect(part > whole + 1 && part < deviation(picture.samples(0), 58..<70, 90..<100) - 1)
    }

    @Test func keepsEdges() {
        let picture = grey { column, _ in column < 64 ? 60 : 180 }
        let result = applied(Retouch(spots: 1), to: picture).samples(0)
        #expect(abs(result[95][63] - 60) <= 4 && abs(result[95][64] - 180) <= 4)
    }

    @Test func lightensDarkCirclesTowardsTheCheeks() {
        let picture = grey { column, row in column < 100 && (68..<86).contains(row) ? 130 : 150 }
        let result = applied(Retouch(spots: 0, circles: 1), to: picture).samples(0)
        #expect((146...150).contains(result[76][70]))
        // The other eye has none.
        #expect(result.allSatisfy { $0[110...].allSatisfy { $0 == 150 } })
        // No more than 15 % of white: 0.15 · 219 = 32.
        let black = grey { column, row in column < 100 && (68..<86).contains(row) ? 30 : 150 }
        #expect(applied(Retouch(spots: 0, circles: 1), to: black).samples(0)[76][70] == 62)
        let half = applied(Retouch(spots: 0, circles: 0.5), to: black).samples(0)
        #expect((45...47).contains(half[76][70]))
    }

    @Test func leavesBrightSkinUnderTheEyes() {
        let picture = grey { column, row in (68..<86).contains(row) ? 190 : 150 }
        #expect(applied(Retouch(spots: 0, circles: 1), to: picture) == picture)
    }

    @Test(arguments: PictureFormat.allCases)
    func leavesWhatItIsNotAskedFor(format: PictureFormat) {
        let picture = OwnedPicture.noise(format, width: 201, height: 181, padding: 3)
        #expect(applied(Retouch(spots: 0, circles: 0), to: picture) == picture)
        #expect(applied(Retouch(), to: picture, []) == picture)
        var blank = face
        blank.landmarks = nil
        #expect(applied(Retouch(), to: picture, [blank]) == picture)
        blank.landmarks = face.landmarks?.map { Point(x: $0.x, y: .nan) }
        #expect(applied(Retouch(), to: picture, [blank]) == picture)
        let result = applied(Retouch(), to: picture)
        #expect(result != picture)
        #expect(result.samples(of: .alpha) == picture.samples(of: .alpha))
    }

    @Test(arguments: [PictureFormat.i420, .yuy2, .p010, .bgra])
    func isSafePastTheEdges(format: PictureFormat) {
        let picture = OwnedPicture.noise(format, width: 33, height: 21)
        for (x, y, scale) in [(-150, -90, 1), (-80, -60, 1), (0, 0, 100), (5000, 5000, 1)] as [(Float, Float, Float)] {
            var moved = face
            moved.landmarks = face.landmarks?.map { Point(x: $0.x * scale + x, y: $0.y * scale + y) }
            _ = applied(Retouch(), to: picture, [moved])
        }
    }
}
