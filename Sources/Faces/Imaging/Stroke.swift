/// Straight lines of one width with round ends, as one shape: where they meet nothing is painted twice.
struct Stroke: Coverage {
    private let points: [Point]
    private let isClosed: Bool
    private let half: Float
    let bounds: PixelBounds

    /// The outline through points, or from each of them to the next; nil where they are not all finite.
    init?(through points: [Point], closed: Bool, width: Float, frame: Size) {
        guard let first = points.first, points.allSatisfy(\.isFinite) else { return nil }
        self.points = points
        isClosed = closed
        half = width / 2
        var (left, top, right, bottom) = (first.x, first.y, first.x, first.y)
        for point in points {
            (left, right) = (min(left, point.x), max(right, point.x))
            (top, bottom) = (min(top, point.y), max(bottom, point.y))
        }
        let reach = half + 0.5
        bounds = PixelBounds(
            Rect(x: left - reach, y: top - reach, width: right - left + 2 * reach, height: bottom - top + 2 * reach),
            in: frame)
    }

    func cover(row: Int, from first: Int, in coverage: inout MutableSpan<UInt8>) {
        let y = Float(row) + 0.5
        let columns = first..<first + coverage.count
        for index in points.indices {
            guard index + 1 < points.count || isClosed else { return }
            cover(y, from: points[index], to: points[(index + 1) % points.count], columns, in: &coverage)
        }
    }

    private func cover(
        _ y: Float, from start: Point, to end: Point, _ columns: Range<Int>, in coverage: inout MutableSpan<UInt8>
    ) {
        let reach = half + 0.5
        let (across, down) = (end.x - start.x, end.y - start.y)
        // The part of the line that lies within reach of the row.
        var part: (from: Float, to: Float) = (0, 1)
        if down.magnitude > 0.001 {
            let (one, other) = ((y - reach - start.y) / down, (y + reach - start.y) / down)
            part = (max(0, min(one, other)), min(1, max(one, other)))
        } else if (y - start.y).magnitude > reach {
            return
        }
        guard part.from <= part.to else { return }
        let (one, other) = (start.x + part.from * across, start.x + part.to * across)
        let limits = columns.lowerBound...columns.upperBound
        let left = (min(one, other) - reach).floor(within: limits)
        let right = (max(one, other) + reach).ceiling(within: limits)
        let square = across * across + down * down
        for column in left..<max(left, right) {
            let (x, rise) = (Float(column) + 0.5 - start.x, y - start.y)
            let place = square > 0 ? max(0, min(1, (x * across + rise * down) / square)) : 0
            let (dx, dy) = (x - place * across, rise - place * down)
            let share = max(0, min(1, reach - (dx * dx + dy * dy).squareRoot()))
            let index = column - columns.lowerBound
            coverage[index] = max(coverage[index], UInt8(share * 255 + 0.5))
        }
    }
}
