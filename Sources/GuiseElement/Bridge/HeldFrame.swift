import CGStreamer
import Faces
import GStreamer

/// What looking at a frame came to.
enum Analysis: Sendable {
    /// Nobody was to look: the faces are those of the metas on the buffer.
    case notAsked
    case faces([Face])
    case failed(String)
}

/// A frame on its way through the lane: its buffer, and what is known of its faces.
///
/// `@unchecked Sendable`: `result` is only touched by the gate, under its lock, and `number` by the lane; the rest is constant.
final class HeldFrame: @unchecked Sendable {
    let buffer: UnsafeMutablePointer<GstBuffer>
    let format: StreamFormat
    let settings: Settings
    /// In nanoseconds of running time, where the buffer has one.
    let time: UInt64?
    /// Its place among the sightings, once its analysis was taken in.
    var number: Int?
    /// Set by a worker through the gate; nil as long as it is being looked at.
    fileprivate(set) var result: Analysis?

    /// Takes the buffer's reference over, until `finish` of the renderer or `discard` ends it.
    init(buffer: UnsafeMutablePointer<GstBuffer>, format: StreamFormat, settings: Settings, time: UInt64?) {
        self.buffer = buffer
        self.format = format
        self.settings = settings
        self.time = time
        result = settings.detector == .none ? .notAsked : nil
    }

    func discard() { gst_buffer_unref(buffer) }
}

/// Where the streaming thread waits for a frame's analysis, and where a flush or a state change lets it go.
final class Gate: Sendable {
    private let isOpen = Monitor(false)

    func open() { isOpen.withLock { $0 = true } }
    func close() { isOpen.withLock { $0 = false } }

    /// The analysis, or nil when the gate closed first.
    func wait(for frame: HeldFrame) -> Analysis? {
        isOpen.wait { isOpen -> Analysis?? in
            if !isOpen { return .some(nil) }
            return frame.result.map { .some($0) }
        }
    }

    func deliver(_ analysis: Analysis, for frame: HeldFrame) {
        isOpen.withLock { _ in frame.result = analysis }
    }
}
