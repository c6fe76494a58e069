import Testing

@testable import Faces

/// Pictures of 3 × 2 pixels, whose bytes are 10, 20 … 60 in the lowest, 100 more in the second; the third and fourth hold the 7.
@Suite struct NetworkInputTests {
    private let pixels: [UInt32] = [10, 20, 30, 40, 50, 60].map { 0x0707_0000 | ($0 + 100) << 8 | $0 }
    private let size = Size(width: 3, height: 2)

    private func written(
        _ width: Int, _ height: Int, _ shifts: [UInt32] = [0, 8, 16],
        _ body: (NetworkInput, Span<UInt32>, inout MutableSpan<Float>) -> Void
    ) -> [[Float]] {
        var planes = [Float](repeating: -1, count: 3 * width * height)
        var span = planes.mutableSpan
        body(NetworkInput(canvas: Size(width: width, height: height), shifts: shifts), pixels.span, &span)
        return (0..<3).map { Array(planes[$0 * width * height..<($0 + 1) * width * height]) }
    }

    @Test func writesEachChannelToItsPlane() {
        let planes = written(4, 3, [8, 0, 16]) { input, pixels, planes in
            input.write(pixels, size: size, left: 1, top: 1, to: &planes)
        }
        #expect(planes[0] == [-1, -1, -1, -1, -1, 110, 120, 130, -1, 140, 150, 160])
        #expect(planes[1] == [-1, -1, -1, -1, -1, 10, 20, 30, -1, 40, 50, 60])
        #expect(planes[2] == [-1, -1, -1, -1, -1, 7, 7, 7, -1, 7, 7, 7])
    }

    @Test(arguments: [
        (-1, -1, [50, 60, -1, -1]), (1, 1, [-1, -1, -1, 10]), (5, 5, [-1, -1, -1, -1]), (-7, 0, [-1, -1, -1, -1]),
    ])
    func leavesOutWhatLiesBeyondTheCanvas(left: Int, top: Int, expected: [Float]) {
        let planes = written(2, 2) { input, pixels, planes in
            input.write(pixels, size: size, left: left, top: top, to: &planes)
        }
        #expect(planes[0] == expected)
    }

    @Test func mirrorsTheContentAroundItselfAsFarAsTold() {
        let planes = written(8, 4) { input, pixels, planes in
            input.write(pixels, size: size, left: 2, top: 1, to: &planes)
            input.mirror(
                PixelBounds(columns: 2..<5, rows: 1..<3), upTo: PixelBounds(columns: 0..<7, rows: 0..<4), in: &planes)
        }
        let upper: [Float] = [20, 10, 10, 20, 30, 30, 20, -1]
        let lower: [Float] = [50, 40, 40, 50, 60, 60, 50, -1]
        #expect(planes[0] == upper + upper + lower + lower)
        #expect(planes[2][0] == 7 && planes[2][7] == -1)
    }

    /// More room than one reflection fills: it goes on with the reflection of the reflection.
    @Test func mirrorsAgainWhereThereIsMoreRoom() {
        let planes = written(9, 2) { input, pixels, planes in
            input.write(pixels, size: size, left: 0, top: 0, to: &planes)
            input.mirror(.frame(size), upTo: .frame(Size(width: 9, height: 2)), in: &planes)
        }
        #expect(planes[0] == [10, 20, 30, 30, 20, 10, 10, 20, 30, 40, 50, 60, 60, 50, 40, 40, 50, 60])
    }

    @Test func turnsAPictureByAQuarter() {
        // Clockwise: the canvas's upper row is the picture's left column, from below.
        let map = AffineMap(xx: 0, xy: 1, x0: 0, yx: -1, yy: 0, y0: 2)
        let planes = written(2, 3) { input, pixels, planes in input.sample(pixels, size: size, by: map, to: &planes) }
        #expect(planes[0] == [40, 10, 50, 20, 60, 30])
        #expect(planes[1] == [140, 110, 150, 120, 160, 130])
    }

    @Test func interpolatesBetweenPixelsAndMirrorsBeyondThem() {
        let planes = written(6, 1) { input, pixels, planes in
            input.sample(pixels, size: size, by: .scaling(1, 1, movingBy: Point(x: -1.5, y: 0)), to: &planes)
        }
        #expect(planes[0] == [15, 10, 15, 25, 30, 25])
        let between = written(1, 1) { input, pixels, planes in
            input.sample(pixels, size: size, by: .scaling(1, 1, movingBy: Point(x: 0.5, y: 0.5)), to: &planes)
        }
        #expect(between[0] == [30] && between[1] == [130])
    }
}
