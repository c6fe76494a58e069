import CGStreamer
import CGStreamerShims

extension Element {
    public func hasProperty(_ property: String) -> Bool { gstswift_find_property(pointer, property) != nil }

    /// Sets a property from text, as on a gst-launch line; unlike there, an unfit value is an error.
    public func set(_ property: String, _ text: String) throws(GStreamerError) {
        guard let specification = gstswift_find_property(pointer, property) else {
            throw .property(element: name, name: property, reason: "there is no such property")
        }
        guard specification.pointee.flags.rawValue & G_PARAM_WRITABLE.rawValue != 0 else {
            throw .property(element: name, name: property, reason: "it can only be read")
        }
        var value = GValue()
        g_value_init(&value, specification.pointee.value_type)
        defer { g_value_unset(&value) }
        if specification.pointee.value_type == gstswift_type_string() {
            g_value_set_string(&value, text)
        } else if gst_value_deserialize_with_pspec(&value, text, specification) == 0 {
            throw .property(element: name, name: property, reason: "“\(text)” is no value for it")
        } else if g_param_value_validate(specification, &value) != 0 {
            throw .property(element: name, name: property, reason: "“\(text)” is out of its range")
        }
        g_object_set_property(asGObject, property, &value)
    }

    public func set(_ property: String, _ number: Int) throws(GStreamerError) { try set(property, String(number)) }

    public func set(_ property: String, _ number: Double) throws(GStreamerError) { try set(property, "\(number)") }

    public func set(_ property: String, _ flag: Bool) throws(GStreamerError) { try set(property, flag ? "true" : "false") }

    /// The property as text; enumerations give their nick.
    public func string(_ property: String) -> String? {
        withValue(of: property) { value in
            guard gstswift_value_type(value) != gstswift_type_string() else { return Value.string(value) }
            return takeString(gst_value_serialize(value))
        } ?? nil
    }

    public func integer(_ property: String) -> Int? { withValue(of: property) { Value.integer($0) } ?? nil }

    public func double(_ property: String) -> Double? { withValue(of: property) { Value.double($0) } ?? nil }

    public func boolean(_ property: String) -> Bool? { withValue(of: property) { Value.boolean($0) } ?? nil }

    /// A property that is a GstStructure, such as `stats`.
    public func structure(_ property: String) -> Structure? {
        withValue(of: property) { value in
            guard gstswift_value_holds_structure(value) != 0, let boxed = g_value_get_boxed(value) else { return nil }
            return Structure(copying: boxed.assumingMemoryBound(to: GstStructure.self))
        } ?? nil
    }

    private var asGObject: UnsafeMutablePointer<GObject> {
        UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GObject.self)
    }

    private func withValue<Result>(of property: String, _ body: (UnsafePointer<GValue>) -> Result) -> Result? {
        guard let specification = gstswift_find_property(pointer, property),
            specification.pointee.flags.rawValue & G_PARAM_READABLE.rawValue != 0
        else { return nil }
        var value = GValue()
        g_value_init(&value, specification.pointee.value_type)
        defer { g_value_unset(&value) }
        g_object_get_property(asGObject, property, &value)
        return body(&value)
    }
}
