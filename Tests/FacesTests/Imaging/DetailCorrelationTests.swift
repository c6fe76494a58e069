import Testing

@testable import Faces

/// What is left of a face's detail, on pictures of noise and stripes.
@Suite struct DetailCorrelationTests {
    /// Smooth noise in squares of three pixels, as the same numbers give it each time.
    private func noise(_ width: Int, _ height: Int, seed: UInt32 = 1) -> LumaPatch {
        patch(width, height) { column, row in
            var hash = UInt32(column / 3) &* 2_654_435_761 ^ UInt32(row / 3) &* 40503 &+ seed &* 97
            hash ^= hash >> 13
            hash = hash &* 1_274_126_177
            return 64 + Int((hash ^ hash >> 16) % 128)
        }
    }

    private func patch(_ width: Int, _ height: Int, _ sample: (Int, Int) -> Int) -> LumaPatch {
        LumaPatch(
            width: width, height: height,
            samples: (0..<width * height).map { UInt8(max(0, min(255, sample($0 % width, $0 / width)))) })
    }

    private func changed(_ patch: LumaPatch, _ sample: (Int, Int, Int) -> Int) -> LumaPatch {
        self.patch(patch.width, patch.height) { sample($0, $1, Int(patch.samples[$1 * patch.width + $0])) }
    }

    @Test(arguments: [(48, 60), (41, 53), (9, 10), (200, 160)])
    func findsAllOfAnUntouchedFace(_ width: Int, _ height: Int) throws {
        let face = noise(width, height)
        let same = DetailCorrelation(face, face)
        #expect(same.legibility == .whole)
        #expect(try abs(#require(same.whole) - 1) < 1e-5)
        let encoded = DetailCorrelation(
            face, changed(face) { column, row, sample in sample * 3 / 4 + 30 + (column * 7 + row * 5) % 9 })
        #expect(encoded.legibility == .whole && encoded.whole.map { $0 > 0.9 } == true)
    }

    @Test func findsNothingUnderAMosaicOrAColour() {
        let face = noise(60, 72)
        let mosaic = changed(face) { column, row, _ in
            let (x, y) = (column / 10 * 10, row / 12 * 12)
            let cell = (0..<120).map { Int(face.samples[(y + $0 / 10) * 60 + x + $0 % 10]) }
            return cell.reduce(0, +) / 120
        }
        for other in [mosaic, changed(face) { _, _, _ in 128 }, noise(60, 72, seed: 9)] {
            let correlation = DetailCorrelation(face, other)
            #expect(correlation.legibility == .hidden, "\(correlation)")
        }
        #expect(DetailCorrelation(face, changed(face) { _, _, _ in 128 }) == DetailCorrelation(whole: 0, part: 0))
    }

    @Test(arguments: [
        (0..<18, 0..<72), (42..<60, 0..<72), (0..<60, 0..<21), (0..<60, 51..<72),
    ])
    func findsAThirdThatIsBare(_ columns: Range<Int>, _ rows: Range<Int>) {
        let face = noise(60, 72)
        let other = changed(face) { column, row, sample in columns.contains(column) && rows.contains(row) ? sample : 100 }
        #expect(DetailCorrelation(face, other).legibility == .part)
    }

    @Test func ignoresWhatIsBareInTheCornersAlone() {
        let face = noise(60, 60)
        let other = changed(face) { column, row, sample in
            (column - 30) * (column - 30) + (row - 30) * (row - 30) < 28 * 28 ? 100 : sample
        }
        #expect(DetailCorrelation(face, other).legibility == .hidden)
    }

    @Test func saysNothingWhereThereIsNoDetail() {
        let plain = patch(60, 60) { column, row in 100 + (column + row) / 40 }
        #expect(DetailCorrelation(plain, plain).legibility == .unknown)
        #expect(DetailCorrelation(noise(7, 60), noise(7, 60)).legibility == .unknown)
        #expect(DetailCorrelation(noise(0, 0), noise(0, 0)).legibility == .unknown)
    }

