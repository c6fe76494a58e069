/// Soft spots, each a Gaussian that is cut off where it is next to nothing; where they overlap they cover more, never too much.
struct Spots: Coverage {
    /// One spot: the widths are standard deviations, in pixels, along a direction of length 1 and across it.
    struct Spot {
        var centre: Point
        var right: Point
        var width: Float
        var height: Float
    }

    private let spots: [Spot]
    private let strength: Float
    let bounds: PixelBounds

    /// How many standard deviations a spot reaches: where (1 - x² / 8)⁴, which is near to a Gaussian, is 0.
    private static let reach: Float = 2.83

    /// Spots whose middles are covered by `strength`, 0 … 1; those that are not finite are left out.
    init(_ spots: [Spot], strength: Float, frame: Size) {
        self.spots = spots
        self.strength = strength
        bounds = spots.reduce(PixelBounds(columns: 0..<0, rows: 0..<0)) { bounds, spot in
            bounds.union(Self.bounds(of: spot, in: frame))
        }
    }

    private static func bounds(of spot: Spot, in frame: Size) -> PixelBounds {
        let reach = max(spot.width, spot.height) * Self.reach
        let touched = Rect(x: spot.centre.x - reach, y: spot.centre.y - reach, width: 2 * reach, height: 2 * reach)
        return touched.isFinite && reach > 0 ? PixelBounds(touched, in: frame) : PixelBounds(columns: 0..<0, rows: 0..<0)
    }

    func cover(row: Int, from first: Int, in coverage: inout MutableSpan<UInt8>) {
        let frame = Size(width: bounds.columns.upperBound, height: bounds.rows.upperBound)
        for spot in spots {
            let touched = Self.bounds(of: spot, in: frame)
            guard touched.rows.contains(row) else { continue }
            let y = Float(row) + 0.5 - spot.centre.y
            let (across, down) = (1 / (spot.width * spot.width), 1 / (spot.height * spot.height))
            for column in touched.columns.clamped(to: first..<first + coverage.count) {
                let x = Float(column) + 0.5 - spot.centre.x
                let (u, v) = (x * spot.right.x + y * spot.right.y, y * spot.right.x - x * spot.right.y)
                let fall = 1 - (u * u * across + v * v * down) / 8
                guard fall > 0 else { continue }
                let share = strength * fall * fall * fall * fall
                let before = coverage[column - first]
                coverage[column - first] = before + UInt8(Float(255 - before) * share + 0.5)
            }
        }
    }
}
