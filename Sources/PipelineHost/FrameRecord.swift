import Faces
import GStreamer

/// One frame's faces in pixels of the picture as it is shown, and their JSON.
public struct FrameRecord: Sendable {
    struct Face: Sendable {
        var x: Double
        var y: Double
        var width: Double
        var height: Double
        var score: Double?
        var id: Int?
        /// How it is known that it is there, by the element's own word; nil where nobody says it.
        var source: String? = nil
        /// In the order of `landmarkNames`.
        var landmarks: [(x: Double, y: Double)]?
    }

    static let landmarkNames = ["right_eye", "left_eye", "nose", "right_mouth", "left_mouth"]

    var file: String
    var frame: Int
    /// In seconds, as a player shows it.
    var time: Double?
    var width: Double
    var height: Double
    var faces: [Face]

    /// One line without its end.
    public var json: String {
        let faces = faces.map { face in
            var text =
                "{\"x\":\(JSON.number(face.x)),\"y\":\(JSON.number(face.y)),\"w\":\(JSON.number(face.width)),\"h\":\(JSON.number(face.height))"
            text +=
                ",\"score\":\(face.score.map { JSON.number($0, digits: 4) } ?? "null"),\"id\":\(face.id.map { "\($0)" } ?? "null")"
            let points = face.landmarks.map { landmarks in
                zip(FrameRecord.landmarkNames, landmarks)
                    .map { "\"\($0)\":[\(JSON.number($1.x)),\(JSON.number($1.y))]" }.joined(separator: ",")
            }
            return text + ",\"landmarks\":\(points.map { "{\($0)}" } ?? "null")}"
        }
        return "{\"file\":\(JSON.string(file)),\"frame\":\(frame),\"pts\":\(time.map { JSON.number($0, digits: 6) } ?? "null")"
            + ",\"width\":\(JSON.number(width)),\"height\":\(JSON.number(height)),\"faces\":[\(faces.joined(separator: ","))]}"
    }
}

extension FrameRecord.Face {
    /// Whether it was seen in this very frame or close before and after it; others have no points.
    var isSeen: Bool {
        source.flatMap(Face.Source.init(rawValue:)).map { $0 == .detected || $0 == .searched || landmarks != nil } ?? true
    }

    /// Reads what the element `guise` attached, and turns it the way that the frame is shown.
    init(_ region: RegionOfInterest, in frame: FrameGeometry) {
        let parameters = region.parameters("guise")
        func field(_ name: String) -> Float? { parameters?.double(name).map { Float($0) } }
        // What was found, to a fraction of a pixel; the region's own numbers are whole pixels inside the frame.
        let stored = Rect(
            x: field("x") ?? Float(region.x), y: field("y") ?? Float(region.y),
            width: field("width") ?? Float(region.width), height: field("height") ?? Float(region.height))
        let shown = frame.displayed(fromStored: stored)
        x = Double(shown.x)
        y = Double(shown.y)
        width = Double(shown.width)
        height = Double(shown.height)
        score = parameters?.double("score")
        id = parameters?.integer("id")
        source = parameters?.string("source")
        let points = FrameRecord.landmarkNames.compactMap { name -> (x: Double, y: Double)? in
            let name = String(name.map { $0 == "_" ? "-" : $0 })
            guard let x = field("\(name)-x"), let y = field("\(name)-y") else { return nil }
            let point = frame.displayed(fromStored: Point(x: x, y: y))
            return (Double(point.x), Double(point.y))
        }
        landmarks = points.count == FrameRecord.landmarkNames.count ? points : nil
    }
}
