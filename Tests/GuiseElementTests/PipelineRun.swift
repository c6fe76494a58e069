import CGStreamer
import GStreamer
import GuiseElement
import TestSupport

@testable import GuiseElement

/// GStreamer with `guise` in it, started once for all tests.
enum Element {
    static let isRegistered: Bool = {
        setenv("GUISE_MODELS", Place.models, 1)
        try? Registry.start()
        return registerGuise()
    }()
}

/// A buffer as it came out of a pipeline.
struct OutputFrame: Sendable {
    var time: ClockTime?
    var bytes: [UInt8]
    var regions: [RegionOfInterest]
}

/// What a gst-launch line did: the frames that reached its end, and what was said on the bus.
struct PipelineRun: Sendable {
    var frames: [OutputFrame] = []
    var messages: [Message] = []
    var info: VideoInfo?
    var stats: Structure?

    /// A short value for each frame's bytes, so that a failed comparison does not print millions of them.
    var pixels: [Int] { frames.map { $0.bytes.hashValue } }
    var errors: [String] { messages.compactMap { if case .error(let failure) = $0.content { failure.message } else { nil } } }
    var warnings: [String] { messages.compactMap { if case .warning(let failure) = $0.content { failure.message } else { nil } } }
    var faceMessages: [Structure] {
        messages.compactMap {
            if case .element(let structure) = $0.content, structure.name == "guise-faces" { structure } else { nil }
        }
    }

    /// Plays `line`, whose open end is collected, to its end of stream or first error; `ready` may change it before frames flow.
    static func playing(_ line: String, ready: (Pipeline) throws -> Void = { _ in }) async throws -> PipelineRun {
        precondition(Element.isRegistered)
        let pipeline = try Pipeline(parsing: line + " ! appsink name=end sync=false")
        let end = AppSink(pipeline.element("end")!)!
        let collected = Monitor(PipelineRun())
        end.onSample { sample in
            let caps = sample.caps
            guard let buffer = sample.buffer else { return false }
            let frame = OutputFrame(
                time: buffer.presentationTime, bytes: buffer.withBytes { bytes in bytes.withUnsafeBytes { [UInt8]($0) } } ?? [],
                regions: buffer.regions)
            collected.withLock { run in
                run.frames.append(frame)
                run.info = VideoInfo(caps: caps?.pointer)
            }
            return true
        }
        var run = PipelineRun()
        // A refused state change has its reason on the bus, where the loop below finds it.
        if (try? pipeline.setState(.ready)) != nil {
            try ready(pipeline)
            try? pipeline.setState(.playing)
        }
        loop: for await message in pipeline.bus {
            run.messages.append(message)
            switch message.content {
            case .endOfStream, .error: break loop
            default: continue
            }
        }
        let done = collected.withLock { $0 }
        run.frames = done.frames
        run.info = done.info
        run.stats = pipeline.elements.first { $0.factory == "guise" }?.structure("stats")
        pipeline.stop()
        return run
    }
}
