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
            var text = "{\"x\":\(number(face.x)),\"y\":\(number(face.y)),\"w\":\(number(face.width)),\"h\":\(number(face.height))"
            text += ",\"score\":\(face.score.map { number($0, digits: 4) } ?? "null"),\"id\":\(face.id.map { "\($0)" } ?? "null")"
            let points = face.landmarks.map { landmarks in
                zip(FrameRecord.landmarkNames, landmarks)
                    .map { "\"\($0)\":[\(number($1.x)),\(number($1.y))]" }.joined(separator: ",")
            }
            return text + ",\"landmarks\":\(points.map { "{\($0)}" } ?? "null")}"
        }
        return "{\"file\":\(quoted(file)),\"frame\":\(frame),\"pts\":\(time.map { number($0, digits: 6) } ?? "null")"
            + ",\"width\":\(number(width)),\"height\":\(number(height)),\"faces\":[\(faces.joined(separator: ","))]}"
    }
}

extension FrameRecord.Face {
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
        let points = FrameRecord.landmarkNames.compactMap { name -> (x: Double, y: Double)? in
            let name = String(name.map { $0 == "_" ? "-" : $0 })
            guard let x = field("\(name)-x"), let y = field("\(name)-y") else { return nil }
            let point = frame.displayed(fromStored: Point(x: x, y: y))
            return (Double(point.x), Double(point.y))
        }
        landmarks = points.count == FrameRecord.landmarkNames.count ? points : nil
    }
}

/// A decimal with so many digits at most; JSON knows no infinity.
private func number(_ value: Double, digits: Int = 2) -> String {
    guard value.isFinite else { return "null" }
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let scaled = (abs(value) * scale).rounded()
    guard scaled < 9e15 else { return "\(value)" }
    let whole = Int(scaled)
    var fraction = String(whole % Int(scale))
    fraction = String(repeating: "0", count: digits - fraction.count) + fraction
    while fraction.hasSuffix("0") { fraction.removeLast() }
    let text = fraction.isEmpty ? "\(whole / Int(scale))" : "\(whole / Int(scale)).\(fraction)"
    return value < 0 && whole > 0 ? "-\(text)" : text
}

/// A JSON string.
private func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": result += "\\\""
        case "\\": result += "\\\\"
        case "\n": result += "\\n"
        case "\t": result += "\\t"
        case "\r": result += "\\r"
        case _ where scalar.value < 0x20:
            let digits = String(scalar.value, radix: 16)
            result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result + "\""
}
