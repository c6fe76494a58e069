import Faces
import Testing

/// CenterFace's four outputs for a 64 × 32 canvas: maps of 16 × 8 cells.
struct CenterFaceOutputs {
    static let cells = 128
    var heat = [Float](repeating: 0, count: cells)
    var scale = [Float](repeating: 0, count: cells * 2)
    var offset = [Float](repeating: 0, count: cells * 2)
    var landmarks = [Float](repeating: 0, count: cells * 10)

    mutating func fill(x: Int, y: Int, heat score: Float, scale: [Float], offset: [Float], landmarks: [Float]) {
        let cell = y * 16 + x
        heat[cell] = score
        for channel in 0..<2 {
            self.scale[channel * Self.cells + cell] = scale[channel]
            self.offset[channel * Self.cells + cell] = offset[channel]
        }
        for channel in 0..<10 { self.landmarks[channel * Self.cells + cell] = landmarks[channel] }
    }

    func decode(threshold: Float = 0.4, height: Int = 32) throws(DetectionError) -> [Face] {
        try CenterFace.decode(
            heat: heat.span, scale: scale.span, offset: offset.span, landmarks: landmarks.span,
            canvasWidth: 64, canvasHeight: height, threshold: threshold)
    }
}

@Suite struct CenterFaceTests {
    static let landmarks: [Float] = [0.25, 0.25, 0.3, 0.75, 0.5, 0.55, 0.8, 0.3, 0.85, 0.7]

    /// Two faces; the numbers expected of them come from the published formula, worked in double precision.
    private var outputs: CenterFaceOutputs {
        var outputs = CenterFaceOutputs()
        outputs.fill(x: 6, y: 5, heat: 0.5, scale: [1.25, 1.0], offset: [-0.5, 0.375], landmarks: Self.landmarks)
        outputs.fill(x: 3, y: 2, heat: 0.9, scale: [1.5, 1.2], offset: [0.25, -0.125], landmarks: Self.landmarks)
        return outputs
    }

    @Test func readsBoxesWithHeightAndYFirst() throws {
        let faces = try outputs.decode()
        try #require(faces.count == 2)
        #expect(faces.map(\.score) == [0.9, 0.5])
        #expect(isClose(faces[0].box, Rect(x: 6.859766, y: 2.036622, width: 13.280468, height: 17.926756)))
        #expect(isClose(faces[1].box, Rect(x: 22.063436, y: 13.019314, width: 10.873127, height: 13.961372)))
    }

    @Test func readsPointsRelativeToTheBox() throws {
        let points = try #require(try outputs.decode()[0].landmarks)
        #expect(isClose(points.rightEye, Point(x: 10.179883, y: 6.518311)))
        #expect(isClose(points.leftEye, Point(x: 16.820117, y: 7.414649)))
        #expect(isClose(points.nose, Point(x: 14.164023, y: 11)))
        #expect(isClose(points.rightMouth, Point(x: 10.843906, y: 16.378027)))
        #expect(isClose(points.leftMouth, Point(x: 16.156094, y: 17.274364)))
    }

    @Test func leavesOutWhatScoresBelowTheThreshold() throws {
        #expect(try outputs.decode(threshold: 0.5).count == 2)
        #expect(try outputs.decode(threshold: 0.51).count == 1)
        #expect(try CenterFaceOutputs().decode().isEmpty)
    }

    @Test func keepsOneOfTwoCellsThatSeeTheSameFace() throws {
        var outputs = outputs
        outputs.fill(x: 4, y: 2, heat: 0.8, scale: [1.5, 1.2], offset: [0.25, -1.125], landmarks: Self.landmarks)
        #expect(try outputs.decode().map(\.score) == [0.9, 0.5])
    }

    @Test(arguments: [Float.nan, .infinity, -.infinity])
    func failsOnScoresThatAreNotFinite(score: Float) {
        var broken = outputs
        broken.heat[100] = score
        #expect(throws: DetectionError.notFinite(output: "heat (537)")) { try broken.decode() }
    }

    @Test(arguments: [Float.nan, .infinity, 1000])
    func dropsABoxThatIsNone(value: Float) throws {
        var broken = outputs
        broken.scale[2 * 16 + 3] = value
        #expect(try broken.decode().map(\.score) == [0.5])
    }

    @Test func failsOnOutputsOfAnotherSize() {
        #expect(throws: DetectionError.wrongSize(output: "heat (537)", expected: 256, found: 128)) {
            try outputs.decode(height: 64)
        }
        var short = outputs
        short.offset.removeLast()
        #expect(throws: DetectionError.wrongSize(output: "offset (539)", expected: 256, found: 255)) {
            try short.decode()
        }
    }
}
