/// A binomial blur of five by five taps, 1 4 6 4 1, over rows that come one after the other; it keeps no more rows than it needs.
///
/// Taps lie `spacing` pixels apart: the blur's standard deviation. Beyond the borders the outermost pixels go on.
struct RollingBlur {
    private var spacing = 1
    private var width = 0
    private var height = 0
    /// The last rows, blurred across.
    private var ring: [UInt16] = []
    /// A row with its ends drawn out.
    private var padded: [UInt16] = []

    /// Rows that must have been pushed beyond the one that is asked for.
    var reach: Int { 2 * spacing }
    private var kept: Int { 4 * spacing + 1 }

    /// Begins a picture.
    mutating func begin(width: Int, height: Int, spacing: Int) {
        (self.width, self.height, self.spacing) = (width, height, spacing)
        ring.grow(to: kept * width)
        padded.grow(to: width + 4 * spacing)
    }

    /// Takes the next row, of codes up to 4095.
    mutating func push(_ line: [UInt16], row: Int) {
        for index in 0..<reach {
            padded[index] = line[0]
            padded[reach + width + index] = line[width - 1]
        }
        padded.write(line, at: reach, count: width)
        Self.mix(padded, (0, spacing, 2 * spacing, 3 * spacing, 4 * spacing), count: width, to: &ring, at: row % kept * width)
    }

    /// Writes a blurred row to a line; all rows up to `reach` below it must have been pushed, and none beyond.
    func blur(row: Int, to line: inout [UInt16]) {
        func start(_ tap: Int) -> Int { (row + tap * spacing).clamped(to: 0...height - 1) % kept * width }
        Self.mix(ring, (start(-2), start(-1), start(0), start(1), start(2)), count: width, to: &line, at: 0)
    }

    private static func mix(
        _ source: [UInt16], _ taps: (Int, Int, Int, Int, Int), count: Int, to target: inout [UInt16], at start: Int
    ) {
        let all = source.span
        let (one, two) = (all.extracting(taps.0..<taps.0 + count), all.extracting(taps.1..<taps.1 + count))
        let three = all.extracting(taps.2..<taps.2 + count)
        let (four, five) = (all.extracting(taps.3..<taps.3 + count), all.extracting(taps.4..<taps.4 + count))
        var span = target.mutableSpan
        var target = span._mutatingExtracting(start..<start + count)
        for index in 0..<count {
            let ends = one[index] &+ five[index]
            let sides = (two[index] &+ four[index]) &<< 2
            let middle = three[index] &* 6
            target[index] = (ends &+ sides &+ middle &+ 8) &>> 4
        }
    }
}
