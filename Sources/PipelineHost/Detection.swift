import Faces
import GStreamer

/// One file whose faces are listed, and how they are found.
public struct DetectionJob: Sendable {
    public var input: String
    /// Properties of the element `guise`, as text.
    public var properties: [(name: String, value: String)] = []
    /// Looks at every so-manieth frame, from the first.
    package var every = 1
    /// The element that finds the faces; tests put others in its place.
    package var finder = "guise"

    public init(input: String) {
        self.input = input
    }
}

extension DetectionJob {
    private struct State {
        var frames = 0
        var refused = false
        var orientation: Orientation?
    }

    /// Gives each frame's faces to `take`, on a streaming thread and in order; ends early when it says false.
    ///
    /// - Returns: the number of frames.
    public func run(_ take: @escaping @Sendable (FrameRecord) -> Bool) async throws(HostError) -> Int {
        let video = try FirstVideo(input, every: every, through: [.finder(of: finder, properties)])
        let state = Monitor(State())
        let entry = video.entry
        video.sink.onSample { [input] sample in
            guard let record = DetectionJob.record(sample, input, state, entry) else { return true }
            let goesOn = take(record)
            if !goesOn { state.withLock { $0.refused = true } }
            return goesOn
        }
        video.start()
        try await video.finish { state.withLock { $0.refused } }
        let end = state.withLock { $0 }
        if end.refused { throw HostError("the list could not be written") }
        guard end.frames > 0 else { throw HostError.noFrame }
        return end.frames
    }

    private static func record(
        _ sample: borrowing Sample, _ file: String, _ state: Monitor<State>, _ entry: Pad
    ) -> FrameRecord? {
        guard let buffer = sample.buffer, let format = sample.caps?.structures.first,
            let width = format.integer("width"), let height = format.integer("height"), width > 0, height > 0
        else { return nil }
        let (frame, known) = state.withLock { state in
            defer { state.frames += 1 }
            return (state.frames, state.orientation)
        }
        let orientation =
            known ?? entry.tags.lazy.compactMap { $0.string("image-orientation") }.first.flatMap(Orientation.init(tag:))
            ?? .rotate0
        if known == nil { state.withLock { $0.orientation = orientation } }
        let geometry = FrameGeometry(width: width, height: height, orientation: orientation, analysisSize: 0)
        // Looked for as when they are hidden, so that they have the same ids; but told is what is seen there.
        let faces = buffer.regions.filter { $0.kind == "face" }
            .map { FrameRecord.Face($0, in: geometry) }.filter(\.isSeen)
        let time = buffer.presentationTime.flatMap { sample.streamTime(of: $0) }
        let size = geometry.displayedSize
        return FrameRecord(
            file: file, frame: frame, time: time?.seconds, width: Double(size.width), height: Double(size.height), faces: faces)
    }
}

extension Element {
    /// An element that finds faces and does nothing else to them.
    static func finder(of factory: String, _ properties: [(name: String, value: String)]) throws(HostError) -> Element {
        do {
            let element = try Element(factory)
            if element.hasProperty("effects") {
                try element.set("effects", "none")
                try element.set("on-doubt", "error")
            }
            for property in properties { try element.set(property.name, property.value) }
            return element
        } catch {
            throw HostError(wrapping: error)
        }
    }
}
