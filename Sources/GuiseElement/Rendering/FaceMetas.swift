import CGStreamer
import Faces

/// Faces as GstVideoRegionOfInterestMeta (roi-type "face") with a params structure "guise".
enum FaceMetas {
    private static let roiType = g_quark_from_string("face")
    private static let pointNames: [(x: String, y: String)] = ["right-eye", "left-eye", "nose", "right-mouth", "left-mouth"].map {
        ("\($0)-x", "\($0)-y")
    }

    /// Adds a meta for each face; the buffer must be writable.
    static func add(_ faces: [Face], to buffer: UnsafeMutablePointer<GstBuffer>, width: Int, height: Int) {
        for face in faces {
            let (x, y) = (max(0, min(Float(width), face.box.x)), max(0, min(Float(height), face.box.y)))
            let (right, bottom) = (max(x, min(Float(width), face.box.maxX)), max(y, min(Float(height), face.box.maxY)))
            let meta = gst_buffer_add_video_region_of_interest_meta_id(
                buffer, roiType, guint(x), guint(y), guint((right - x).rounded(.up)), guint((bottom - y).rounded(.up)))
            gst_video_region_of_interest_meta_add_param(meta, structure(of: face))
        }
    }

    static func structure(of face: Face) -> UnsafeMutablePointer<GstStructure>? {
        let structure = gst_structure_new_empty("guise")
        func set(_ name: String, _ number: Float) {
            var value = GValue()
            g_value_init(&value, ValueType.double)
            g_value_set_double(&value, Double(number))
            gst_structure_take_value(structure, name, &value)
        }
        if let id = face.id {
            var value = GValue()
            g_value_init(&value, ValueType.int)
            g_value_set_int(&value, gint(id))
            gst_structure_take_value(structure, "id", &value)
        }
        set("score", face.score)
        var value = GValue()
        g_value_init(&value, ValueType.string)
        g_value_set_string(&value, face.source.rawValue)
        gst_structure_take_value(structure, "source", &value)
        var sure = GValue()
        g_value_init(&sure, ValueType.boolean)
        g_value_set_boolean(&sure, face.isSure ? 1 : 0)
        gst_structure_take_value(structure, "sure", &sure)
        // The meta's own box is whole pixels inside the frame; this is what was found.
        for (name, number) in [("x", face.box.x), ("y", face.box.y), ("width", face.box.width), ("height", face.box.height)] {
            set(name, number)
        }
        if let points = face.landmarks?.all {
            for (names, point) in zip(pointNames, points) {
                set(names.x, point.x)
                set(names.y, point.y)
            }
        }
        return structure
    }

    /// The faces that metas on the buffer tell of, whoever put them there.
    static func faces(on buffer: UnsafeMutablePointer<GstBuffer>) -> [Face] {
        var faces: [Face] = []
        var state: gpointer?
        while let meta = gst_buffer_iterate_meta_filtered(buffer, &state, gst_video_region_of_interest_meta_api_get_type()) {
            let roi = UnsafeMutableRawPointer(meta).assumingMemoryBound(to: GstVideoRegionOfInterestMeta.self)
            guard roi.pointee.roi_type == roiType else { continue }
            faces.append(face(of: roi))
        }
        return faces
    }

    private static func face(of roi: UnsafeMutablePointer<GstVideoRegionOfInterestMeta>) -> Face {
        let meta = roi.pointee
        var face = Face(
            box: Rect(x: Float(meta.x), y: Float(meta.y), width: Float(meta.w), height: Float(meta.h)), score: 1)
        guard let parameters = gst_video_region_of_interest_meta_get_param(roi, "guise") else { return face }
        func number(_ name: String) -> Float? {
            var value = 0.0
            return gst_structure_get_double(parameters, name, &value) != 0 ? Float(value) : nil
        }
        var id: gint = 0
        if gst_structure_get_int(parameters, "id", &id) != 0 { face.id = Int(id) }
        face.score = number("score") ?? 1
        face.source =
            gst_structure_get_string(parameters, "source").flatMap { Face.Source(rawValue: String(cString: $0)) } ?? .detected
        // An identity of which nobody says that it is sure is not.
        var sure: gboolean = 0
        face.isSure = gst_structure_get_boolean(parameters, "sure", &sure) != 0 && sure != 0
        if let x = number("x"), let y = number("y"), let width = number("width"), let height = number("height") {
            face.box = Rect(x: x, y: y, width: width, height: height)
        }
        let points = pointNames.compactMap { names in
            number(names.x).flatMap { x in number(names.y).map { y in Point(x: x, y: y) } }
        }
        if points.count == pointNames.count {
            face.landmarks = Landmarks(
                rightEye: points[0], leftEye: points[1], nose: points[2], rightMouth: points[3], leftMouth: points[4])
        }
        return face
    }
}

extension Landmarks {
    /// The points in the order that metas and models keep: right eye, left eye, nose, right and left mouth corner.
    fileprivate var all: [Point] { [rightEye, leftEye, nose, rightMouth, leftMouth] }
}
