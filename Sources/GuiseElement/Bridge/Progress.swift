import CGStreamer
import GStreamer

/// How far the stream has come where it leaves: upstream, being ahead by the frames that are held, would answer too much.
final class Progress: Sendable {
    private struct Place {
        var segment = GstSegment()
        /// The end of the last frame sent.
        var end: GstClockTime?
    }

    private let place = Monitor(Place())

    func restart() {
        place.withLock { place in
            place = Place()
            gst_segment_init(&place.segment, GST_FORMAT_UNDEFINED)
        }
    }

    func take(segmentOf event: UnsafeMutablePointer<GstEvent>) {
        place.withLock { place in
            place = Place()
            gst_event_copy_segment(event, &place.segment)
        }
    }

    func take(_ buffer: UnsafeMutablePointer<GstBuffer>) {
        let (start, duration) = (buffer.pointee.pts, buffer.pointee.duration)
        guard start != .max else { return }
        place.withLock { $0.end = duration == .max ? start : start &+ duration }
    }

    /// Answers a position query about time; false where the question is upstream's to answer.
    func answer(_ query: UnsafeMutablePointer<GstQuery>) -> Bool {
        var format = GST_FORMAT_UNDEFINED
        gst_query_parse_position(query, &format, nil)
        return place.withLock { place in
            guard format == GST_FORMAT_TIME, place.segment.format == GST_FORMAT_TIME else { return false }
            let end = place.end.map { guint64($0) } ?? place.segment.position
            let time = gst_segment_to_stream_time(&place.segment, GST_FORMAT_TIME, end)
            gst_query_set_position(query, format, gint64(bitPattern: time))
            return true
        }
    }
}
