import Testing

@testable import Faces

@Suite struct FacePlaneTests {
    private let box = Rect(x: 100, y: 100, width: 80, height: 100)

    /// Eyes 40 apart and the mouth 40 below them, the nose so far to the right of their middle, turned by quarters.
    private func points(nose: Float = 0, quarterTurns: Int = 0) -> Landmarks {
        Landmarks(
            rightEye: Point(x: -20, y: -20), leftEye: Point(x: 20, y: -20), nose: Point(x: nose, y: 0),
            rightMouth: Point(x: -15, y: 20), leftMouth: Point(x: 15, y: 20)
        ).map { point in
            let turned = (0..<quarterTurns).reduce(point) { turned, _ in Point(x: -turned.y, y: turned.x) }
            return Point(x: 140 + turned.x, y: 150 + turned.y)
        }
    }

    private func expect(_ corners: (Point, Point, Point, Point), _ expected: [(Float, Float)]) {
        for (corner, place) in zip([corners.0, corners.1, corners.2, corners.3], expected) {
            #expect(abs(corner.x - place.0) < 0.01 && abs(corner.y - place.1) < 0.01)
        }
    }

    @Test func isTheBoxOfAFaceThatLooksAtUs() throws {
        let plane = try #require(FacePlane(points()))
        expect(plane.corners(of: box), [(100, 100), (180, 100), (180, 200), (100, 200)])
    }

    @Test func turnsWithTheHead() throws {
        let plane = try #require(FacePlane(points(quarterTurns: 1)))
        // Top left of the upright face is now top right.
        expect(plane.corners(of: box), [(190, 110), (190, 190), (90, 190), (90, 110)])
    }

    @Test func isForeshortenedWhereTheFaceLooksAside() throws {
        // The nose lies 20 before the face, so 15 to the side make a tangent of 0.75: sine 0.6, cosine 0.8.
        let plane = try #require(FacePlane(points(nose: 15)))
        #expect(abs(plane.sine - 0.6) < 1e-5 && abs(plane.cosine - 0.8) < 1e-5)
        // Half of 80 is 32; from four widths away the far side looks 1 / 1.075 as large, the near one 1 / 0.925.
        let (near, far) = (Float(1 / 0.925), Float(1 / 1.075))
        expect(
            plane.corners(of: box),
            [
                (140 - 32 * near, 150 - 50 * near), (140 + 32 * far, 150 - 50 * far), (140 + 32 * far, 150 + 50 * far),
                (140 - 32 * near, 150 + 50 * near),
            ])
    }

    @Test func isNoneWithoutSoundPoints() {
        var broken = points()
        broken.nose.x = .nan
        #expect(FacePlane(broken) == nil)
        #expect(FacePlane(points().map { _ in Point(x: 1, y: 1) }) == nil)
    }
}
