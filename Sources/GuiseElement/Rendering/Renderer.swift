import CGStreamer
import Faces
import GStreamer

/// Decides what leaves for each frame: its faces named, masked and told of, or the whole of it hidden.
///
/// Used on the streaming thread only. The verdict falls before the frame may leave: there is no way past `finish`.
final class Renderer {
    private unowned let guise: Guise
    private var effects: [any FrameEffect] = []
    private var effectsText = ""
    private var present: Set<Int> = []
    private var pool = FramePool()
    /// Hides what is hidden whatever the effects are: whole frames in doubt, and regions.
    private var cover = Mosaic()
    private var regions: [Region] = []
    private var areas: [[Point]] = []
    private var areasOf: (regions: [Region], format: StreamFormat)?
    /// Why the effects of the settings cannot be drawn.
    private var fault: String?
    private var toldOfDoubt = false

    enum Outcome {
        case push(UnsafeMutablePointer<GstBuffer>)
        case drop
        case fail
    }

    init(guise: Guise) {
        self.guise = guise
    }

    /// Nothing to draw.
    var isIdle: Bool { effects.isEmpty && regions.isEmpty && fault == nil }

    /// Takes over the effects of the settings where they changed.
    func update(_ settings: Settings) {
        regions = settings.regions
        guard settings.effects != effectsText else { return }
        effectsText = settings.effects
        do {
            effects = try EffectList.parse(settings.effects)
            fault = nil
        } catch {
            // The property's setter refuses such texts; were one to get here, every frame is in doubt.
            effects = []
            fault = "\(error)"
        }
    }

    /// Forgets who was there: what comes is another time, whose faces must not get the numbers of those that are shown.
    func restart() {
        present = []
        toldOfDoubt = false
    }

    func reset() {
        restart()
        pool.close()
    }

    /// Takes the frame's buffer over.
    func finish(_ frame: HeldFrame, _ buffer: UnsafeMutablePointer<GstBuffer>, _ analysis: Analysis) -> Outcome {
        if let fault { return doubt(frame, buffer, fault) }
        switch analysis {
        case .failed(let reason):
            return doubt(frame, buffer, reason)
        case .tooEarly:
            return doubt(frame, buffer, nil)
        case .notAsked:
            return draw(frame, buffer, FaceMetas.faces(on: buffer), addingMetas: false)
        case .faces(let faces):
            tell(of: faces, frame, at: buffer.pointee.pts)
            return draw(frame, buffer, faces, addingMetas: true)
        }
    }

    private func draw(
        _ frame: HeldFrame, _ buffer: UnsafeMutablePointer<GstBuffer>, _ faces: [Face], addingMetas: Bool
    ) -> Outcome {
        guise.statistics.update {
            $0.frames += 1
            $0.faces += UInt64(faces.count)
        }
        let hidden = faces.filter(frame.settings.choice.hides)
        let isDrawn = !frame.settings.regions.isEmpty || effects.contains { !hidden.isEmpty || !$0.needsFaces }
        guard !faces.isEmpty || isDrawn else { return .push(buffer) }
        let began = g_get_monotonic_time()
        var buffer = buffer
        if isDrawn {
            let areas = areas(of: frame)
            let settings = EffectSettings(maskScale: frame.settings.maskScale)
            guard let drawn = withPixels(of: frame, buffer, { apply(to: &$0, areas, hidden, settings) }) else {
                return unmaskable()
            }
            buffer = drawn
        }
        if addingMetas {
            buffer = UnsafeMutableRawPointer(
                gst_mini_object_make_writable(UnsafeMutableRawPointer(buffer).assumingMemoryBound(to: GstMiniObject.self))!
            ).assumingMemoryBound(to: GstBuffer.self)
            FaceMetas.add(
                faces, to: buffer, width: frame.format.info.width, height: frame.format.info.height)
        }
        guise.statistics.update { $0.drawing += Int64(g_get_monotonic_time() - began) }
        return .push(buffer)
    }

