import CGStreamer
import CGStreamerShims

/// A name with typed fields, as elements post it and properties take it; it never changes.
///
/// `@unchecked Sendable`: we own the only reference and only read it.
public final class Structure: @unchecked Sendable {
    package let pointer: UnsafeMutablePointer<GstStructure>

    /// Takes over a structure that nobody else holds.
    package init(owning pointer: UnsafeMutablePointer<GstStructure>) {
        self.pointer = pointer
    }

    package init(copying pointer: UnsafePointer<GstStructure>) {
        self.pointer = gst_structure_copy(pointer)
    }

    /// Reads GStreamer's text form, such as `mosaic, scale=20`.
    public convenience init(parsing text: String) throws(GStreamerError) {
        guard let structure = gst_structure_from_string(text, nil) else {
            throw .parse(reason: "“\(text)” is not a structure such as “name, field=value”")
        }
        self.init(owning: structure)
    }

    deinit {
        gst_structure_free(pointer)
    }

    public var name: String { String(cString: gst_structure_get_name(pointer)) }

    public var fieldNames: [String] {
        (0..<gst_structure_n_fields(pointer)).map { index in
            String(cString: gst_structure_nth_field_name(pointer, guint(index)))
        }
    }

    public func string(_ field: String) -> String? {
        gst_structure_get_string(pointer, field).map { String(cString: $0) }
    }

    /// Any kind of integer, as far as it fits.
    public func integer(_ field: String) -> Int? { value(field).flatMap { Value.integer($0) } }

    /// Any kind of number.
    public func double(_ field: String) -> Double? { value(field).flatMap { Value.double($0) } }

    public func boolean(_ field: String) -> Bool? { value(field).flatMap { Value.boolean($0) } }

    /// A fraction such as a frame rate: numerator and denominator.
    public func fraction(_ field: String) -> (numerator: Int, denominator: Int)? {
        guard let value = value(field), gstswift_value_holds_fraction(value) != 0 else { return nil }
        return (Int(gst_value_get_fraction_numerator(value)), Int(gst_value_get_fraction_denominator(value)))
    }

    private func value(_ field: String) -> UnsafePointer<GValue>? { gst_structure_get_value(pointer, field) }
}

extension Structure: CustomStringConvertible {
    public var description: String { takeString(gst_structure_to_string(pointer)) ?? "" }
}

/// Reads a GValue of any type that GLib can turn into the asked one.
enum Value {
    static func integer(_ value: UnsafePointer<GValue>) -> Int? {
        converted(value, to: gstswift_type_int64()) { Int(g_value_get_int64($0)) }
    }

    static func double(_ value: UnsafePointer<GValue>) -> Double? {
        converted(value, to: gstswift_type_double()) { g_value_get_double($0) }
    }

    static func boolean(_ value: UnsafePointer<GValue>) -> Bool? {
        converted(value, to: gstswift_type_boolean()) { g_value_get_boolean($0) != 0 }
    }

    static func string(_ value: UnsafePointer<GValue>) -> String? {
        converted(value, to: gstswift_type_string()) { value in
            g_value_get_string(value).map { String(cString: $0) }
        } ?? nil
    }

    private static func converted<Result>(
        _ value: UnsafePointer<GValue>, to type: GType, _ read: (UnsafePointer<GValue>) -> Result
    ) -> Result? {
        var target = GValue()
        g_value_init(&target, type)
        defer { g_value_unset(&target) }
        guard g_value_transform(value, &target) != 0 else { return nil }
        return read(&target)
    }
}
