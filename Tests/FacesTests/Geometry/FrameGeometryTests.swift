import Faces
import Testing

/// What becomes of the point (10, 20) and the box (10, 20, 30, 40) of a 100 × 80 frame, worked out on paper.
struct TurnedFrame: Sendable {
    var orientation: Orientation
    var size: Size
    var point: Point
    var box: Rect
}

@Suite struct FrameGeometryTests {
    static let turns = [
        TurnedFrame(
            orientation: .rotate0, size: Size(width: 100, height: 80), point: Point(x: 10, y: 20),
            box: Rect(x: 10, y: 20, width: 30, height: 40)),
        TurnedFrame(
            orientation: .rotate90, size: Size(width: 80, height: 100), point: Point(x: 60, y: 10),
            box: Rect(x: 20, y: 10, width: 40, height: 30)),
        TurnedFrame(
            orientation: .rotate180, size: Size(width: 100, height: 80), point: Point(x: 90, y: 60),
            box: Rect(x: 60, y: 20, width: 30, height: 40)),
        TurnedFrame(
            orientation: .rotate270, size: Size(width: 80, height: 100), point: Point(x: 20, y: 90),
            box: Rect(x: 20, y: 60, width: 40, height: 30)),
        TurnedFrame(
            orientation: .flipRotate0, size: Size(width: 100, height: 80), point: Point(x: 90, y: 20),
            box: Rect(x: 60, y: 20, width: 30, height: 40)),
        TurnedFrame(
            orientation: .flipRotate90, size: Size(width: 80, height: 100), point: Point(x: 60, y: 90),
            box: Rect(x: 20, y: 60, width: 40, height: 30)),
        TurnedFrame(
            orientation: .flipRotate180, size: Size(width: 100, height: 80), point: Point(x: 10, y: 60),
            box: Rect(x: 10, y: 20, width: 30, height: 40)),
        TurnedFrame(
            orientation: .flipRotate270, size: Size(width: 80, height: 100), point: Point(x: 20, y: 10),
            box: Rect(x: 20, y: 10, width: 40, height: 30)),
    ]

    @Test(arguments: turns)
    func turnsStoredPixelsUpright(turn: TurnedFrame) {
        let geometry = FrameGeometry(width: 100, height: 80, orientation: turn.orientation, analysisSize: 50)
        #expect(geometry.displayedSize == turn.size)
        #expect(geometry.displayed(fromStored: Point(x: 10, y: 20)) == turn.point)
        #expect(geometry.displayed(fromStored: Rect(x: 10, y: 20, width: 30, height: 40)) == turn.box)
    }

    @Test(arguments: turns)
    func findsTheStoredPlaceOfAnAnalysedFace(turn: TurnedFrame) throws {
        let geometry = FrameGeometry(width: 100, height: 80, orientation: turn.orientation, analysisSize: 50)
        #expect(geometry.analysisSize == Size(width: turn.size.width / 2, height: turn.size.height / 2))
        #expect(geometry.scaledStored == Size(width: 50, height: 40))
        #expect(geometry.canvas == Size(width: 64, height: 64))

        let eye = Point(x: turn.point.x / 2, y: turn.point.y / 2)
        let analysed = Face(
            box: Rect(x: turn.box.x / 2, y: turn.box.y / 2, width: turn.box.width / 2, height: turn.box.height / 2),
            score: 0.75,
            landmarks: Landmarks(rightEye: eye, leftEye: Point(x: 0, y: 0), nose: eye, rightMouth: eye, leftMouth: eye),
            id: 4)
        let stored = geometry.stored(fromAnalysis: analysed)
        #expect(stored.box == Rect(x: 10, y: 20, width: 30, height: 40))
        #expect(stored.landmarks?.rightEye == Point(x: 10, y: 20))
        #expect(stored.landmarks?.leftEye == geometry.stored(fromDisplayed: Point(x: 0, y: 0)))
        #expect(stored.score == 0.75)
        #expect(stored.id == 4)
        #expect(geometry.analysis(fromStored: stored) == analysed)
    }

    @Test func widensNonSquarePixelsForAnalysisOnly() {
        // PAL 16:9: 720 × 576 stored, 1048 × 576 in square pixels.
        let geometry = FrameGeometry(
            width: 720, height: 576, pixelAspect: (64, 45), orientation: .rotate0, analysisSize: 512)
        #expect(geometry.displayedSize == Size(width: 720, height: 576))
        #expect(geometry.analysisSize == Size(width: 512, height: 288))
        #expect(geometry.canvas == Size(width: 512, height: 288))
        #expect(geometry.stored(fromAnalysis: Point(x: 256, y: 72)) == Point(x: 360, y: 144))
    }

    @Test func widensBeforeItTurns() {
        let geometry = FrameGeometry(
            width: 100, height: 100, pixelAspect: (2, 1), orientation: .rotate90, analysisSize: 100)
        #expect(geometry.scaledStored == Size(width: 100, height: 50))
        #expect(geometry.analysisSize == Size(width: 50, height: 100))
        #expect(geometry.canvas == Size(width: 64, height: 128))
        #expect(geometry.stored(fromAnalysis: Point(x: 50, y: 0)) == Point(x: 0, y: 0))
        #expect(geometry.stored(fromAnalysis: Point(x: 0, y: 100)) == Point(x: 100, y: 100))
    }

    @Test(arguments: [
        (1920, 1080, 640, Size(width: 640, height: 360), Size(width: 640, height: 384)),
        (320, 240, 640, Size(width: 640, height: 480), Size(width: 640, height: 480)),
        (321, 241, 500, Size(width: 500, height: 376), Size(width: 512, height: 384)),
        (1080, 1920, 333, Size(width: 186, height: 332), Size(width: 192, height: 352)),
        (1000, 333, 100, Size(width: 100, height: 34), Size(width: 128, height: 64)),
        (200, 100, 640, Size(width: 400, height: 200), Size(width: 416, height: 224)),
        (8, 4, 640, Size(width: 32, height: 16), Size(width: 32, height: 32)),
        (1, 1, 0, Size(width: 32, height: 32), Size(width: 32, height: 32)),
        (4000, 1, 640, Size(width: 640, height: 2), Size(width: 640, height: 32)),
    ])
    func choosesEvenContentEnlargedTwiceAtMost(width: Int, height: Int, side: Int, content: Size, canvas: Size) {
        let geometry = FrameGeometry(width: width, height: height, orientation: .rotate0, analysisSize: side)
        #expect(geometry.analysisSize == content)
        #expect(geometry.canvas == canvas)
    }

    @Test(arguments: [(0, 1), (1, 0), (-4, 3)])
    func takesABrokenAspectRatioForSquare(aspect: (Int, Int)) {
        let geometry = FrameGeometry(width: 64, height: 32, pixelAspect: aspect, orientation: .rotate0, analysisSize: 64)
        #expect(geometry.analysisSize == Size(width: 64, height: 32))
    }
}
