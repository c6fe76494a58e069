import CGStreamer
import Faces
import GStreamer
import TestSupport
import Testing

@testable import GuiseElement

/// The face of the portrait as both detectors see it, in pixels; see FaceDetectorTests for where the numbers come from.
private let portraitFace = Rect(x: 178, y: 62, width: 90, height: 114)
private let portrait = "filesrc location=\(Place.astronaut) ! pngdec ! videoconvert"

struct MaskingTests {
    @Test(arguments: SupportedFormats.names)
    func hidesTheFaceAndNothingElse(format: String) async throws {
        let source = "\(portrait) ! video/x-raw,format=\(format)"
        let plain = try await PipelineRun.playing("\(source) ! identity")
        let masked = try await PipelineRun.playing("\(source) ! guise")
        try #require(plain.frames.count == 1 && masked.frames.count == 1 && masked.errors.isEmpty)
        let change = Change(from: plain.frames[0].bytes, to: masked.frames[0].bytes, info: try #require(plain.info))
        // The mask is the box grown by 1.3, and its soft edge one pixel; boxes differ a little with the format's colours.
        #expect(change.outside(portraitFace.scaled(by: 1.45)) == 0)
        #expect(change.share(of: portraitFace.scaled(by: 0.7)) > 0.9)
        let region = try #require(masked.frames[0].regions.first)
        #expect(masked.frames[0].regions.count == 1 && region.kind == "face")
        let box = Rect(x: Float(region.x), y: Float(region.y), width: Float(region.width), height: Float(region.height))
        #expect(box.overlap(with: portraitFace) > 0.85)
        #expect(region.parameters("guise")?.integer("id") == 1)
    }

    @Test(arguments: SupportedFormats.names)
    func leavesEveryByteWithoutEffects(format: String) async throws {
        let source = "\(portrait) ! video/x-raw,format=\(format)"
        let plain = try await PipelineRun.playing("\(source) ! identity")
        let passed = try await PipelineRun.playing("\(source) ! guise effects=none")
        #expect(plain.pixels == passed.pixels)
        #expect(passed.frames.first?.regions.count == 1)
    }

    @Test func leavesFramesWithoutFacesAsTheyAre() async throws {
        let source = "videotestsrc pattern=ball num-buffers=4 ! video/x-raw,format=I420,width=320,height=240"
        let plain = try await PipelineRun.playing("\(source) ! identity")
        let passed = try await PipelineRun.playing("\(source) ! guise")
        #expect(plain.pixels == passed.pixels)
        #expect(plain.frames.map(\.time) == passed.frames.map(\.time))
    }

    @Test(arguments: [
        "rotate-0", "rotate-90", "rotate-180", "rotate-270", "flip-rotate-0", "flip-rotate-90", "flip-rotate-180",
        "flip-rotate-270",
    ])
    func findsFacesThatTheOrientationTagSaysAreTurned(orientation: String) async throws {
        // The picture is stored turned the other way, so that the tag puts it upright again.
        let undo = [
            "rotate-0": "identity", "rotate-90": "90l", "rotate-180": "180", "rotate-270": "90r", "flip-rotate-0": "horiz",
            "flip-rotate-90": "ur-ll", "flip-rotate-180": "vert", "flip-rotate-270": "ul-lr",
        ]
        let stored =
            "\(portrait) ! videoflip video-direction=\(undo[orientation]!) ! taginject tags=image-orientation=\(orientation)"
        let line = "\(stored) ! guise ! videoflip video-direction=auto ! videoconvert ! video/x-raw,format=GRAY8"
        let run = try await PipelineRun.playing(line)
        let plain = try await PipelineRun.playing("\(portrait) ! video/x-raw,format=GRAY8")
        try #require(run.frames.count == 1 && run.errors.isEmpty)
        let change = Change(from: plain.frames[0].bytes, to: run.frames[0].bytes, info: try #require(plain.info))
        #expect(change.share(of: portraitFace.scaled(by: 0.7)) > 0.9)
        #expect(change.outside(portraitFace.scaled(by: 1.45)) == 0)
    }

    @Test func drawsEyesWhereTheEyesAre() async throws {
        let run = try await PipelineRun.playing("\(portrait) ! video/x-raw,format=RGB ! guise effects=eyes")
        try #require(run.frames.count == 1 && run.errors.isEmpty)
        func pixel(_ x: Int, _ y: Int) -> [UInt8] { Array(run.frames[0].bytes[(y * 512 + x) * 3..<(y * 512 + x) * 3 + 3]) }
        let points = try #require(run.frames[0].regions.first?.parameters("guise"))
        for eye in ["right-eye", "left-eye"] {
            let (x, y) = (try #require(points.double("\(eye)-x")), try #require(points.double("\(eye)-y")))
            // A white ball of 0.36 eye distances (16 px) with a black pupil in its middle.
            #expect(pixel(Int(x) - 10, Int(y) - 6).allSatisfy { $0 > 230 })
            #expect(pixel(Int(x), Int(y) + 4).allSatisfy { $0 < 60 })
        }
        let distance = try #require(points.double("left-eye-x")) - #require(points.double("right-eye-x"))
        #expect(abs(distance - 45) < 6)
    }

    @Test func usesTheFacesThatOthersFound() async throws {
        let source = "\(portrait) ! video/x-raw,format=NV12"
        let once = try await PipelineRun.playing("\(source) ! guise")
        let relayed = try await PipelineRun.playing("\(source) ! guise effects=none ! guise detector=none")
        #expect(once.pixels == relayed.pixels)
        #expect(relayed.frames.first?.regions.count == 1)
    }

    @Test func ignoresFacesUnderTheLeastHeight() async throws {
        let source = "\(portrait) ! video/x-raw,format=I420"
        let plain = try await PipelineRun.playing("\(source) ! identity")
        let passed = try await PipelineRun.playing("\(source) ! guise min-face=0.3")
        #expect(plain.pixels == passed.pixels)
    }

    @Test func neverWritesIntoBuffersThatOthersHold() async throws {
        let source = "\(portrait) ! video/x-raw,format=I420 ! tee name=t  t. ! queue ! guise ! fakesink  t. ! queue"
        let shared = try await PipelineRun.playing(source)
        let plain = try await PipelineRun.playing("\(portrait) ! video/x-raw,format=I420")
        #expect(shared.pixels == plain.pixels)
    }
}

/// Which samples of a frame differ between two runs.
private struct Change {
    /// Luma pixels, by the top-left one that a changed sample spans.
    private var changed: Set<Int> = []
    private let width: Int

    init(from old: [UInt8], to new: [UInt8], info: VideoInfo) {
        width = info.width
        guard old.count == new.count else { return }
        let strides = info.strides
        for component in info.components {
            let size = component.depth > 8 ? 2 : 1
            for row in 0..<component.height {
                for column in 0..<component.width {
                    let at =
                        strides[component.plane].offset + row * strides[component.plane].stride + component.offset
                        + column * component.pixelStride
                    if old[at..<at + size] != new[at..<at + size] {
                        changed.insert((row << component.verticalShift) * width + (column << component.horizontalShift))
                    }
                }
            }
        }
    }

    func outside(_ rect: Rect) -> Int {
        changed.count { pixel in
            let (x, y) = (Float(pixel % width), Float(pixel / width))
            return x < rect.x || y < rect.y || x > rect.maxX || y > rect.maxY
        }
    }

    /// How many of the rectangle's pixels changed, 0 … 1.
    func share(of rect: Rect) -> Double {
        var (all, hit) = (0, 0)
        for y in Int(rect.y)..<Int(rect.maxY) {
            for x in Int(rect.x)..<Int(rect.maxX) {
                all += 1
                if changed.contains(y * width + x) { hit += 1 }
            }
        }
        return Double(hit) / Double(all)
    }
}

extension VideoInfo {
    /// Offset and row length of each plane in a buffer without padding of its own.
    fileprivate var strides: [(offset: Int, stride: Int)] {
        let info = self.info
        return withUnsafeBytes(of: info.offset) { offsets in
            withUnsafeBytes(of: info.stride) { strides in
                (0..<planeCount).map {
                    (
                        Int(offsets.load(fromByteOffset: $0 * 8, as: UInt.self)),
                        Int(strides.load(fromByteOffset: $0 * 4, as: Int32.self))
                    )
                }
            }
        }
    }
}

struct RegionPropertyTests {
    private let source = "videotestsrc pattern=ball num-buffers=2 ! video/x-raw,format=I420,width=320,height=240"

    @Test(arguments: ["detector=none effects=none", "detector=none", "effects=none", ""])
    func areHiddenWhateverElseIsDone(settings: String) async throws {
        let checkers = source.replacing("pattern=ball", with: "pattern=checkers-1")
        let plain = try await PipelineRun.playing("\(checkers) ! identity")
        let run = try await PipelineRun.playing("\(checkers) ! guise \(settings) regions=\"0.25,0.5,0.5,0.25\"")
        try #require(run.errors.isEmpty && run.frames.count == 2)
        for (frame, before) in zip(run.frames, plain.frames) {
            let wrong = (0..<240).first { row in
                (0..<320).contains { column in
                    let isInside = (80..<240).contains(column) && (120..<180).contains(row)
                    return isInside == (frame.bytes[row * 320 + column] == before.bytes[row * 320 + column])
                }
            }
            #expect(wrong == nil)
        }
    }

    @Test func areRefusedWhenTheyCannotBeUnderstood() async throws {
        let run = try await PipelineRun.playing("\(source) ! guise detector=none regions=\"0.1,0.2\"")
        #expect(run.frames.isEmpty && run.errors.count == 1 && run.errors[0].contains("x,y,width,height"))
    }
}
