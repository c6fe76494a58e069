import CGStreamer
import CGStreamerShims

/// What a stream is or may be: media types with their fields; it never changes.
///
/// `@unchecked Sendable`: caps are counted atomically and we only read them.
public final class Caps: @unchecked Sendable {
    package let pointer: UnsafeMutablePointer<GstCaps>

    /// Takes over one reference.
    package init(owning pointer: UnsafeMutablePointer<GstCaps>) {
        self.pointer = pointer
    }

    /// Adds a reference of its own.
    package init(sharing pointer: UnsafeMutablePointer<GstCaps>) {
        self.pointer = gst_caps_ref(pointer)
    }

    /// Reads GStreamer's text form, such as `video/x-raw, format=I420`.
    public convenience init(parsing text: String) throws(GStreamerError) {
        guard let caps = gst_caps_from_string(text) else { throw .parse(reason: "“\(text)” are not caps") }
        self.init(owning: caps)
    }

    deinit {
        gst_caps_unref(pointer)
    }

    /// The media type of the first structure, such as `video/x-h264`; empty when there is none.
    public var mediaType: String { isEmpty ? "" : String(cString: gst_structure_get_name(gst_caps_get_structure(pointer, 0))) }

    public var isEmpty: Bool { gst_caps_get_size(pointer) == 0 }
    public var isAny: Bool { gstswift_caps_is_any(pointer) != 0 }

    /// Every alternative, the preferred one first.
    public var structures: [Structure] {
        (0..<gst_caps_get_size(pointer)).map { Structure(copying: gst_caps_get_structure(pointer, $0)) }
    }

    /// The same with a text field of every alternative set.
    public func setting(_ field: String, to text: String) -> Caps {
        let copy = Caps(owning: gst_caps_copy(pointer))
        var value = GValue()
        g_value_init(&value, gstswift_type_string())
        defer { g_value_unset(&value) }
        g_value_set_string(&value, text)
        gst_caps_set_value(copy.pointer, field, &value)
        return copy
    }

    /// The same with a fraction of every alternative set, such as a frame rate.
    public func setting(_ field: String, to numerator: Int32, over denominator: Int32) -> Caps {
        let copy = Caps(owning: gst_caps_copy(pointer))
        var value = GValue()
        g_value_init(&value, gst_fraction_get_type())
        defer { g_value_unset(&value) }
        gst_value_set_fraction(&value, numerator, denominator)
        gst_caps_set_value(copy.pointer, field, &value)
        return copy
    }

    /// Whether some stream fits both.
    public func intersects(_ other: Caps) -> Bool { gst_caps_can_intersect(pointer, other.pointer) != 0 }

    /// Whether everything that fits these fits the other too.
    public func isSubset(of other: Caps) -> Bool { gst_caps_is_subset(pointer, other.pointer) != 0 }
}

extension Caps: Equatable, CustomStringConvertible {
    public static func == (left: Caps, right: Caps) -> Bool { gst_caps_is_equal(left.pointer, right.pointer) != 0 }

    public var description: String { takeString(gst_caps_to_string(pointer)) ?? "" }
}
