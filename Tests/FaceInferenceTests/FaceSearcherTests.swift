import Faces
import Foundation
import TestSupport
import Testing

@testable import FaceInference

/// Where YuNet finds the portrait's face when it looks at all of its 512 × 512 pixels.
private let portraitFace = Face(
    box: Rect(x: 178.167, y: 62.908, width: 89.900, height: 113.332), score: 0.932,
    landmarks: Landmarks(
        rightEye: Point(x: 200.12, y: 101.82), leftEye: Point(x: 247.13, y: 102.62), nose: Point(x: 220.37, y: 124.54),
        rightMouth: Point(x: 198.61, y: 142.77), leftMouth: Point(x: 239.67, y: 143.64)))

struct FaceSearcherTests {
    private func search(
        _ still: Still, around box: Rect, roll: Float = 0, zoom: Float = 1, pixelAspect: (Int, Int) = (1, 1),
        orientation: Orientation = .rotate0
    ) throws -> [Face] {
        let searcher = try FaceSearcher(
            library: ModelLibrary.at(Place.models), layout: still.layout, pixelAspect: pixelAspect, orientation: orientation,
            streams: 1, precision: .full)
        return try still.withView { try searcher.faces(in: $0, around: box, roll: roll, zoom: zoom, threshold: 0.5) }
    }

    private func expect(_ faces: [Face], near expected: Face, overlap: Float = 0.85, within distance: Float = 10) throws {
        let face = try #require(faces.first)
        #expect(face.box.overlap(with: expected.box) > overlap, "\(face.box) for \(expected.box)")
        let points = try #require(face.landmarks)
        for (found, wanted) in zip(points.all, try #require(expected.landmarks).all) {
            #expect(abs(found.x - wanted.x) < distance && abs(found.y - wanted.y) < distance, "\(found) for \(wanted)")
        }
    }

    /// The box is off by a fifth of the face: what is found is where the face is, not where it was looked for.
    @Test(arguments: [(Float(1), Float(0.935), Float(0.9)), (1.6, 0.921, 0.8), (2.5, 0.821, 0.7)])
    func findsTheFaceWhereTheWholeFrameHasIt(zoom: Float, score: Float, overlap: Float) throws {
        let still = try Still.portrait(.rgb)
        let around = Rect(x: 160, y: 82, width: 90, height: 113)
        let faces = try search(still, around: around, zoom: zoom)
        #expect(faces.count == 1)
        try expect(faces, near: portraitFace, overlap: overlap, within: zoom > 1 ? 20 : 10)
        #expect(abs(faces[0].score - score) < 0.002)
    }

    @Test(arguments: Still.Format.allCases)
    func readsEveryFormatOfOddSize(format: Still.Format) throws {
        let still = try Still.portrait(format, width: 511, height: 509, filters: "videocrop right=1 bottom=3")
        let faces = try search(still, around: portraitFace.box)
        try expect(faces, near: portraitFace)
        // Without colour it is surer of less.
        #expect(abs(faces[0].score - (format == .gray ? 0.926 : 0.937)) < 0.004)
    }

    @Test(arguments: Orientation.allCases)
    func looksUprightWhateverTheOrientation(orientation: Orientation) throws {
        let shown = try Still.portrait(.rgb, width: 511, height: 480, filters: "videocrop right=1 bottom=32")
        let (size, inverse) = (Size(width: 511, height: 480), orientation.inverse)
        let stored = orientation.swapsAxes ? size.transposed : size
        let still = shown.taken(width: stored.width, height: stored.height, by: orientation.map(of: stored))
        let expected = portraitFace.mapped(by: inverse.map(of: size))
        let faces = try search(still, around: expected.box, orientation: orientation)
        try expect(faces, near: expected)
        #expect(abs(faces[0].score - 0.937) < 0.002)
    }

    @Test(arguments: [30, -30, 60, 90, 135, 180, -90])
    func findsATurnedFaceWhenToldItsRoll(degrees: Float) throws {
        let roll = degrees * .pi / 180
        let centre = portraitFace.box.centre
        let middle = Point(x: 256, y: 256)
        let upright = try Still.portrait(.rgb)
        let still = upright.taken(
            width: 512, height: 512, by: .turning(cosine: cos(roll), sine: -sin(roll), about: middle, to: centre))
        let turned = AffineMap.turning(cosine: cos(roll), sine: sin(roll), about: centre, to: middle)
        let expected = portraitFace.mapped(by: turned)
        let faces = try search(still, around: expected.box, roll: roll)
        try expect(faces, near: expected, overlap: 0.8)
        #expect(abs(faces[0].score - 0.937) < 0.006)
    }

    /// Half of the face is cut off; its reflection makes it whole, about the frame's edge.
    @Test func findsAFaceThatTheFramesEdgeCuts() throws {
        let still = try Still.portrait(.i420, width: 288, height: 512, filters: "videocrop left=224")
        let faces = try search(still, around: Rect(x: -45, y: 63, width: 90, height: 113))
        let face = try #require(faces.first)
        #expect(faces.count == 1)
        #expect(abs(face.score - 0.943) < 0.002)
        #expect(abs(face.box.centre.x) < 5 && abs(face.box.centre.y - 119) < 8)
    }

    /// The reflection of a whole face beside the edge is another face to the network.
    @Test func leavesOutWhatOnlyTheReflectionShows() throws {
        let still = try Still.portrait(.i420, width: 342, height: 512, filters: "videocrop left=170")
        let faces = try search(still, around: Rect(x: -40, y: 63, width: 90, height: 113))
        #expect(faces.count == 1)
        #expect(faces.allSatisfy { $0.box.centre.x > 40 })
    }

    @Test func takesPixelsThatAreNotSquareAsTheyAreSeen() throws {
        let still = try Still.portrait(.nv12, width: 256, height: 512, filters: "videoscale add-borders=false")
        let squeezed = portraitFace.mapped(by: .scaling(0.5, 1))
        let faces = try search(still, around: squeezed.box, pixelAspect: (2, 1))
        try expect(faces, near: squeezed)
        #expect(abs(faces[0].score - 0.938) < 0.002)
    }

    @Test(arguments: [
        Rect(x: 2000, y: 60, width: 90, height: 110), Rect(x: 60, y: -2000, width: 90, height: 110),
        Rect(x: .nan, y: 0, width: 90, height: 110), Rect(x: 0, y: 0, width: .infinity, height: 110),
    ])
    func findsNothingWhereThereIsNoFrame(box: Rect) throws {
        #expect(try search(Still.portrait(.i420), around: box).isEmpty)
    }

    @Test func aBoxWithoutSizeIsLookedAroundAllTheSame() throws {
        let still = try Still.portrait(.i420, width: 64, height: 64, filters: "videoscale")
        let faces = try search(still, around: Rect(x: 28, y: 14, width: 0, height: 0))
        #expect(faces.first.map { $0.box.centre.x }.map { abs($0 - 28) < 2 } == true)
    }
}

extension Landmarks {
    var all: [Point] { [rightEye, leftEye, nose, rightMouth, leftMouth] }
}
