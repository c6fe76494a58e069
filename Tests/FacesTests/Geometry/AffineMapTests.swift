import Faces
import Testing

@Suite struct AffineMapTests {
    @Test func appliesOneMapAfterTheOther() {
        let doubled = AffineMap.scaling(2, 3, movingBy: Point(x: 10, y: 20))
        let turned = AffineMap.turning(cosine: 0, sine: 1, about: Point(x: 10, y: 20), to: Point(x: 0, y: 0))
        #expect(doubled(Point(x: 1, y: 1)) == Point(x: 12, y: 23))
        // A quarter turn clockwise: what lay right of the pivot comes to lie below.
        #expect(turned(Point(x: 15, y: 20)) == Point(x: 0, y: 5))
        #expect(doubled.then(turned)(Point(x: 1, y: 1)) == Point(x: -3, y: 2))
    }

    @Test(arguments: Orientation.allCases)
    func turnsAsTheOrientationDoesAndBack(orientation: Orientation) {
        let size = Size(width: 100, height: 80)
        let geometry = FrameGeometry(width: 100, height: 80, orientation: orientation, analysisSize: 100)
        let map = orientation.map(of: size)
        let point = Point(x: 10, y: 20)
        #expect(map(point) == geometry.displayed(fromStored: point))
        #expect(map.then(orientation.inverse.map(of: geometry.displayedSize))(point) == point)
    }

    @Test func keepsATurnedFacesSize() {
        let face = Face(
            box: Rect(x: 10, y: 20, width: 30, height: 40), score: 0.5,
            landmarks: Landmarks(
                rightEye: Point(x: 10, y: 20), leftEye: Point(x: 40, y: 20), nose: Point(x: 25, y: 40),
                rightMouth: Point(x: 10, y: 60), leftMouth: Point(x: 40, y: 60)), id: 7)
        let quarter = face.mapped(by: .turning(cosine: 0, sine: 1, about: Point(x: 25, y: 40), to: Point(x: 100, y: 100)))
        #expect(quarter.box == Rect(x: 80, y: 85, width: 40, height: 30))
        #expect(quarter.landmarks?.rightEye == Point(x: 120, y: 85))
        #expect(quarter.id == 7 && quarter.score == 0.5)

        // Half sides a and b, turned by 45°, become √((a² + b²) / 2).
        let half: Float = 0.5
        let eighth = face.mapped(
            by: .turning(cosine: half.squareRoot(), sine: half.squareRoot(), about: Point(x: 25, y: 40), to: Point(x: 0, y: 0)))
        #expect(abs(eighth.box.width - 35.355) < 0.001 && abs(eighth.box.height - 35.355) < 0.001)
        #expect(abs(eighth.box.centre.x) < 0.001 && abs(eighth.box.centre.y) < 0.001)
    }
}
