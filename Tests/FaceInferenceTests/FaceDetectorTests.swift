import Faces
import Foundation
import TestSupport
import Testing

@testable import FaceInference

/// Expected values: the same models run by OpenVINO's Python API (2026.4.1, 32-bit floats) on the same 512 × 512 pixels, its
/// outputs decoded with NumPy by the published formulas.
struct FaceDetectorTests {
    private static let layout = PictureLayout(
        width: 512, height: 512,
        channels: [(ChannelRole.red, 0), (.green, 1), (.blue, 2)].map { role, offset in
            ChannelLayout(role: role, plane: 0, offset: offset, pixelStride: 3, width: 512, height: 512)
        }, colour: .rgb)

    @Test(arguments: [
        (
            ModelFamily.yuNet,
            Face(
                box: Rect(x: 178.167, y: 62.908, width: 89.900, height: 113.332), score: 0.932,
                landmarks: Landmarks(
                    rightEye: Point(x: 200.12, y: 101.82), leftEye: Point(x: 247.13, y: 102.62),
                    nose: Point(x: 220.37, y: 124.54), rightMouth: Point(x: 198.61, y: 142.77),
                    leftMouth: Point(x: 239.67, y: 143.64)))
        ),
        (
            .centerFace,
            Face(
                box: Rect(x: 181.530, y: 58.202, width: 88.353, height: 119.609), score: 0.929,
                landmarks: Landmarks(
                    rightEye: Point(x: 203.15, y: 101.68), leftEye: Point(x: 247.01, y: 104.51),
                    nose: Point(x: 223.26, y: 125.08), rightMouth: Point(x: 203.38, y: 142.33),
                    leftMouth: Point(x: 241.33, y: 144.42)))
        ),
    ])
    func findsTheFaceWithTheReferencesScore(family: ModelFamily, expected: Face) throws {
        let pixels = try bytes(of: "filesrc location=\(Place.astronaut) ! pngdec ! videoconvert ! video/x-raw,format=RGB")
        let detector = try FaceDetector(
            library: ModelLibrary.at(Place.models), passes: [Pass(family: family, size: 512, leastFace: 0)],
            layout: Self.layout, pixelAspect: (1, 1), orientation: .rotate0, threshold: 0, streams: 1, precision: .full)
        let faces = try pixels.withUnsafeBufferPointer { pixels in
            try detector.faces(in: FrameView(layout: Self.layout, planes: [(pixels.baseAddress!, 512 * 3)]))
        }
        let face = try #require(faces.first)
        #expect(faces.count == 1)
        #expect(abs(face.score - expected.score) < 0.001)
        #expect(face.box.overlap(with: expected.box) > 0.995)
        let points = try #require(face.landmarks)
        for (found, wanted) in zip(points.all, try #require(expected.landmarks).all) {
            #expect(abs(found.x - wanted.x) < 0.1 && abs(found.y - wanted.y) < 0.1)
        }
    }

    @Test(arguments: DetectorKind.allCases)
    func looksTwiceSoThatLargeFacesAreSeen(kind: DetectorKind) {
        #expect(kind.passes(analysisSize: 0).map(\.size) == (kind == .fast ? [640, 256] : [960, 640, 256]))
        #expect(kind.passes(analysisSize: 1280).map(\.size) == (kind == .fast ? [1280, 256] : [1280, 640, 256]))
        #expect(kind.passes(analysisSize: 160).map(\.size) == [160])
    }
}

struct ModelLibraryTests {
    @Test func saysWhichModelIsMissingAndWhatToDo() throws {
        let folder = try TemporaryFolder()
        let error = #expect(throws: InferenceError.self) { try ModelLibrary.at(folder.path).load(.fast) }
        let path = folder.file("face_detection_yunet_2023mar.onnx")
        #expect(error == .modelMissing(path: path))
        #expect("\(try #require(error))".contains(path) && "\(error!)".contains("GUISE_MODELS"))
    }

    @Test(arguments: ["", "this is no model\n", "\u{8}\u{9}\u{0}\u{1}"])
    func refusesAFileThatIsNoModel(contents: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("face_detection_yunet_2023mar.onnx")
        try contents.write(toFile: path, atomically: true, encoding: .utf8)
        let error = #expect(throws: InferenceError.self) { try ModelLibrary.at(folder.path).load(.fast) }
        guard case .modelUnreadable(path, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func refusesAnotherModelUnderTheName() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("face_detection_yunet_2023mar.onnx")
        try FileManager.default.copyItem(atPath: Place.models + "/centerface.onnx", toPath: path)
        let error = #expect(throws: InferenceError.self) { try ModelLibrary.at(folder.path).load(.fast) }
        #expect(error == .wrongModel(path: path, expected: "YuNet 2023mar"))
    }

    @Test func sharesCompiledNetworksBetweenElements() throws {
        let libraries = [ModelLibrary.at(Place.models), ModelLibrary.at(Place.models)]
        let networks = try libraries.map { library in
            try library.network(.yuNet, width: 320, height: 192, streams: 1, precision: .automatic)
        }
        #expect(networks[0] === networks[1])
    }
}
