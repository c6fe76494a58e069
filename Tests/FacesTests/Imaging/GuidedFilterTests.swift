import Testing

@testable import Faces

@Suite struct BoxMeanTests {
    private func mean(_ values: [Float], _ size: Size, _ column: Int, _ row: Int, _ across: Int, _ down: Int) -> Float {
        let columns = max(0, column - across)...min(size.width - 1, column + across)
        let rows = max(0, row - down)...min(size.height - 1, row + down)
        let all = rows.flatMap { row in columns.map { values[row * size.width + $0] } }
        return all.reduce(0, +) / Float(all.count)
    }

    @Test(arguments: [(1, 1), (7, 5), (40, 30), (3, 50)], [(1, 1), (4, 2), (60, 60)])
    func isTheMeanOverTheSquare(size: (Int, Int), radius: (Int, Int)) {
        var random = Random(seed: 9)
        let size = Size(width: size.0, height: size.1)
        let values = (0..<size.width * size.height).map { _ in Float(random.next() * 255) }
        var result = values
        var box = BoxMean()
        var scratch = Array(repeating: Float(1), count: 3000)
        box.apply(to: &scratch, Size(width: 60, height: 50), radius: (3, 3))
        box.apply(to: &result, size, radius: (across: radius.0, down: radius.1))
        for row in 0..<size.height {
            for column in 0..<size.width {
                let expected = mean(values, size, column, row, radius.0, radius.1)
                #expect(abs(result[row * size.width + column] - expected) < 0.01)
            }
        }
    }
}

@Suite struct GuidedFilterTests {
    private func filtered(
        _ picture: OwnedPicture, columns: Range<Int>, rows: Range<Int>, little: Float = 14
    ) -> (smooth: [[Int]], means: [[Int]]) {
        var picture = picture
        var filter = GuidedFilter()
        picture.withChannel(0) { channel in
            filter.read(&channel, columns: columns, rows: rows, radius: (3, 3), little: little)
        }
        func part(_ codes: [UInt16]) -> [[Int]] {
            rows.map { row in columns.indices.map { Int(codes[filter.start(ofRow: row) + $0 - columns.lowerBound]) } }
        }
        return (part(filter.smooth), part(filter.means))
    }

    @Test(arguments: [PictureFormat.gray8, .p010])
    func smoothsGrainAndKeepsEdges(format: PictureFormat) {
        var random = Random(seed: 2)
        let scale = format == .p010 ? 4 : 1
        var picture = OwnedPicture(format, width: 64, height: 40, padding: 5)
        picture.fill { channel, column, _ in
            channel == 0 ? scale * ((column < 32 ? 60 : 180) + Int(random.next() * 12 - 6)) : 512
        }
        let (smooth, means) = filtered(picture, columns: 8..<56, rows: 4..<36)
        func spread(_ rows: [[Int]], _ columns: Range<Int>) -> Int {
            let all = rows.flatMap { $0[columns] }
            return (all.max()! - all.min()!) / scale
        }
        #expect(spread(picture.samples(0), 8..<24) >= 10)
        #expect(spread(smooth, 0..<16) <= 3)
        // Beside the edge, columns 23 and 24 of the part, the step stays whole; their means do not.
        #expect(smooth.allSatisfy { $0[24] - $0[23] > 95 * scale })
        #expect(means.allSatisfy { $0[24] - $0[23] < 30 * scale })
    }

    @Test func isHalfOfWhatVariesAsMuchAsAsked() {
        // A chequered board of two values: their deviation is 14 everywhere but at the border.
        var picture = OwnedPicture(.gray8, width: 40, height: 40)
        picture.fill { _, column, row in (column + row) % 2 == 0 ? 86 : 114 }
        let (smooth, means) = filtered(picture, columns: 0..<40, rows: 0..<40)
        #expect([smooth[20][20], smooth[20][21]] == [93, 107])
        #expect((10..<30).allSatisfy { means[$0][10..<30].allSatisfy { (99...101).contains($0) } })
    }
}

@Suite struct SpotsTests {
    private func coverage(_ spots: Spots, _ size: Size) -> [[Int]] {
        (0..<size.height).map { row in
            var line = Array(repeating: UInt8(0), count: size.width)
            var span = line.mutableSpan
            spots.cover(row: row, from: 0, in: &span)
            return line.map { Int($0) }
        }
    }

    private func spot(_ x: Float, _ y: Float, width: Float = 4, height: Float = 4, right: Point = Point(x: 1, y: 0))
        -> Spots.Spot
    {
        Spots.Spot(centre: Point(x: x, y: y), right: right, width: width, height: height)
    }

    private let frame = Size(width: 40, height: 30)

    @Test func fadesLikeAGaussian() {
        let rows = coverage(Spots([spot(20.5, 15.5)], strength: 0.8, frame: frame), frame)
        #expect(rows[15][20] == 204)
        // e^-0.5 of it at one deviation, e^-2 at two: 124 and 28; cut off at 2.83.
        #expect(abs(rows[15][24] - 124) < 6 && abs(rows[15][28] - 28) < 16)
        #expect(rows[15][32] == 0 && rows[15][8] == 0 && rows[3][20] == 0)
    }

    @Test func coversMoreWhereSpotsOverlapButNeverTooMuch() {
        let one = coverage(Spots([spot(20, 15)], strength: 0.6, frame: frame), frame)
        let two = coverage(Spots([spot(20, 15), spot(20, 15)], strength: 0.6, frame: frame), frame)
        let many = coverage(Spots(Array(repeating: spot(20, 15), count: 40), strength: 0.9, frame: frame), frame)
        #expect(two[15][20] > one[15][20] + 40 && two[15][20] < 255 && many[15][20] <= 255 && many[15][20] > 250)
    }

    @Test func turnsLongSpots() {
        let wide = coverage(Spots([spot(20.5, 15.5, width: 6, height: 2)], strength: 1, frame: frame), frame)
        let high = coverage(
            Spots([spot(20.5, 15.5, width: 6, height: 2, right: Point(x: 0, y: 1))], strength: 1, frame: frame), frame)
        #expect(wide[15][28] > 60 && wide[23][20] == 0)
        #expect(high[15][28] == 0 && high[23][20] == wide[15][28])
    }

    @Test func isSafePastTheEdges() {
        let spots = Spots(
            [spot(-3, -3), spot(1e30, 5), spot(.nan, 5), spot(39, 29, width: 1e9, height: 1e9), spot(5, 5, width: 0, height: 0)],
            strength: 1, frame: frame)
        #expect(coverage(spots, frame)[29][39] == 255)
        #expect(Spots([spot(500, 5)], strength: 1, frame: frame).bounds.isEmpty)
    }
}
