import Testing

@testable import Faces

@Suite struct RollingBlurTests {
    /// The blur as its documentation defines it, each direction rounded.
    private func blurred(_ rows: [[Int]], spacing: Int) -> [[Int]] {
        func pass(_ rows: [[Int]]) -> [[Int]] {
            rows.map { row in
                row.indices.map { index in
                    let sum = zip(-2...2, [1, 4, 6, 4, 1]).reduce(8) { sum, tap in
                        sum + tap.1 * row[max(0, min(row.count - 1, index + tap.0 * spacing))]
                    }
                    return sum / 16
                }
            }
        }
        func turned(_ rows: [[Int]]) -> [[Int]] { rows[0].indices.map { column in rows.map { $0[column] } } }
        return turned(pass(turned(pass(rows))))
    }

    @Test(arguments: [(17, 13), (3, 2), (1, 1), (40, 5)], [1, 2, 3])
    func isTheBinomialOfFiveByFiveTaps(size: (Int, Int), spacing: Int) {
        var random = Random(seed: 5)
        let rows = (0..<size.1).map { _ in (0..<size.0).map { _ in Int(random.next() * 256) } }
        var blur = RollingBlur()
        // What an earlier, larger picture left behind must not matter.
        blur.begin(width: 50, height: 9, spacing: 3)
        for row in 0..<9 { blur.push(Array(repeating: 999, count: 50), row: row) }
        blur.begin(width: size.0, height: size.1, spacing: spacing)
        var line = Array(repeating: UInt16(0), count: size.0)
        var result: [[Int]] = []
        for row in 0..<size.1 + blur.reach {
            if row < size.1 { blur.push(rows[row].map { UInt16($0) }, row: row) }
            if row >= blur.reach {
                blur.blur(row: row - blur.reach, to: &line)
                result.append(line.map { Int($0) })
            }
        }
        #expect(result == blurred(rows, spacing: spacing))
    }
}

@Suite struct DotScreenTests {
    @Test func hasDotsAtTheCornersAndInTheMiddle() {
        var screen = DotScreen()
        screen.begin(width: 9, period: 4)
        let rows = (0..<5).map { row in (0..<9).map { Int(screen.thresholds[screen.row(row) + $0]) } }
        // Squares of distances in halves of pixels: 1 + 1, 9 + 1 to a corner, of 16 at most.
        #expect(rows[0] == [31, 159, 159, 31, 31, 159, 159, 31, 31])
        #expect(rows[1] == [159, 31, 31, 159, 159, 31, 31, 159, 159])
        #expect(rows[2] == rows[1] && rows[3] == rows[0] && rows[4] == rows[0])
    }
}

@Suite struct LumaLinesTests {
    @Test(arguments: PictureFormat.allCases)
    func leavesWhatIsWrittenBackAsItWas(format: PictureFormat) {
        var picture = OwnedPicture.noise(format, width: 19, height: 5, padding: 3)
        if format == .i420With10Bits || format == .p010 {
            // Eight bits of ten.
            picture.withChannel(0) { channel in
                for row in 0..<5 { for column in 0..<19 { channel[column, row] &= ~3 } }
            }
        }
        let before = picture
        var lines = LumaLines()
        var line: [UInt16] = []
        for row in 0..<5 {
            lines.read(row: row, of: &picture, to: &line)
            lines.write(row: row, of: &picture, from: &line, saturation: 1)
        }
        #expect(picture == before)
    }

    @Test func readsAndWritesTheLumaOfColours() {
        var picture = OwnedPicture(.bgra, width: 2, height: 1)
        let codes: [ChannelRole: [Int]] = [.red: [200, 255], .green: [40, 255], .blue: [20, 255], .alpha: [9, 9]]
        let roles = picture.layout.channels.map(\.role)
        picture.fill { channel, column, _ in codes[roles[channel]]![column] }
        var lines = LumaLines()
        var line: [UInt16] = []
        lines.read(row: 0, of: &picture, to: &line)
        // 0.299 · 200 + 0.587 · 40 + 0.114 · 20 = 85.6.
        #expect(line[0..<2] == [86, 255])
        line[0] = 100
        line[1] = 0
        lines.write(row: 0, of: &picture, from: &line, saturation: 0.5)
        #expect(picture.samples(of: .red)[0] == [157, 0])
        #expect(picture.samples(of: .green)[0] == [77, 0])
        #expect(picture.samples(of: .blue)[0] == [67, 0])
        #expect(picture.samples(of: .alpha)[0] == [9, 9])
    }
}
