import CGStreamer
import Faces
import GStreamer

extension Guise {
    private enum Property: guint, CaseIterable {
        case detector = 1
        case effects, lookahead, detectInterval, analysisSize, threshold, minFace, maskScale, onDoubt, regions, keepIDs, onlyIDs,
            modelDir, messages, stats
    }

    // MARK: Description

    static func installProperties(on object: UnsafeMutablePointer<GObjectClass>) {
        for property in Property.allCases {
            g_object_class_install_property(object, property.rawValue, specification(property))
        }
    }

    private static let defaults = Settings()

    private static func specification(_ property: Property) -> UnsafeMutablePointer<GParamSpec>? {
        let always = ParameterFlag.set(G_PARAM_READABLE, G_PARAM_WRITABLE, ParameterFlag.mutablePlaying)
        let atStart = ParameterFlag.set(G_PARAM_READABLE, G_PARAM_WRITABLE, ParameterFlag.mutableReady)
        let readOnly = ParameterFlag.set(G_PARAM_READABLE)
        switch property {
        case .detector:
            return g_param_spec_enum(
                "detector", "Detector", "What finds the faces", EnumType.detector, gint(defaults.detector.rawValue), atStart)
        case .effects:
            return g_param_spec_string(
                "effects", "Effects",
                "What is done to the faces, in order: GstStructures separated by semicolons, like \"mosaic,scale=20\" or \"eyes\"; "
                    + EffectList.help,
                defaults.effects, always)
        case .lookahead:
            let range = Settings.lookaheadRange
            return g_param_spec_int(
                "lookahead", "Look-ahead",
                "Milliseconds of frames that are held, so that a mask can begin before its face is first seen and bridge gaps; "
                    + "live streams are later by as much", gint(range.lowerBound), gint(range.upperBound),
                gint(defaults.lookahead), always)
        case .detectInterval:
            let range = Settings.detectIntervalRange
            return g_param_spec_int(
                "detect-interval", "Detection interval",
                "Frames from one full detection to the next, between which the known faces are followed; never more than the "
                    + "lookahead covers (0 = as the machine can afford)", gint(range.lowerBound), gint(range.upperBound),
                gint(defaults.detectInterval), always)
        case .analysisSize:
            let range = Settings.analysisSizeRange
            return g_param_spec_int(
                "analysis-size", "Analysis size",
                "Pixels of the longer side of the picture that the detector sees; larger finds smaller faces and takes longer, "
                    + "growing with the square (0 = the detector's own: fast 640, accurate 960; at least 128)",
                gint(range.lowerBound), gint(range.upperBound), gint(defaults.analysisSize), always)
        case .threshold:
            return number(
                "threshold", "Score from which something counts as a face (0 = the detector's own)", Settings.thresholdRange,
                defaults.threshold, always)
        case .minFace:
            return number(
                "min-face", "Least height of a face, as a fraction of the frame's; smaller ones are left alone",
                Settings.minFaceRange, defaults.minFace, always)
        case .maskScale:
            return number(
                "mask-scale", "How far a mask exceeds the face's box: 1 = just the box", Settings.maskScaleRange,
                defaults.maskScale, always)
        case .onDoubt:
            return g_param_spec_enum(
                "on-doubt", "On doubt", "What happens to a frame whose analysis failed or came too late", EnumType.onDoubt,
                gint(defaults.onDoubt.rawValue), always)
        case .regions:
            return g_param_spec_string(
                "regions", "Regions",
                "Areas of the displayed frame that are always hidden, in fractions of it: \"x,y,width,height\" or the corners of a "
                    + "polygon \"x,y x,y x,y\", separated by semicolons", nil, always)
        case .keepIDs:
            return g_param_spec_string(
                "keep-ids", "Identities to keep",
                "Identities of faces that are shown, like \"1,3\"; all others are hidden, and so are these while it is not sure that "
                    + "it is they", nil, always)
        case .onlyIDs:
            return g_param_spec_string(
                "only-ids", "Identities to hide",
                "The only identities of faces that are hidden, like \"2\"; also hidden is a face of which it is not sure whose it "
                    + "is, and, where keep-ids is set too, one that is not in it", nil, always)
        case .modelDir:
            return g_param_spec_string(
                "model-dir", "Model folder",
                "Where the models are (unset = the GUISE_MODELS variable, else lib/guise/models beside the plugin)", nil, atStart)
        case .messages:
            return g_param_spec_boolean(
                "messages", "Messages",
                "Post an element message \"guise-faces\" for every frame, not only when faces come and go",
                defaults.messages ? 1 : 0, always)
        case .stats:
            return g_param_spec_boxed(
                "stats", "Statistics",
                "Frames, faces, full detections, local searches, frames masked whole and dropped, and mean ms per stage",
                gst_structure_get_type(),
                readOnly)
        }
    }

    private static func number(
        _ name: String, _ blurb: String, _ range: ClosedRange<Float>, _ standard: Float, _ flags: GParamFlags
    ) -> UnsafeMutablePointer<GParamSpec>? {
        g_param_spec_float(name, name, blurb, range.lowerBound, range.upperBound, standard, flags)
    }

    // MARK: Values

