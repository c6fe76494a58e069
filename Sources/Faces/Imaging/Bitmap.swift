/// A small picture with transparency that effects draw: red, green, blue and alpha, a byte each, row by row from the top.
public struct Bitmap: Equatable, Sendable {
    public let size: Size
    /// Not multiplied by alpha.
    public let pixels: [UInt8]
    /// The picture and its halves down to a pixel, in colours times alpha, so that it can be drawn small.
    private let levels: [Level]

    fileprivate struct Level: Equatable, Sendable {
        var size: Size
        var pixels: [SIMD4<Float>]
    }

    /// A bitmap of pixels that are as many as the size asks for; nil if they are not or there are none.
    public init?(size: Size, pixels: [UInt8]) {
        guard size.width > 0, size.height > 0, pixels.count == 4 * size.width * size.height else { return nil }
        self.size = size
        self.pixels = pixels
        var level = Level(
            size: size,
            pixels: (0..<size.width * size.height).map { index in
                let alpha = Float(pixels[4 * index + 3]) / 255
                return SIMD4(
                    Float(pixels[4 * index]) / 255 * alpha, Float(pixels[4 * index + 1]) / 255 * alpha,
                    Float(pixels[4 * index + 2]) / 255 * alpha, alpha)
            })
        var levels = [level]
        while level.size.width > 1 || level.size.height > 1 {
            level = level.halved
            levels.append(level)
        }
        self.levels = levels
    }

    /// The colour times alpha, and alpha, at a point in 0 … 1, when a pixel on the screen is so many of the bitmap's pixels wide.
    func sample(_ x: Float, _ y: Float, pixelWidth: Float) -> SIMD4<Float> {
        var index = 0
        var width = pixelWidth
        while width > 1.5, index + 1 < levels.count { (width, index) = (width / 2, index + 1) }
        return levels[index].sample(x, y)
    }
}

extension Bitmap.Level {
    fileprivate var halved: Bitmap.Level {
        let half = Size(width: max(1, size.width / 2), height: max(1, size.height / 2))
        var smaller = Bitmap.Level(size: half, pixels: [])
        for row in 0..<half.height {
            for column in 0..<half.width {
                let columns = column * size.width / half.width..<(column + 1) * size.width / half.width
                let rows = row * size.height / half.height..<(row + 1) * size.height / half.height
                var sum = SIMD4<Float>.zero
                for line in rows { for place in columns { sum += pixels[line * size.width + place] } }
                smaller.pixels.append(sum / Float(columns.count * rows.count))
            }
        }
        return smaller
    }

    /// Between the four nearest pixels, at the borders between fewer.
    fileprivate func sample(_ x: Float, _ y: Float) -> SIMD4<Float> {
        let (across, down) = (x * Float(size.width) - 0.5, y * Float(size.height) - 0.5)
        let left = across.floor(within: -2...size.width + 1)
        let top = down.floor(within: -2...size.height + 1)
        let (right, lower) = (across - Float(left), down - Float(top))
        func pixel(_ column: Int, _ row: Int) -> SIMD4<Float> {
            pixels[row.clamped(to: 0...size.height - 1) * size.width + column.clamped(to: 0...size.width - 1)]
        }
        let above = pixel(left, top) * (1 - right) + pixel(left + 1, top) * right
        let below = pixel(left, top + 1) * (1 - right) + pixel(left + 1, top + 1) * right
        return above * (1 - lower) + below * lower
    }
}
