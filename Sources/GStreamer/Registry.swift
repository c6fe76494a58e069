import CGStreamer

/// GStreamer as it is loaded in this process: start-up, version, and which elements there are.
public enum Registry {
    /// Starts GStreamer once; later calls do nothing. Call it before anything else in this module.
    public static func start() throws(GStreamerError) {
        var failure: UnsafeMutablePointer<GError>?
        guard gst_init_check(nil, nil, &failure) == 0 else { return }
        throw .start(reason: takeMessage(of: failure))
    }

    /// GStreamer's version, such as `1.22.0`.
    public static var version: String {
        var (major, minor, micro, nano): (guint, guint, guint, guint) = (0, 0, 0, 0)
        gst_version(&major, &minor, &micro, &nano)
        return "\(major).\(minor).\(micro)"
    }

    /// Keeps elements that choose others by themselves, such as autovideosink, from choosing this one.
    public static func neverChoose(_ name: String) {
        guard let feature = gst_registry_lookup_feature(gst_registry_get(), name) else { return }
        gst_plugin_feature_set_rank(feature, guint(GST_RANK_NONE.rawValue))
        gst_object_unref(UnsafeMutableRawPointer(feature))
    }

    /// Whether an element can be made by that factory name.
    public static func elementExists(_ name: String) -> Bool {
        guard let factory = gst_element_factory_find(name) else { return false }
        gst_object_unref(UnsafeMutableRawPointer(factory))
        return true
    }
}

/// Reads a GError's message and frees it.
func takeMessage(of failure: UnsafeMutablePointer<GError>?) -> String {
    guard let failure else { return "unknown error" }
    defer { g_error_free(failure) }
    return String(cString: failure.pointee.message)
}

/// Takes over a string that C allocated with GLib.
func takeString(_ characters: UnsafeMutablePointer<CChar>?) -> String? {
    guard let characters else { return nil }
    defer { g_free(characters) }
    return String(cString: characters)
}
