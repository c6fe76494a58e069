/// Draws bitmaps into pictures, turned and scaled; memory is kept from frame to frame.
struct Stamp {
    /// Colours times alpha, and alpha, of the pixels in the bitmap's bounds.
    private var pixels: [SIMD4<Float>] = []
    private var line: [UInt16] = []
    private var coverage: [UInt8] = []

    /// Draws a bitmap so many pixels wide about a centre, its own right in a direction of length 1; alpha stays as it is.
    mutating func draw(
        _ bitmap: Bitmap, at centre: Point, width: Float, right: Point, mirrored: Bool = false,
        on picture: inout some Picture & ~Copyable
    ) {
        let layout = picture.layout
        let height = width * Float(bitmap.size.height) / Float(bitmap.size.width)
        // No pixel that it touches is farther from the centre than its corners are.
        let reach = (width * width + height * height).squareRoot() / 2 + 1
        let touched = Rect(x: centre.x - reach, y: centre.y - reach, width: 2 * reach, height: 2 * reach)
        guard touched.isFinite, width > 0 else { return }
        let bounds = PixelBounds(touched, in: layout.size).aligned(to: layout.alignment, in: layout.size)
        guard !bounds.isEmpty else { return }
        pixels.removeAll(keepingCapacity: true)
        let pixelWidth = Float(bitmap.size.width) / width
        for row in bounds.rows {
            for column in bounds.columns {
                let (x, y) = (Float(column) + 0.5 - centre.x, Float(row) + 0.5 - centre.y)
                let (across, down) = (x * right.x + y * right.y, y * right.x - x * right.y)
                let share = Self.share(across, of: width) * Self.share(down, of: height)
                guard share > 0 else {
                    pixels.append(.zero)
                    continue
                }
                let place = (mirrored ? -across : across) / width + 0.5
                pixels.append(bitmap.sample(place, down / height + 0.5, pixelWidth: pixelWidth) * share)
            }
        }
        for index in layout.channels.indices where layout.channels[index].role != .alpha {
            picture.withChannel(index) { blend(into: &$0, bounds: bounds, model: layout.colour) }
        }
    }

    /// How much of a pixel at a distance from the middle lies within a length.
    private static func share(_ distance: Float, of length: Float) -> Float {
        (length / 2 - distance.magnitude + 0.5).clamped(to: 0...1)
    }

    private mutating func blend(into channel: inout Channel, bounds: PixelBounds, model: ColourModel) {
        let layout = channel.layout
        let columns = layout.columns(spanning: bounds.columns)
        line.grow(to: columns.count)
        coverage.grow(to: columns.count)
        for row in layout.rows(spanning: bounds.rows) {
            let rows = (row << layout.verticalShift..<(row + 1) << layout.verticalShift).clamped(to: bounds.rows)
            for (index, column) in columns.enumerated() {
                let spanned = (column << layout.horizontalShift..<(column + 1) << layout.horizontalShift)
                    .clamped(to: bounds.columns)
                var sum = SIMD4<Float>.zero
                for line in rows {
                    let first = (line - bounds.rows.lowerBound) * bounds.columns.count - bounds.columns.lowerBound
                    for pixel in spanned { sum += pixels[first + pixel] }
                }
                let mean = sum / Float(rows.count * spanned.count)
                coverage[index] = UInt8((mean.w * 255).nearest(within: 0...255))
                guard mean.w > 0 else { continue }
                let colour = Colour(red: mean.x / mean.w, green: mean.y / mean.w, blue: mean.z / mean.w)
                let code = model.sampleValue(of: colour, role: layout.role, depth: layout.depth) ?? 0
                line[index] = UInt16(truncatingIfNeeded: code)
            }
            channel.blend(row: row, columns: columns, towards: line.span, coverage: coverage.span)
        }
    }
}
