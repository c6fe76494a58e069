import CGStreamer
import Faces

/// The element message "guise-faces": who is in the frame, who came and who left, and whether the frame is hidden or left out.
enum FaceMessage {
    /// What became of the frame as a whole.
    enum Fate {
        case shown, maskedWhole, dropped
    }

    static func post(
        _ faces: [Face] = [], entered: [Int] = [], left: [Int] = [], fate: Fate = .shown, at pts: GstClockTime,
        on element: UnsafeMutablePointer<GstElement>
    ) {
        let structure = gst_structure_new_empty("guise-faces")
        var value = GValue()
        g_value_init(&value, ValueType.uint64)
        g_value_set_uint64(&value, guint64(pts))
        gst_structure_take_value(structure, "pts", &value)
        set("masked-whole", fate == .maskedWhole, in: structure)
        set("dropped", fate == .dropped, in: structure)
        setArray("entered", entered.map(number), in: structure)
        setArray("left", left.map(number), in: structure)
        setArray("faces", faces.map(face), in: structure)
        gst_element_post_message(
            element, gst_message_new_element(UnsafeMutableRawPointer(element).assumingMemoryBound(to: GstObject.self), structure))
    }

    private static func set(_ name: String, _ flag: Bool, in structure: UnsafeMutablePointer<GstStructure>?) {
        var value = GValue()
        g_value_init(&value, ValueType.boolean)
        g_value_set_boolean(&value, flag ? 1 : 0)
        gst_structure_take_value(structure, name, &value)
    }

    private static func number(_ id: Int) -> GValue {
        var value = GValue()
        g_value_init(&value, ValueType.int)
        g_value_set_int(&value, gint(id))
        return value
    }

    private static func face(_ face: Face) -> GValue {
        var value = GValue()
        g_value_init(&value, gst_structure_get_type())
        g_value_take_boxed(&value, FaceMetas.structure(of: face))
        return value
    }

    /// Sets a field to a GstValueArray and takes the values over.
    private static func setArray(_ name: String, _ values: [GValue], in structure: UnsafeMutablePointer<GstStructure>?) {
        var array = GValue()
        g_value_init(&array, gst_value_array_get_type())
        for var value in values { gst_value_array_append_and_take_value(&array, &value) }
        gst_structure_take_value(structure, name, &array)
    }
}