    @Test(arguments: [(13, 9, 1), (13, 9, 2), (1, 5, 3), (24, 31, 4)])
    func takesTheLowPassAwayThatItIsDefinedBy(_ width: Int, _ height: Int, _ radius: Int) {
        let face = noise(width, height)
        /// The mean over a square, again and again from the definition.
        func smooth(_ values: [Float]) -> [Float] {
            (0..<width * height).map { index in
                var sum: Float = 0
                for y in -radius...radius {
                    for x in -radius...radius {
                        let column = max(0, min(width - 1, index % width + x))
                        let row = max(0, min(height - 1, index / width + y))
                        sum += values[row * width + column]
                    }
                }
                return sum / Float((2 * radius + 1) * (2 * radius + 1))
            }
        }
        let samples = face.samples.map { Float($0) }
        let expected = zip(samples, smooth(smooth(samples))).map { $0 - $1 }
        #expect(zip(face.detail(radius: radius), expected).allSatisfy { abs($0 - $1) < 0.01 })
    }

    @Test(
        arguments: [
            (Rect(x: 2, y: 1, width: 3, height: 2), 3, 2, [12, 13, 14, 22, 23, 24]),
            (Rect(x: 8.9, y: 2.2, width: 5, height: 9), 2, 2, [28, 29, 38, 39]),
            (Rect(x: -3, y: -1, width: 4.5, height: 2), 1, 1, [0]), (Rect(x: 20, y: 1, width: 4, height: 2), 0, 2, []),
            (Rect(x: .nan, y: .infinity, width: 1, height: 1), 0, 0, []),
        ] as [(Rect, Int, Int, [UInt8])])
    func cutsWhatLiesInThePlane(_ area: Rect, _ width: Int, _ height: Int, _ samples: [UInt8]) {
        // Ten samples a row, of which the last two are padding in front of the edge that the next row has.
        let plane = (0..<40).map { UInt8($0) }
        let patch = LumaPatch(of: plane.span, stride: 10, width: 10, height: 4, in: area)
        #expect(patch.width == width && patch.samples == samples)
    }

    @Test func shrinksByMeans() {
        let patch = LumaPatch(width: 5, height: 4, samples: (0..<20).map { UInt8($0 * 10) })
        #expect(patch.shrunk(by: 2) == LumaPatch(width: 2, height: 2, samples: [30, 50, 130, 150]))
        #expect(patch.shrunk(by: 1) == patch)
        #expect(patch.shrunk(by: 6) == LumaPatch(width: 0, height: 0, samples: []))
    }
}

@Suite struct SceneLikenessTests {
    private func scene(seed: Int, width: Int = 320, height: Int = 180) -> LumaPatch {
        LumaPatch(
            width: width, height: height,
            samples: (0..<width * height).map { index in
                var hash = UInt32(truncatingIfNeeded: (index / width / 6) * 1009 + index % width / 6 + seed * 7_919_777)
                for _ in 0..<2 {
                    hash = (hash ^ hash >> 16) &* 0x45d9_f3b
                }
                return UInt8(truncatingIfNeeded: hash >> 8)
            })
    }

    private func plain(_ level: UInt8) -> LumaPatch {
        LumaPatch(width: 320, height: 180, samples: Array(repeating: level, count: 320 * 180))
    }

    @Test func tellsScenesApart() {
        let (one, other) = (scene(seed: 1), scene(seed: 2))
        #expect(SceneLikeness.isSame(one, one, without: []) == true)
        #expect(SceneLikeness.isSame(one, other, without: []) == false)
        #expect(SceneLikeness.isSame(one, plain(128), without: []) == false)
    }

    @Test func comparesWhatIsLeftBesideTheFaces() {
        let one = scene(seed: 1)
        // All but the first eighth of it is hidden.
        var samples = one.samples
        for index in samples.indices where index % 320 >= 40 { samples[index] = 128 }
        let other = LumaPatch(width: 320, height: 180, samples: samples)
        #expect(SceneLikeness.isSame(one, other, without: []) == true)
        #expect(SceneLikeness.isSame(one, other, without: [Rect(x: 0, y: 0, width: 40, height: 180)]) == false)
        #expect(SceneLikeness.isSame(one, other, without: [Rect(x: 0, y: 0, width: 320, height: 180)]) == nil)
    }

    @Test func goesByBrightnessWhereThereIsNoDetail() {
        #expect(SceneLikeness.isSame(plain(90), plain(106), without: []) == true)
        #expect(SceneLikeness.isSame(plain(90), plain(120), without: []) == false)
        #expect(SceneLikeness.isSame(plain(90), scene(seed: 1), without: []) == false)
    }
}
