import GStreamer
import TestSupport
import Testing

@testable import GuiseElement

/// Whatever fails, no frame leaves bare.
struct DoubtTests {
    private let source = "videotestsrc num-buffers=5 ! video/x-raw,format=I420,width=320,height=240"

    @Test func refusesToStartWithoutItsModel() async throws {
        let run = try await PipelineRun.playing("\(source) ! guise model-dir=/nonexistent")
        #expect(run.frames.isEmpty)
        #expect(run.errors.count == 1)
        #expect(
            run.errors[0].contains("/nonexistent/face_detection_yunet_2023mar.onnx") && run.errors[0].contains("GUISE_MODELS"))
    }

    @Test(arguments: ["mosiac", "mosaic,scale=big", "mosaic,colour=red", "mosaic;;eyes,size=99", "=,"])
    func refusesEffectsThatItDoesNotKnow(effects: String) async throws {
        let run = try await PipelineRun.playing("\(source) ! guise detector=none effects=\"\(effects)\"")
        #expect(run.frames.isEmpty)
        #expect(run.errors.count == 1 && run.errors[0].contains(effects))
    }

    @Test func hidesWholeFramesWhenAnalysisFails() async throws {
        let plain = try await PipelineRun.playing("\(source) ! identity")
        let run = try await PipelineRun.playing("\(source) ! guise name=g") {
            try $0.element("g")!.set("model-dir", "/nonexistent")
        }
        #expect(run.frames.count == 5)
        #expect(run.frames.map(\.time) == plain.frames.map(\.time))
        for frame in run.frames {
            // Cells of an eighth of the longer side: 8 × 6 values at most in the luma plane.
            #expect(Set(frame.bytes[0..<320 * 240]).count <= 48)
            for row in 0..<240 {
                for cell in 0..<8 {
                    let start = row * 320 + cell * 40
                    #expect(frame.bytes[start..<start + 40].allSatisfy { $0 == frame.bytes[start] })
                }
            }
        }
        #expect(run.stats?.integer("masked-whole") == 5)
        #expect(run.warnings.count == 1)
    }

    @Test func leavesFramesOutWhenAskedTo() async throws {
        let run = try await PipelineRun.playing("\(source) ! guise name=g on-doubt=drop") {
            try $0.element("g")!.set("model-dir", "/nonexistent")
        }
        #expect(run.frames.isEmpty && run.errors.isEmpty)
        #expect(run.stats?.integer("dropped") == 5)
    }

    @Test func stopsWithAnErrorWhenAskedTo() async throws {
        let run = try await PipelineRun.playing("\(source) ! guise name=g on-doubt=error") {
            try $0.element("g")!.set("model-dir", "/nonexistent")
        }
        #expect(run.frames.isEmpty)
        #expect(run.errors.first?.contains("/nonexistent/") == true)
    }

    @Test(arguments: [("mask-frame", "masked-whole"), ("drop", "dropped")])
    func tellsOfTheFramesThatItDoubts(choice: String, flag: String) async throws {
        let line = "\(source) ! guise name=g on-doubt=\(choice)"
        let told = try await PipelineRun.playing(line + " messages=true") {
            try $0.element("g")!.set("model-dir", "/nonexistent")
        }
        #expect(told.faceMessages.count == 5)
        for message in told.faceMessages {
            for name in ["masked-whole", "dropped"] { #expect(message.boolean(name) == (name == flag)) }
        }
        let silent = try await PipelineRun.playing(line) { try $0.element("g")!.set("model-dir", "/nonexistent") }
        #expect(silent.faceMessages.isEmpty)
        let sure = try await PipelineRun.playing("\(source) ! guise messages=true")
        #expect(sure.faceMessages.map { $0.boolean(flag) } == Array(repeating: false, count: 5))
    }

    @Test func keepsTheEffectsItHasWhenNewOnesCannotBeUsed() async throws {
        let line = "filesrc location=\(Place.astronaut) ! pngdec ! videoconvert ! video/x-raw,format=I420 ! guise name=g"
        let plain = try await PipelineRun.playing(line + " effects=mosaic")
        let run = try await PipelineRun.playing(line) { try $0.element("g")!.set("effects", "nonsense") }
        #expect(run.errors.count == 1)
        #expect(run.frames.allSatisfy { $0.bytes == plain.frames[0].bytes })
    }
}
