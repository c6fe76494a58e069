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
