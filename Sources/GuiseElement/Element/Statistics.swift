import CGStreamer
import Synchronization

/// What the element has done since it was made; read as the `stats` property.
final class Statistics: Sendable {
    struct Counts: Sendable {
        var frames: UInt64 = 0
        var faces: UInt64 = 0
        var detections: UInt64 = 0
        var searches: UInt64 = 0
        var maskedWhole: UInt64 = 0
        var dropped: UInt64 = 0
        /// Sums of the microseconds spent detecting, searching, waiting for both, and drawing.
        var detecting: Int64 = 0
        var searching: Int64 = 0
        var waiting: Int64 = 0
        var drawing: Int64 = 0
    }

    private let counts = Mutex(Counts())

    func update(_ change: (inout Counts) -> Void) { counts.withLock { change(&$0) } }

    /// A GstStructure that the caller frees; times are means in ms.
    func structure() -> UnsafeMutablePointer<GstStructure>? {
        let counts = counts.withLock { $0 }
        let structure = gst_structure_new_empty("guise-stats")
        func set(_ name: String, _ number: UInt64) {
            var value = GValue()
            g_value_init(&value, ValueType.uint64)
            g_value_set_uint64(&value, guint64(number))
            gst_structure_take_value(structure, name, &value)
        }
        func set(_ name: String, microseconds sum: Int64, over times: UInt64) {
            var value = GValue()
            g_value_init(&value, ValueType.double)
            g_value_set_double(&value, times > 0 ? Double(sum) / 1000 / Double(times) : 0)
            gst_structure_take_value(structure, name, &value)
        }
        set("frames", counts.frames)
        set("faces", counts.faces)
        set("detections", counts.detections)
        set("searches", counts.searches)
        set("masked-whole", counts.maskedWhole)
        set("dropped", counts.dropped)
        set("detect-ms", microseconds: counts.detecting, over: counts.detections)
        set("search-ms", microseconds: counts.searching, over: counts.searches)
        set("wait-ms", microseconds: counts.waiting, over: counts.frames)
        set("draw-ms", microseconds: counts.drawing, over: counts.frames)
        return structure
    }
}
