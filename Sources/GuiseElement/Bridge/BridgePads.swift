import CGStreamer

/// The inner appsink and appsrc, and the pads through which everything enters and leaves.
///
/// The base classes behind the two elements clip, preroll, wait for clocks, start streams of their own and run threads: each of
/// these is a difference that a neighbour would see. So their pads get functions of ours: what arrives is handed to the lane on
/// the streaming thread that brought it, and what leaves is pushed on that thread, with its result going back the way it came.
/// Whatever the lane does not care for is handed to the neighbour on the other side.
struct BridgePads {
    let appsink: UnsafeMutablePointer<GstElement>
    let appsrc: UnsafeMutablePointer<GstElement>
    let inlet: UnsafeMutablePointer<GstPad>
    let outlet: UnsafeMutablePointer<GstPad>

    init() {
        appsink = gst_element_factory_make("appsink", "appsink") ?? Self.missing("appsink")
        appsrc = gst_element_factory_make("appsrc", "appsrc") ?? Self.missing("appsrc")
        gst_util_set_object_arg(UnsafeMutableRawPointer(appsink).assumingMemoryBound(to: GObject.self), "async", "false")
        // They are neither an end nor a beginning, and who looks for those, as tracers do, must look past them.
        for element in [appsink, appsrc] {
            element.pointee.object.flags &= ~(GST_ELEMENT_FLAG_SINK.rawValue | GST_ELEMENT_FLAG_SOURCE.rawValue)
        }
        // The elements keep their pads for as long as they live, and the bin keeps the elements.
        inlet = gst_element_get_static_pad(appsink, "sink")
        outlet = gst_element_get_static_pad(appsrc, "src")
        gst_object_unref(inlet)
        gst_object_unref(outlet)
    }

    private static func missing(_ name: String) -> UnsafeMutablePointer<GstElement> {
        preconditionFailure("GStreamer's app plugin, with \(name), is part of gstreamer1.0-plugins-base, which Guise depends on")
    }

    /// What a thread holds while it brings something in: GST_PAD_STREAM_LOCK, which is a macro.
    var streamLock: UnsafeMutablePointer<GRecMutex> {
        let offset = MemoryLayout<GstPad>.offset(of: \.stream_rec_lock)!
        return (UnsafeMutableRawPointer(inlet) + offset).assumingMemoryBound(to: GRecMutex.self)
    }

    /// Gives both pads their functions; `lane` must live as long as the pads.
    func carry(for lane: Lane) {
        for pad in [inlet, outlet] {
            pad.pointee.element_private = Unmanaged.passUnretained(lane).toOpaque()
            let flags =
                GST_PAD_FLAG_PROXY_CAPS.rawValue | GST_PAD_FLAG_PROXY_ALLOCATION.rawValue | GST_PAD_FLAG_PROXY_SCHEDULING.rawValue
            pad.pointee.object.flags |= flags
            gst_pad_set_iterate_internal_links_function_full(
                pad, { pad, _ in internalLink(of: pad!) }, nil, nil)
            gst_pad_set_activate_function_full(
                pad, { pad, _ in gst_pad_activate_mode(pad, GST_PAD_MODE_PUSH, 1) }, nil, nil)
            gst_pad_set_activatemode_function_full(
                pad, { _, _, mode, _ in mode == GST_PAD_MODE_PUSH ? 1 : 0 }, nil, nil)
            gst_pad_set_query_function_full(
                pad, { pad, parent, query in laneOf(pad!).query(query!, at: pad!, parent) }, nil, nil)
        }
        gst_pad_set_chain_function_full(
            inlet, { pad, _, buffer in laneOf(pad!).accept(buffer: buffer!) }, nil, nil)
        gst_pad_set_chain_list_function_full(
            inlet, { pad, _, list in laneOf(pad!).accept(list: list!) }, nil, nil)
        // Not the "full" event function: a result of false is all that the callers of an event function see.
        gst_pad_set_event_function_full(
            inlet, { pad, parent, event in laneOf(pad!).accept(event: event!, parent) }, nil, nil)
        gst_pad_set_event_function_full(
            outlet, { pad, _, event in gst_pad_push_event(laneOf(pad!).pads.inlet, event) }, nil, nil)
    }
}

private func laneOf(_ pad: UnsafeMutablePointer<GstPad>) -> Lane {
    Unmanaged<Lane>.fromOpaque(pad.pointee.element_private!).takeUnretainedValue()
}

/// An iterator over the pad on the other side.
private func internalLink(of pad: UnsafeMutablePointer<GstPad>) -> UnsafeMutablePointer<GstIterator>? {
    var value = GValue()
    g_value_init(&value, gst_pad_get_type())
    defer { g_value_unset(&value) }
    g_value_set_object(&value, laneOf(pad).other(pad))
    return gst_iterator_new_single(gst_pad_get_type(), &value)
}
