import Faces
import Testing

/// YuNet's twelve outputs for a 64 × 32 canvas, with nothing found until cells are filled in.
struct YuNetOutputs {
    struct Level {
        var classes: [Float]
        var objects: [Float]
        var boxes: [Float]
        var points: [Float]

        init(cells: Int) {
            classes = Array(repeating: 0, count: cells)
            objects = Array(repeating: 0, count: cells)
            boxes = Array(repeating: 0, count: cells * 4)
            points = Array(repeating: 0, count: cells * 10)
        }

        mutating func fill(_ cell: Int, class classScore: Float, object: Float, box: [Float], points: [Float]) {
            classes[cell] = classScore
            objects[cell] = object
            boxes.replaceSubrange(cell * 4..<cell * 4 + 4, with: box)
            self.points.replaceSubrange(cell * 10..<cell * 10 + 10, with: points)
        }

        var outputs: YuNet.Level {
            @_lifetime(borrow self) get {
                YuNet.Level(classes: classes.span, objects: objects.span, boxes: boxes.span, points: points.span)
            }
        }
    }

    var stride8 = Level(cells: 32)
    var stride16 = Level(cells: 8)
    var stride32 = Level(cells: 2)

    func decode(threshold: Float = 0.6, width: Int = 64) throws(DetectionError) -> [Face] {
        try YuNet.decode(
            stride8: stride8.outputs, stride16: stride16.outputs, stride32: stride32.outputs,
            canvasWidth: width, canvasHeight: 32, threshold: threshold)
    }
}

func isClose(_ first: Rect, _ second: Rect, within tolerance: Float = 1e-4) -> Bool {
    let differences = [
        first.x - second.x, first.y - second.y, first.width - second.width, first.height - second.height,
    ]
    return differences.allSatisfy { abs($0) < tolerance }
}

func isClose(_ first: Point, _ second: Point, within tolerance: Float = 1e-4) -> Bool {
    abs(first.x - second.x) < tolerance && abs(first.y - second.y) < tolerance
}

@Suite struct YuNetTests {
    static let points: [Float] = [-0.5, -0.25, 0.5, -0.125, 0, 0.25, -0.25, 0.75, 0.375, 1]

    /// One face a stride; the numbers expected of them come from the published formula, worked in double precision.
    private var outputs: YuNetOutputs {
        var outputs = YuNetOutputs()
        outputs.stride8.fill(11, class: 0.81, object: 0.64, box: [0.25, -0.5, 0.7, 0.9], points: Self.points)
        outputs.stride16.fill(6, class: 1.5, object: 0.49, box: [-0.25, 0.5, 0.1, -0.2], points: Self.points)
        outputs.stride32.fill(1, class: 0.9, object: 0.9, box: [0.5, 0.5, -0.4, -0.3], points: Self.points)
        return outputs
    }

    @Test func readsTheFacesOfAllThreeStrides() throws {
        let faces = try outputs.decode()
        try #require(faces.count == 3)
        #expect(abs(faces[0].score - 0.9) < 1e-6)
        #expect(isClose(faces[0].box, Rect(x: 37.274879, y: 4.146908, width: 21.450241, height: 23.706183)))
        #expect(abs(faces[1].score - 0.72) < 1e-6)
        #expect(isClose(faces[1].box, Rect(x: 17.944989, y: -5.838412, width: 16.110022, height: 19.676825)))
        #expect(abs(faces[2].score - 0.7) < 1e-6)
        #expect(isClose(faces[2].box, Rect(x: 19.158633, y: 17.450154, width: 17.682735, height: 13.099692)))
    }

    @Test func readsThePointsInTheirOrder() throws {
        let landmarks = try #require(try outputs.decode()[1].landmarks)
        #expect(
            landmarks
                == Landmarks(
                    rightEye: Point(x: 20, y: 6), leftEye: Point(x: 28, y: 7), nose: Point(x: 24, y: 10),
                    rightMouth: Point(x: 22, y: 14), leftMouth: Point(x: 27, y: 16)))
    }

    @Test func leavesOutWhatScoresBelowTheThreshold() throws {
        #expect(try outputs.decode(threshold: 0.71).count == 2)
        #expect(try outputs.decode(threshold: 0.9001).isEmpty)
        #expect(try YuNetOutputs().decode().isEmpty)
    }

    @Test func keepsOneOfTwoCellsThatSeeTheSameFace() throws {
        var outputs = outputs
        outputs.stride8.fill(12, class: 0.9, object: 0.7, box: [-0.75, -0.5, 0.7, 0.9], points: Self.points)
        let faces = try outputs.decode()
        #expect(faces.count == 3)
        #expect(abs(faces[1].score - 0.793725) < 1e-6)
    }

    @Test(arguments: [Float.nan, .infinity, -.infinity])
    func failsOnScoresThatAreNotFinite(score: Float) {
        var broken = outputs
        broken.stride16.classes[3] = score
        #expect(throws: DetectionError.notFinite(output: "cls_16")) { try broken.decode() }
        broken = outputs
        broken.stride32.objects[0] = score
        #expect(throws: DetectionError.notFinite(output: "obj_32")) { try broken.decode() }
    }

    @Test(arguments: [Float.nan, .infinity, 1000])
    func dropsABoxThatIsNone(value: Float) throws {
        var broken = outputs
        broken.stride32.boxes[4 + 2] = value
        #expect(try broken.decode().map(\.score).count == 2)
    }

    @Test func keepsAFaceWhosePointsAreBroken() throws {
        var broken = outputs
        broken.stride32.points[10] = .nan
        let faces = try broken.decode()
        #expect(faces.count == 3)
        #expect(faces[0].landmarks == nil)
    }

    @Test func failsOnOutputsOfAnotherSize() {
        #expect(throws: DetectionError.wrongSize(output: "cls_8", expected: 48, found: 32)) {
            try outputs.decode(width: 96)
        }
        var short = outputs
        short.stride16.points.removeLast()
        #expect(throws: DetectionError.wrongSize(output: "kps_16", expected: 80, found: 79)) { try short.decode() }
    }

    @Test(arguments: [0, -32, 60])
    func failsOnACanvasThatIsNoMultipleOfItsStrides(width: Int) {
        #expect(throws: DetectionError.wrongCanvas(width: width, height: 32)) { try outputs.decode(width: width) }
    }
}
