/// Keeps the best of every heap of overlapping detections.
public enum NonMaximumSuppression {
    /// Boxes that share more than this (intersection over union) are taken for one face; both detectors' own value.
    public static let overlapLimit: Float = 0.3

    /// The faces that no better one overlaps, best first; equal scores keep their order.
    public static func kept(of faces: [Face]) -> [Face] {
        let order = faces.indices.sorted { first, second in
            faces[first].score == faces[second].score ? first < second : faces[first].score > faces[second].score
        }
        var kept: [Face] = []
        for index in order {
            let face = faces[index]
            if kept.allSatisfy({ $0.box.overlap(with: face.box) <= overlapLimit }) { kept.append(face) }
        }
        return kept
    }
}

extension Face {
    /// The face if its box is one, else nil; points that are not finite are left out.
    static func sound(box: Rect, score: Float, landmarks: Landmarks) -> Face? {
        guard box.isSound else { return nil }
        return Face(box: box, score: score, landmarks: landmarks.isFinite ? landmarks : nil)
    }
}

extension Rect {
    /// Whether the rectangle is finite and has an area that is.
    var isSound: Bool {
        x.isFinite && y.isFinite && width > 0 && height > 0 && (width * height).isFinite && maxX.isFinite && maxY.isFinite
    }
}

extension Landmarks {
    var isFinite: Bool {
        rightEye.isFinite && leftEye.isFinite && nose.isFinite && rightMouth.isFinite && leftMouth.isFinite
    }
}

extension Point {
    var isFinite: Bool { x.isFinite && y.isFinite }
}
