/// A printer's screen at 45°: how dark a tone must be for a dot to reach a pixel.
struct DotScreen {
    /// Lines of thresholds, from 0 in the middle of a dot to 255 farthest from all, one after the other until they repeat.
    private(set) var thresholds: [UInt16] = []
    private var period = 0
    private var width = 0

    /// Prepares for pictures of a width, dots two to a square of `period` pixels.
    mutating func begin(width: Int, period: Int) {
        guard width != self.width || period != self.period else { return }
        (self.width, self.period) = (width, period)
        thresholds.removeAll(keepingCapacity: true)
        for row in 0..<period {
            for column in 0..<width {
                // In halves of pixels, for pixels lie between the corners that dots are laid on.
                let (x, y) = (2 * (column % period) + 1, 2 * row + 1)
                let (across, down) = (min(x, 2 * period - x), min(y, 2 * period - y))
                let corner = across * across + down * down
                let middle = (period - across) * (period - across) + (period - down) * (period - down)
                thresholds.append(UInt16(min(255, 255 * min(corner, middle) / (period * period))))
            }
        }
    }

    /// Where a row's thresholds begin.
    func row(_ row: Int) -> Int { row % period * width }
}
