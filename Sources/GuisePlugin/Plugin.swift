import CGStreamer
import GuiseElement

/// What GStreamer looks for in libgstguise.so: GST_PLUGIN_DEFINE's function, which needs no C here.
@_cdecl("gst_plugin_guise_get_desc")
public func pluginDescription() -> UnsafePointer<GstPluginDesc> { UnsafePointer(description) }

/// Lives as long as the process; GStreamer keeps pointers into it.
nonisolated(unsafe) private let description: UnsafeMutablePointer<GstPluginDesc> = {  // proof: never written after it is made
    let description = UnsafeMutablePointer<GstPluginDesc>.allocate(capacity: 1)
    description.initialize(
        to: GstPluginDesc(
            major_version: 1, minor_version: 20, name: constant("guise"),
            description: constant("Hides and dresses faces in video"),
            plugin_init: { registerElement($0) }, version: constant(guiseVersion), license: constant("MIT/X11"),
            source: constant("guise"), package: constant("Guise"), origin: constant("Guise"), release_datetime: nil,
            _gst_reserved: (nil, nil, nil, nil)))
    return description
}()

private func constant(_ text: String) -> UnsafePointer<CChar>! { UnsafePointer(g_strdup(text)) }
