import CGStreamer
import FaceInference
import Faces
import GStreamer
import Synchronization

/// One `guise` element: its settings, its lane from the sink pad to the src pad, and its state changes.
final class Guise: @unchecked Sendable {  // proof: pointers are set once in init; what changes is behind a Mutex or in the lane
    /// The GstBin that this is the Swift side of; it owns us, so the pointer is not retained.
    let bin: UnsafeMutableRawPointer
    let settings = Mutex(Settings())
    let statistics = Statistics()
    private(set) var lane: Lane!
    /// What was wrong with properties as they were last set, by their names; told at the next state change.
    let faults = Mutex<[String: String]>([:])
    /// Held open from READY on, so that the workers find the models read.
    private let library = Mutex<ModelLibrary?>(nil)

    var element: UnsafeMutablePointer<GstElement> { bin.assumingMemoryBound(to: GstElement.self) }

    init(bin: UnsafeMutableRawPointer) {
        self.bin = bin
        let pads = makePads()
        lane = Lane(element: self, pads: pads)
        pads.carry(for: lane)
    }

    /// An appsink and an appsrc behind ghost pads; the lane drives their pads itself.
    private func makePads() -> BridgePads {
        let bin = bin.assumingMemoryBound(to: GstBin.self)
        // A bin with a sink or a source inside would count as one: the pipeline would wait for its preroll and its EOS.
        gst_bin_set_suppressed_flags(
            bin, GstElementFlags(rawValue: GST_ELEMENT_FLAG_SINK.rawValue | GST_ELEMENT_FLAG_SOURCE.rawValue))
        let pads = BridgePads()
        for (child, pad, name) in [(pads.appsink, pads.inlet, "sink"), (pads.appsrc, pads.outlet, "src")] {
            gst_bin_add(bin, child)
            let template = gst_element_get_pad_template(element, name)
            gst_element_add_pad(element, gst_ghost_pad_new_from_template(name, pad, template))
        }
        return pads
    }

    // MARK: State

    func changeState(_ transition: GstStateChange, _ chainUp: () -> GstStateChangeReturn) -> GstStateChangeReturn {
        switch transition {
        case GST_STATE_CHANGE_NULL_TO_READY:
            guard opensModels() else { return GST_STATE_CHANGE_FAILURE }
        case GST_STATE_CHANGE_READY_TO_PAUSED:
            lane.start()
        case GST_STATE_CHANGE_PAUSED_TO_READY:
            // A streaming thread that waits for an analysis holds the pad's lock, which deactivation needs.
            lane.unblock()
        default: break
        }
        let result = chainUp()
        let failedToStart = transition == GST_STATE_CHANGE_READY_TO_PAUSED && result == GST_STATE_CHANGE_FAILURE
        if transition == GST_STATE_CHANGE_PAUSED_TO_READY || failedToStart { lane.stop() }
        return result
    }

    /// Makes sure that every frame can be analysed before the first one comes.
    private func opensModels() -> Bool {
        if let fault = faults.withLock({ $0.values.min() }) {
            postError(GST_RESOURCE_ERROR_SETTINGS, fault)
            return false
        }
        let settings = settings.withLock { $0 }
        guard let kind = settings.detector.kind else { return true }
        do {
            let library = ModelLibrary.at(ModelFolder.path(settings.modelDir))
            try library.load(kind)
            self.library.withLock { $0 = library }
            return true
        } catch {
            postError(GST_RESOURCE_ERROR_NOT_FOUND, "Cannot start the \(kind.rawValue) face detector: \(error)")
            return false
        }
    }

    // MARK: Messages

    func postError(_ code: GstResourceError, _ text: String) {
        gst_element_message_full(
            element, GST_MESSAGE_ERROR, gst_resource_error_quark(), gint(code.rawValue), g_strdup(text), nil, #fileID, #function,
            gint(#line))
    }

    func postWarning(_ text: String) {
        gst_element_message_full(
            element, GST_MESSAGE_WARNING, gst_stream_error_quark(), gint(GST_STREAM_ERROR_FAILED.rawValue), g_strdup(text), nil,
            #fileID, #function, gint(#line))
    }
}
