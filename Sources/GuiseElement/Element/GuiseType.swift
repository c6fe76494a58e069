import CGStreamer
import CGStreamerShims
import GStreamer

/// The GObject side of the element: a GstBin subclass whose every instance owns one Swift `Guise`.
enum GuiseType {
    /// The instance struct is a GstBin followed by one pointer, to the retained `Guise`.
    private static let ownerOffset = MemoryLayout<GstBin>.size

    static let type: GType = {
        var info = GTypeInfo(
            class_size: guint16(MemoryLayout<GstBinClass>.size), base_init: nil, base_finalize: nil,
            class_init: { klass, _ in GuiseType.setUpClass(klass!) }, class_finalize: nil, class_data: nil,
            instance_size: guint16(ownerOffset + MemoryLayout<UnsafeRawPointer>.size), n_preallocs: 0,
            instance_init: { instance, _ in GuiseType.setUpInstance(UnsafeMutableRawPointer(instance!)) }, value_table: nil)
        return g_type_register_static(gst_bin_get_type(), "Guise", &info, GTypeFlags(rawValue: 0))
    }()

    /// The element's Swift side.
    static func owner(of instance: UnsafeMutableRawPointer) -> Guise {
        Unmanaged<Guise>.fromOpaque(slot(instance).pointee!).takeUnretainedValue()
    }

    private static func slot(_ instance: UnsafeMutableRawPointer) -> UnsafeMutablePointer<UnsafeMutableRawPointer?> {
        (instance + ownerOffset).assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    }

    private static func setUpInstance(_ instance: UnsafeMutableRawPointer) {
        slot(instance).pointee = Unmanaged.passRetained(Guise(bin: instance)).toOpaque()
    }

    fileprivate static var elementClass: UnsafeMutablePointer<GstElementClass> {
        g_type_class_peek(gst_element_get_type()).assumingMemoryBound(to: GstElementClass.self)
    }

    fileprivate static var binClass: UnsafeMutablePointer<GstBinClass> {
        g_type_class_peek(gst_bin_get_type()).assumingMemoryBound(to: GstBinClass.self)
    }

    private static func setUpClass(_ klass: UnsafeMutableRawPointer) {
        let object = klass.assumingMemoryBound(to: GObjectClass.self)
        object.pointee.set_property = { object, id, value, _ in
            GuiseType.owner(of: object!).setProperty(id, value!)
        }
        object.pointee.get_property = { object, id, value, _ in
            GuiseType.owner(of: object!).getProperty(id, value!)
        }
        object.pointee.finalize = { object in
            let slot = GuiseType.slot(object!)
            Unmanaged<Guise>.fromOpaque(slot.pointee!).release()
            slot.pointee = nil
            GuiseType.binClass.pointee.parent_class.parent_class.parent_class.finalize(object)
        }
        Guise.installProperties(on: object)

        let element = klass.assumingMemoryBound(to: GstElementClass.self)
        element.pointee.change_state = { element, transition in
            GuiseType.owner(of: element!).changeState(transition) {
                GuiseType.binClass.pointee.parent_class.change_state(element, transition)
            }
        }
        // To its neighbours it is one element: events and queries at the element go through its pads, not to its children.
        element.pointee.send_event = elementClass.pointee.send_event
        element.pointee.query = elementClass.pointee.query
        // What the children post, their states and latencies, is nobody's business either.
        let bin = klass.assumingMemoryBound(to: GstBinClass.self)
        bin.pointee.handle_message = { _, message in gst_message_unref(message) }
        bin.pointee.do_latency = { _ in 1 }
        gst_element_class_set_metadata(
            element, "Face transform", "Filter/Effect/Video",
            "Finds the faces in video and hides or dresses them on the frame's own planes; a frame that it is not sure of never leaves readable",
            "The Guise founders")
        for (name, direction) in [("sink", GST_PAD_SINK), ("src", GST_PAD_SRC)] {
            let template = gst_pad_template_new(name, direction, GST_PAD_ALWAYS, SupportedFormats.caps)
            gst_element_class_add_pad_template(element, template)
        }
    }
}
