import Faces
import GStreamer

/// How the frames that pass a pad are shown: how large, how turned, and when; told by the events between them.
struct StreamView: Sendable {
    /// Nil before the caps are known.
    private(set) var geometry: FrameGeometry?
    private var orientation = Orientation.rotate0
    private var segment: Segment?

    mutating func take(_ event: borrowing Event) {
        if let segment = event.segment { self.segment = segment }
        var size = geometry?.storedSize
        if let format = event.caps?.structures.first, let width = format.integer("width"), let height = format.integer("height"),
            width > 0, height > 0
        {
            size = Size(width: width, height: height)
        }
        if let tag = event.tags?.string("image-orientation") { orientation = Orientation(tag: tag) ?? .rotate0 }
        if let size, size != geometry?.storedSize || orientation != geometry?.orientation {
            geometry = FrameGeometry(width: size.width, height: size.height, orientation: orientation, analysisSize: 0)
        }
    }

    /// When a player shows the frame.
    func time(of buffer: borrowing Buffer) -> ClockTime? {
        guard let segment, let time = buffer.presentationTime else { return nil }
        return segment.streamTime(of: time)
    }
}
