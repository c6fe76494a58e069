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
    init(_ region: RegionOfInterest, orientation: DisplayOrientation, width: Double, height: Double) {
        func shown(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
            orientation.shown(x: x, y: y, width: width, height: height)
        }
        let one = shown(Double(region.x), Double(region.y))
        let other = shown(Double(region.x + region.width), Double(region.y + region.height))
        x = min(one.x, other.x)
        y = min(one.y, other.y)
        self.width = abs(one.x - other.x)
        self.height = abs(one.y - other.y)
        let parameters = region.parameters("guise")
        score = parameters?.double("score")
        id = parameters?.integer("id")
        let points = FrameRecord.landmarkNames.compactMap { name -> (x: Double, y: Double)? in
            let field = String(name.map { $0 == "_" ? "-" : $0 })
            guard let x = parameters?.double("\(field)-x"), let y = parameters?.double("\(field)-y") else { return nil }
            return shown(x, y)
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
