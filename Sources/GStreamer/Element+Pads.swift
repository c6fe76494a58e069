import CGStreamer
import CGStreamerShims

extension Element {
    /// A pad that exists now.
    public func pad(_ name: String) -> Pad? { gst_element_get_static_pad(pointer, name).map { Pad(owning: $0) } }

    /// Asks for one more pad by the name of its template, such as `audio_%u`.
    public func requestPad(_ template: String) throws(GStreamerError) -> Pad {
        guard let pad = gst_element_request_pad_simple(pointer, template) else {
            throw .noPad(element: name, pad: template)
        }
        return Pad(owning: pad)
    }

    /// Asks for a sink pad that takes a stream of those caps; nil when the element has no use for it.
    public func requestPad(for caps: Caps) -> Pad? {
        for template in sinkTemplates where template.caps.intersects(caps) {
            if let pad = try? requestPad(template.name) { return pad }
        }
        return nil
    }

    /// The sink pads that the element offers, by template name, with what each takes.
    public var sinkTemplates: [(name: String, caps: Caps)] { Element.sinkTemplates(of: gst_element_get_factory(pointer)) }

    /// The same for an element that need not be made.
    public static func sinkTemplates(of factory: String) -> [(name: String, caps: Caps)] {
        guard let factory = gst_element_factory_find(factory) else { return [] }
        defer { gst_object_unref(UnsafeMutableRawPointer(factory)) }
        return sinkTemplates(of: factory)
    }

    private static func sinkTemplates(of factory: OpaquePointer?) -> [(name: String, caps: Caps)] {
        guard let factory else { return [] }
        var templates: [(name: String, caps: Caps)] = []
        var node = UnsafeMutablePointer(mutating: gst_element_factory_get_static_pad_templates(factory))
        while let entry = node {
            let template = entry.pointee.data.assumingMemoryBound(to: GstStaticPadTemplate.self)
            if template.pointee.direction == GST_PAD_SINK, let caps = gst_static_pad_template_get_caps(template) {
                templates.append((String(cString: template.pointee.name_template), Caps(owning: caps)))
            }
            node = entry.pointee.next
        }
        return templates
    }

    /// Links by whatever pads fit.
    public func link(to next: Element) throws(GStreamerError) {
        if gst_element_link(pointer, next.pointer) == 0 { throw .notLinked(from: name, to: next.name) }
    }

    /// Calls `body` for each pad that appears later, on the thread that makes it.
    public func onPadAdded(_ body: @escaping @Sendable (Pad) -> Void) {
        let handler: @convention(c) (gpointer?, UnsafeMutablePointer<GstPad>?, gpointer?) -> Void = { _, pad, data in
            guard let pad, let body = Callback<@Sendable (Pad) -> Void>.body(from: data) else { return }
            body(Pad(sharing: pad))
        }
        connect("pad-added", unsafeBitCast(handler, to: GCallback.self), data: Callback.retain(body))
    }

    /// Calls `body` when the element has shown all of its pads.
    public func onNoMorePads(_ body: @escaping @Sendable () -> Void) {
        let handler: @convention(c) (gpointer?, gpointer?) -> Void = { _, data in
            Callback<@Sendable () -> Void>.body(from: data)?()
        }
        connect("no-more-pads", unsafeBitCast(handler, to: GCallback.self), data: Callback.retain(body))
    }

    private func connect(_ signal: String, _ handler: @escaping GCallback, data: gpointer) {
        g_signal_connect_data(pointer, signal, handler, data, { data, _ in releaseCallback(data) }, GConnectFlags(0))
    }
}
