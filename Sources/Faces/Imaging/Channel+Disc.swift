/// A filled circle in a picture's luma pixels.
struct Disc: Equatable {
    var centre: Point
    var radius: Float
    var colour: Colour

    /// How much of a sample, 0 … 1, the disc covers when the sample's centre is at `point` and it is `span` pixels wide.
    ///
    /// To the first order, by the distance to the outline: exactly half of a sample that the outline passes through.
    func coverage(at point: Point, span: Float) -> Float {
        let x = point.x - centre.x
        let y = point.y - centre.y
        let distance = (x * x + y * y).squareRoot() - radius
        return max(0, min(1, 0.5 - distance / span))
    }
}

extension Channel {
    /// Paints a disc over what is there, with an antialiased outline; alpha stays as it is.
    mutating func paint(_ disc: Disc, colour model: ColourModel) {
        let layout = layout
        guard let code = model.sampleValue(of: disc.colour, role: layout.role, depth: layout.depth) else { return }
        let across = Float(1 << layout.horizontalShift)
        let down = Float(1 << layout.verticalShift)
        let span = max(across, down)
        let most = (1 << layout.depth) - 1
        for row in Self.samples(within: disc.radius + span, of: disc.centre.y, spanning: down, limit: layout.height) {
            for column in Self.samples(within: disc.radius + span, of: disc.centre.x, spanning: across, limit: layout.width) {
                let centre = Point(x: (Float(column) + 0.5) * across, y: (Float(row) + 0.5) * down)
                let share = disc.coverage(at: centre, span: span)
                guard share > 0 else { continue }
                let sample = Float(self[column, row])
                self[column, row] = (sample + (Float(code) - sample) * share).nearest(within: 0...most)
            }
        }
    }

    /// The columns or rows whose samples, each `span` pixels long, lie within a distance of a centre.
    private static func samples(within reach: Float, of centre: Float, spanning span: Float, limit: Int) -> Range<Int> {
        let first = ((centre - reach) / span).floor(within: 0...limit)
        return first..<max(first, ((centre + reach) / span).ceiling(within: 0...limit))
    }
}
