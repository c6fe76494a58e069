/// A filled circle.
struct Dot: Coverage {
    let centre: Point
    let radius: Float
    let bounds: PixelBounds

    /// A circle of a radius in pixels; one that is not finite covers nothing.
    init(centre: Point, radius: Float, frame: Size) {
        self.centre = centre
        self.radius = radius
        let reach = radius + 0.5
        let touched = Rect(x: centre.x - reach, y: centre.y - reach, width: 2 * reach, height: 2 * reach)
        bounds = touched.isFinite && radius > 0 ? PixelBounds(touched, in: frame) : PixelBounds(columns: 0..<0, rows: 0..<0)
    }

    func cover(row: Int, from first: Int, in coverage: inout MutableSpan<UInt8>) {
        let y = Float(row) + 0.5 - centre.y
        let reach = radius + 0.5
        let square = reach * reach - y * y
        guard bounds.rows.contains(row), square > 0 else { return }
        let half = square.squareRoot()
        let limits = bounds.columns.lowerBound...bounds.columns.upperBound
        let start = (centre.x - half).floor(within: limits)
        let end = max(start, (centre.x + half).ceiling(within: limits))
        // Well inside, pixels are covered whole.
        let inner = (radius - 0.5) * (radius - 0.5) - y * y
        let sure = radius > 0.5 && inner > 0 ? inner.squareRoot() - 0.5 : -1
        for column in start..<end {
            let x = Float(column) + 0.5 - centre.x
            if x.magnitude <= sure {
                coverage[column - first] = 255
            } else {
                let share = max(0, min(1, reach - (x * x + y * y).squareRoot()))
                coverage[column - first] = max(coverage[column - first], UInt8(share * 255 + 0.5))
            }
        }
    }
}
