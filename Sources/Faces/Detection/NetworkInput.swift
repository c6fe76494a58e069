/// How a picture of four-byte pixels becomes a network's input: three planes of Float, 0 … 255, one behind the other.
package struct NetworkInput: Sendable {
    /// Pixels of a plane.
    package let canvas: Size
    /// How far to shift a little-endian pixel for the channel of each plane, first to last.
    package let shifts: [UInt32]

    package init(canvas: Size, shifts: [UInt32]) {
        precondition(shifts.count == 3, "a network takes three planes")
        self.canvas = canvas
        self.shifts = shifts
    }

    /// The part of the canvas that a picture with its top-left corner at `left`, `top` covers.
    package func bounds(of size: Size, left: Int, top: Int) -> PixelBounds {
        func shared(_ start: Int, _ length: Int, _ limit: Int) -> Range<Int> {
            let first = min(max(0, start), limit)
            return first..<max(first, min(limit, start + length))
        }
        return PixelBounds(
            columns: shared(left, size.width, canvas.width), rows: shared(top, size.height, canvas.height))
    }

    /// Writes a picture with its top-left corner at `left`, `top` of the canvas; what lies beyond the canvas is left out.
    package func write(_ pixels: Span<UInt32>, size: Size, left: Int, top: Int, to planes: inout MutableSpan<Float>) {
        let bounds = bounds(of: size, left: left, top: top)
        let (columns, rows) = (bounds.columns, bounds.rows)
        guard !bounds.isEmpty else { return }
        for (plane, shift) in shifts.enumerated() {
            for row in rows {
                let source = (row - top) * size.width + columns.lowerBound - left
                let target = (plane * canvas.height + row) * canvas.width + columns.lowerBound
                let count = columns.count
                let run = pixels.extracting(source..<source + count)
                var values = planes._mutatingExtracting(target..<target + count)
                for index in 0..<count { values[index] = Float((run[index] >> shift) & 255) }
            }
        }
    }

    /// Fills what lies around the content, as far as `bounds`, with the content's own reflection.
    package func mirror(_ content: PixelBounds, upTo bounds: PixelBounds, in planes: inout MutableSpan<Float>) {
        guard !content.isEmpty else { return }
        let columns = content.columns
        for plane in shifts.indices {
            for row in content.rows {
                let start = (plane * canvas.height + row) * canvas.width
                var values = planes._mutatingExtracting(start..<start + canvas.width)
                for column in bounds.columns.lowerBound..<columns.lowerBound {
                    values[column] = values[Self.reflected(column, in: columns)]
                }
                for column in columns.upperBound..<max(columns.upperBound, bounds.columns.upperBound) {
                    values[column] = values[Self.reflected(column, in: columns)]
                }
            }
            for row in bounds.rows where !content.rows.contains(row) {
                let target = (plane * canvas.height + row) * canvas.width
                let source = (plane * canvas.height + Self.reflected(row, in: content.rows)) * canvas.width
                for column in bounds.columns { planes[target + column] = planes[source + column] }
            }
        }
    }

    /// Fills the whole canvas with a picture that is turned against it; `map` leads from the canvas into the picture.
    ///
    /// Between pixels it is interpolated, beyond the picture reflected; it is for pictures of about the canvas's own scale.
    package func sample(_ pixels: Span<UInt32>, size: Size, by map: AffineMap, to planes: inout MutableSpan<Float>) {
        let area = canvas.width * canvas.height
        let (width, height) = (size.width, size.height)
        let stepX = Int(map.xx * 65536)
        let stepY = Int(map.yx * 65536)
        let (first, second, third) = (shifts[0], shifts[1], shifts[2])
        for row in 0..<canvas.height {
            // Pixels have their centres at halves; 16 bits hold the fraction.
            let start = map(Point(x: 0.5, y: Float(row) + 0.5))
            var x = Int((start.x - 0.5) * 65536)
            var y = Int((start.y - 0.5) * 65536)
            for column in 0..<canvas.width {
                let (left, top) = (x >> 16, y >> 16)
                let (right, bottom): (Int, Int)
                var (l, t) = (left, top)
                if left >= 0, left < width - 1, top >= 0, top < height - 1 {
                    (right, bottom) = (left + 1, top + 1)
                } else {
                    right = Self.reflected(left + 1, in: 0..<width)
                    bottom = Self.reflected(top + 1, in: 0..<height)
                    l = Self.reflected(left, in: 0..<width)
                    t = Self.reflected(top, in: 0..<height)
                }
                let across = UInt32(truncatingIfNeeded: (x >> 8) & 255)
                let down = UInt32(truncatingIfNeeded: (y >> 8) & 255)
                let upper = Self.between(pixels[t * width + l], pixels[t * width + right], across)
                let lower = Self.between(pixels[bottom * width + l], pixels[bottom * width + right], across)
                let pixel = Self.between(upper, lower, down)
                let target = row * canvas.width + column
                planes[target] = Float((pixel >> first) & 255)
                planes[area + target] = Float((pixel >> second) & 255)
                planes[2 * area + target] = Float((pixel >> third) & 255)
                x += stepX
                y += stepY
            }
        }
    }

    /// The pixel that a mirror at the range's ends shows in the place of one outside.
    private static func reflected(_ index: Int, in range: Range<Int>) -> Int {
        let period = 2 * range.count
        let offset = ((index - range.lowerBound) % period + period) % period
        return range.lowerBound + (offset < range.count ? offset : period - 1 - offset)
    }

    /// All four bytes of a pixel moved towards another's by `share` / 256, two at a time.
    private static func between(_ one: UInt32, _ other: UInt32, _ share: UInt32) -> UInt32 {
        let even: UInt32 = 0x00ff_00ff
        let rest = 256 &- share
        let low = (((one & even) &* rest &+ (other & even) &* share) >> 8) & even
        let high = (((one >> 8) & even) &* rest &+ ((other >> 8) & even) &* share) & ~even
        return low | high
    }
}