    func setProperty(_ id: guint, _ value: UnsafePointer<GValue>) {
        guard let property = Property(rawValue: id) else { return }
        if property == .effects { return set(effects: string(value) ?? "none") }
        if property == .regions { return set(regions: string(value)) }
        if property == .keepIDs { return set("keep-ids", string(value), \.choice.kept, \.keepIDsText) }
        if property == .onlyIDs { return set("only-ids", string(value), \.choice.onlyHidden, \.onlyIDsText) }
        settings.withLock { settings in
            switch property {
            case .detector: settings.detector = DetectorChoice(rawValue: g_value_get_enum(value)) ?? settings.detector
            case .lookahead: settings.lookahead = Int(g_value_get_int(value))
            case .detectInterval: settings.detectInterval = Int(g_value_get_int(value))
            case .analysisSize: settings.analysisSize = Int(g_value_get_int(value))
            case .threshold: settings.threshold = g_value_get_float(value)
            case .minFace: settings.minFace = g_value_get_float(value)
            case .maskScale: settings.maskScale = g_value_get_float(value)
            case .onDoubt: settings.onDoubt = OnDoubt(rawValue: g_value_get_enum(value)) ?? settings.onDoubt
            case .modelDir: settings.modelDir = string(value)
            case .messages: settings.messages = g_value_get_boolean(value) != 0
            case .effects, .regions, .keepIDs, .onlyIDs, .stats: break
            }
        }
        if property == .lookahead || property == .detector { announceLatency() }
    }

    /// What is held changes: pipelines ask for the latency anew.
    func announceLatency() {
        gst_element_post_message(
            element, gst_message_new_latency(bin.assumingMemoryBound(to: GstObject.self)))
    }

    func getProperty(_ id: guint, _ value: UnsafeMutablePointer<GValue>) {
        guard let property = Property(rawValue: id) else { return }
        let settings = settings.withLock { $0 }
        switch property {
        case .detector: g_value_set_enum(value, settings.detector.rawValue)
        case .effects: g_value_set_string(value, settings.effects)
        case .lookahead: g_value_set_int(value, gint(settings.lookahead))
        case .detectInterval: g_value_set_int(value, gint(settings.detectInterval))
        case .analysisSize: g_value_set_int(value, gint(settings.analysisSize))
        case .threshold: g_value_set_float(value, settings.threshold)
        case .minFace: g_value_set_float(value, settings.minFace)
        case .maskScale: g_value_set_float(value, settings.maskScale)
        case .onDoubt: g_value_set_enum(value, settings.onDoubt.rawValue)
        case .regions: g_value_set_string(value, settings.regionsText)
        case .keepIDs: g_value_set_string(value, settings.keepIDsText)
        case .onlyIDs: g_value_set_string(value, settings.onlyIDsText)
        case .modelDir: g_value_set_string(value, settings.modelDir)
        case .messages: g_value_set_boolean(value, settings.messages ? 1 : 0)
        case .stats: g_value_take_boxed(value, statistics.structure())
        }
    }

    private func string(_ value: UnsafePointer<GValue>) -> String? {
        g_value_get_string(value).map { String(cString: $0) }
    }

    /// Takes a new list of effects; one that cannot be understood is an error, never a silent "none".
    private func set(effects text: String) {
        if accepts("effects", text) { settings.withLock { $0.effects = text } }
    }

    /// Takes new regions; those that cannot be understood are an error, never silently left bare.
    private func set(regions text: String?) {
        guard accepts("regions", text ?? ""), let regions = try? Region.list(text ?? "") else { return }
        settings.withLock {
            $0.regions = regions
            $0.regionsText = text
        }
    }

    /// Takes a new list of identities; one that cannot be understood is an error, and changes nothing.
    private func set(
        _ property: String, _ text: String?, _ list: WritableKeyPath<Settings, Set<Int>?>,
        _ written: WritableKeyPath<Settings, String?>
    ) {
        guard accepts(property, text ?? ""), let identities = try? FaceChoice.identities(text ?? "") else { return }
        settings.withLock {
            $0[keyPath: list] = identities
            $0[keyPath: written] = text
        }
    }

    /// Keeps in mind what is wrong with a property, and tells it; true where nothing is.
    private func accepts(_ property: String, _ text: String) -> Bool {
        let fault = fault(in: property, text)
        faults.withLock { $0[property] = fault }
        guard let fault else { return true }
        // Before the element is opened, the state change reports it; later nobody else would.
        if element.pointee.current_state != GST_STATE_NULL { postError(GST_RESOURCE_ERROR_SETTINGS, fault) }
        return false
    }
}

/// The GEnum types of the choices, with the nicks that gst-launch lines use.
private enum EnumType {
    static let detector = register(
        "GuiseDetector", DetectorChoice.allCases.map { (gint($0.rawValue), $0.summary, $0.nick) })
    static let onDoubt = register("GuiseOnDoubt", OnDoubt.allCases.map { (gint($0.rawValue), $0.summary, $0.nick) })

    private static func register(_ name: String, _ values: [(value: gint, summary: String, nick: String)]) -> GType {
        // GLib keeps the table for as long as the process lives.
        let table = UnsafeMutablePointer<GEnumValue>.allocate(capacity: values.count + 1)
        for (index, entry) in values.enumerated() {
            (table + index).initialize(
                to: GEnumValue(value: entry.value, value_name: g_strdup(entry.summary), value_nick: g_strdup(entry.nick)))
        }
        (table + values.count).initialize(to: GEnumValue(value: 0, value_name: nil, value_nick: nil))
        return g_enum_register_static(name, table)
    }
}
