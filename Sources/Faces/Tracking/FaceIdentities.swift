/// Numbers faces over successive frames, so that the same person's face keeps its number while it stays.
///
/// Faces are matched greedily: first those whose boxes overlap most with where they were last seen, then those whose
/// centres moved least for their size. The same input always gives the same numbers.
public struct FaceIdentities: Sendable {
    /// How long, in nanoseconds, a face may go unseen and keep its number.
    public var patience: UInt64

    /// Boxes that share less (intersection over union) are not taken for the same face by their overlap.
    static let leastOverlap: Float = 0.2
    /// How far a centre may move, in mean box sides, for faces that are matched by distance.
    static let mostMovement: Float = 0.75
    /// How much the sides of a face matched by distance may differ, as a ratio.
    static let mostGrowth: Float = 2

    private struct Known {
        var id: Int
        var box: Rect
        var seen: UInt64
    }

    private struct Match {
        var known: Int
        var face: Int
        /// Higher is better; overlaps rank above all distances.
        var rank: Float
    }

    private var known: [Known] = []
    private var next = 1

    /// Identities that survive `patience` nanoseconds unseen, half a second by default.
    public init(patience: UInt64 = 500_000_000) {
        self.patience = patience
    }

    /// The faces of the frame at a time in nanoseconds, in the order given, each with its number.
    ///
    /// Faces that nobody matches get the next number from 1 on. Time may go back, as after a seek.
    public mutating func identify(_ faces: [Face], at time: UInt64) -> [Face] {
        known.removeAll { max(time, $0.seen) - min(time, $0.seen) > patience }
        var faces = faces
        var taken = Array(repeating: false, count: known.count)
        for index in faces.indices { faces[index].id = nil }
        for match in matches(with: faces) where !taken[match.known] && faces[match.face].id == nil {
            taken[match.known] = true
            faces[match.face].id = known[match.known].id
            known[match.known].box = faces[match.face].box
            known[match.known].seen = time
        }
        for index in faces.indices where faces[index].id == nil {
            faces[index].id = next
            known.append(Known(id: next, box: faces[index].box, seen: time))
            next += 1
        }
        return faces
    }

    /// Forgets all faces; numbers go on and are not given twice.
    public mutating func reset() {
        known.removeAll()
    }

    /// All pairs that could be the same face, best first.
    private func matches(with faces: [Face]) -> [Match] {
        var matches: [Match] = []
        for (index, known) in known.enumerated() {
            for (face, box) in faces.map(\.box).enumerated() {
                if let rank = Self.rank(known.box, box) { matches.append(Match(known: index, face: face, rank: rank)) }
            }
        }
        return matches.sorted { first, second in
            if first.rank != second.rank { return first.rank > second.rank }
            return (first.known, first.face) < (second.known, second.face)
        }
    }

    /// How well two boxes match: 1 … 2 by overlap, 0 … 1 by distance, nil not at all.
    private static func rank(_ first: Rect, _ second: Rect) -> Float? {
        let overlap = first.overlap(with: second)
        if overlap >= leastOverlap { return 1 + overlap }
        let sides = (first.area.squareRoot(), second.area.squareRoot())
        guard max(sides.0, sides.1) <= mostGrowth * min(sides.0, sides.1) else { return nil }
        let x = first.centre.x - second.centre.x
        let y = first.centre.y - second.centre.y
        let movement = (x * x + y * y).squareRoot() / ((sides.0 + sides.1) / 2)
        return movement <= mostMovement ? 1 - movement : nil
    }
}
