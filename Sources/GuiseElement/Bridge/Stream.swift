import CGStreamer
import Faces
import GStreamer

/// What the events so far say of the stream: its format, how it is turned, whether it is live.
struct Stream {
    private(set) var format: StreamFormat?
    private(set) var isLive = false
    private var orientation = Orientation.rotate0
    private var info: VideoInfo?
    private var segment = GstSegment()

    init() { gst_segment_init(&segment, GST_FORMAT_UNDEFINED) }

    mutating func take(segmentOf event: UnsafeMutablePointer<GstEvent>) { gst_event_copy_segment(event, &segment) }

    /// Running time, which goes on where segments follow each other; a time outside of the segment counts as it is, none as nil.
    func time(of timestamp: GstClockTime) -> UInt64? {
        guard timestamp != .max else { return nil }
        var segment = segment
        let running =
            segment.format == GST_FORMAT_TIME ? gst_segment_to_running_time(&segment, GST_FORMAT_TIME, guint64(timestamp)) : .max
        return UInt64(running == .max ? guint64(timestamp) : running)
    }

    /// Reads a caps event; false where the caps are not fixed raw video that we know.
    mutating func take(capsOf event: UnsafeMutablePointer<GstEvent>, liveAt inlet: UnsafeMutablePointer<GstPad>) -> Bool {
        var caps: UnsafeMutablePointer<GstCaps>?
        gst_event_parse_caps(event, &caps)
        guard gst_caps_is_subset(caps, SupportedFormats.caps) != 0, let info = VideoInfo(caps: caps) else { return false }
        self.info = info
        format = StreamFormat(info: info, orientation: orientation)
        isLive = Self.isLive(upstreamOf: inlet)
        return true
    }

    /// Reads a tag event: `image-orientation` says how the frames must be turned to be upright.
    mutating func take(tagsOf event: UnsafeMutablePointer<GstEvent>) {
        var tags: UnsafeMutablePointer<GstTagList>?
        gst_event_parse_tag(event, &tags)
        var text: UnsafeMutablePointer<gchar>?
        guard let tags, gst_tag_list_get_string(tags, "image-orientation", &text) != 0, let text else { return }
        defer { g_free(text) }
        let orientation = Orientation(tag: String(cString: text)) ?? .rotate0
        guard orientation != self.orientation else { return }
        self.orientation = orientation
        format = info.map { StreamFormat(info: $0, orientation: orientation) }
    }

    private static func isLive(upstreamOf inlet: UnsafeMutablePointer<GstPad>) -> Bool {
        let query = gst_query_new_latency()!
        defer { gst_query_unref(query) }
        guard gst_pad_peer_query(inlet, query) != 0 else { return false }
        var live: gboolean = 0
        gst_query_parse_latency(query, &live, nil, nil)
        return live != 0
    }
}

/// The frames between two caps events: how they lie in memory and how they are to be seen.
final class StreamFormat: Sendable {
    let info: VideoInfo
    let layout: PictureLayout
    let orientation: Orientation
    let geometry: FrameGeometry

    init(info: VideoInfo, orientation: Orientation) {
        self.info = info
        self.orientation = orientation
        layout = info.layout
        geometry = FrameGeometry(
            width: info.width, height: info.height, pixelAspect: (info.pixelAspect.numerator, info.pixelAspect.denominator),
            orientation: orientation, analysisSize: 0)
    }

    var pixelAspect: (Int, Int) { (info.pixelAspect.numerator, info.pixelAspect.denominator) }

    /// A face's height as it is displayed, as a fraction of the frame's.
    func relativeHeight(of face: Face) -> Float {
        orientation.swapsAxes ? face.box.width / Float(info.width) : face.box.height / Float(info.height)
    }
}