    /// The regions' corners in the frame's pixels, worked out once for a format.
    private func areas(of frame: HeldFrame) -> [[Point]] {
        if let known = areasOf, known.format === frame.format, known.regions == frame.settings.regions { return areas }
        let geometry = FrameGeometry(
            width: frame.format.info.width, height: frame.format.info.height, orientation: frame.format.orientation,
            analysisSize: 0)
        areas = frame.settings.regions.map { $0.corners(in: geometry) }
        areasOf = (frame.settings.regions, frame.format)
        return areas
    }

    private func apply(to picture: inout FramePicture, _ areas: [[Point]], _ faces: [Face], _ settings: EffectSettings) {
        cover.hide(areas: areas, in: &picture)
        for index in effects.indices { effects[index].apply(to: &picture, faces: faces, settings: settings) }
    }

    // MARK: Doubt

    /// A frame whose faces we could not make sure of; where nothing is wrong but the time, there is no reason and nobody is told.
    private func doubt(_ frame: HeldFrame, _ buffer: UnsafeMutablePointer<GstBuffer>, _ reason: String?) -> Outcome {
        guise.statistics.update { $0.frames += 1 }
        switch frame.settings.onDoubt {
        case .error:
            guise.postError(GST_RESOURCE_ERROR_FAILED, "Cannot look for faces: \(reason ?? "there was no time")")
            gst_buffer_unref(buffer)
            return .fail
        case .drop:
            if let reason { warnOnce("A frame was left out: \(reason)") }
            guise.statistics.update { $0.dropped += 1 }
            if frame.settings.messages { FaceMessage.post(fate: .dropped, at: buffer.pointee.pts, on: guise.element) }
            gst_buffer_unref(buffer)
            return .drop
        case .maskFrame:
            if let reason { warnOnce("A whole frame was hidden: \(reason)") }
            // Now: drawing takes the frame's buffer over.
            if frame.settings.messages { FaceMessage.post(fate: .maskedWhole, at: buffer.pointee.pts, on: guise.element) }
            guard let buffer = withPixels(of: frame, buffer, { cover.maskWholeFrame(&$0) }) else { return unmaskable() }
            guise.statistics.update { $0.maskedWhole += 1 }
            return .push(buffer)
        }
    }

    private func unmaskable() -> Outcome {
        guise.postError(GST_RESOURCE_ERROR_WRITE, "Cannot hide faces: the frame's memory cannot be written")
        return .fail
    }

    /// Doubt may last for thousands of frames; the statistics count them, the bus is told once.
    private func warnOnce(_ text: String) {
        guard !toldOfDoubt else { return }
        toldOfDoubt = true
        guise.postWarning(text)
    }

    // MARK: Pixels

    /// Draws on the frame's own memory where nobody else holds it, else on a copy of ours; nil where neither can be had.
    ///
    /// Takes the frame's buffer over, in any case.
    private func withPixels(
        of frame: HeldFrame, _ buffer: UnsafeMutablePointer<GstBuffer>, _ body: (inout FramePicture) -> Void
    ) -> UnsafeMutablePointer<GstBuffer>? {
        guard let buffer = pool.writable(buffer, info: frame.format.info) else { return nil }
        guard let mapped = VideoFrame(mapping: buffer, info: frame.format.info, writable: true) else {
            gst_buffer_unref(buffer)
            return nil
        }
        var picture = FramePicture(frame: mapped, layout: frame.format.layout)
        body(&picture)
        return buffer
    }

    // MARK: Messages

    private func tell(of faces: [Face], _ frame: HeldFrame, at pts: GstClockTime) {
        let ids = Set(faces.compactMap(\.id))
        let entered = ids.subtracting(present)
        let left = present.subtracting(ids)
        present = ids
        guard frame.settings.messages || !entered.isEmpty || !left.isEmpty else { return }
        FaceMessage.post(
            faces, entered: entered.sorted(), left: left.sorted(), at: pts, on: guise.element)
    }
}
