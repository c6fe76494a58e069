import CGStreamer

/// The version of Guise, as the plugin and the program tell it.
public let guiseVersion = "0.1.0"

/// Makes the element `guise` known to this process; GStreamer must be initialised. False where GStreamer refuses.
@discardableResult
public func registerGuise() -> Bool { isRegistered }

/// Once in a process: GStreamer frees the factory that another of its name replaces, and elements of it would be left with nothing.
private let isRegistered: Bool =
    gst_plugin_register_static(
        1, 20, "guise", "Hides and dresses faces in video", { plugin in registerElement(plugin) }, guiseVersion, "MIT/X11",
        "guise", "Guise", "Guise") != 0

/// Registers the element with a plugin, loadable or static.
package func registerElement(_ plugin: OpaquePointer?) -> gboolean {
    gst_element_register(plugin, "guise", guint(GST_RANK_NONE.rawValue), GuiseType.type)
}
