/// Which faces of a frame are which of those known from others.
enum Association {
    /// Boxes that share less (intersection over union) are not taken for the same face by their overlap.
    static let leastOverlap: Float = 0.2
    /// How far a centre may lie from where it was expected, in mean box sides, for faces that are matched by distance.
    static let mostMovement: Float = 0.75
    /// How much the sides of a face matched by distance may differ, as a ratio.
    static let mostGrowth: Float = 2

    /// Where a face is expected; `slack` above 1 widens the distance at which it is still taken for the same.
    struct Expected {
        var box: Rect
        var slack: Float = 1
    }

    private struct Match {
        var expected: Int
        var face: Int
        var rank: Float
    }

    /// Pairs of indices, the best first, each index at most once: those that overlap most, then those that are nearest.
    static func pairs(_ expected: [Expected], _ faces: [Face]) -> [(expected: Int, face: Int)] {
        var matches: [Match] = []
        for (index, place) in expected.enumerated() {
            for (face, box) in faces.map(\.box).enumerated() {
                if let rank = rank(place, box) { matches.append(Match(expected: index, face: face, rank: rank)) }
            }
        }
        matches.sort { first, second in
            if first.rank != second.rank { return first.rank > second.rank }
            return (first.expected, first.face) < (second.expected, second.face)
        }
        var pairs: [(expected: Int, face: Int)] = []
        for match in matches where !pairs.contains(where: { $0.expected == match.expected || $0.face == match.face }) {
            pairs.append((match.expected, match.face))
        }
        return pairs
    }

    /// How well a box fits where a face is expected: 1 … 2 by overlap, 0 … 1 by distance, nil not at all.
    private static func rank(_ expected: Expected, _ box: Rect) -> Float? {
        let overlap = expected.box.overlap(with: box)
        if overlap >= leastOverlap { return 1 + overlap }
        let sides = (expected.box.area.squareRoot(), box.area.squareRoot())
        guard max(sides.0, sides.1) <= mostGrowth * min(sides.0, sides.1) else { return nil }
        let distance = expected.box.centre.distance(to: box.centre) / ((sides.0 + sides.1) / 2)
        let most = mostMovement * expected.slack
        return distance <= most ? 1 - distance / most : nil
    }
}
