/// A part of one channel, smoothed where it varies little and left where it varies much; memory is kept from frame to frame.
///
/// The guided filter of He, Sun and Tang (2010) with the channel as its own guide: q = a · I + b, with a = v / (v + ε) and
/// b = (1 - a) · m of the mean m and the variance v over a square, both averaged over squares again. It makes no halos.
struct GuidedFilter {
    private(set) var columns = 0..<0
    private(set) var rows = 0..<0
    /// Codes after smoothing, and their means over a square, row by row.
    private(set) var smooth: [UInt16] = []
    private(set) var means: [UInt16] = []
    private var line: [UInt16] = []
    /// 255ths of the channel's range.
    private var values: [Float] = []
    private var mean: [Float] = []
    private var square: [Float] = []
    private var box = BoxMean()

    /// Reads a part of a channel and filters it over squares of 2 · radius + 1 samples; at the part's border they are smaller.
    ///
    /// `little` is the standard deviation, in 255ths of the codes' range, of what half gives way.
    mutating func read(
        _ channel: inout Channel, columns: Range<Int>, rows: Range<Int>, radius: (across: Int, down: Int), little: Float
    ) {
        (self.columns, self.rows) = (columns, rows)
        let size = Size(width: columns.count, height: rows.count)
        guard size.width > 0, size.height > 0 else { return }
        let count = size.width * size.height
        line.grow(to: size.width)
        values.grow(to: count)
        mean.grow(to: count)
        square.grow(to: count)
        smooth.grow(to: count)
        means.grow(to: count)
        let scale = 255 / Float((1 << channel.layout.depth) - 1)
        for (index, row) in rows.enumerated() {
            var codes = line.mutableSpan
            channel.read(row: row, columns: columns, to: &codes)
            Self.widen(line, by: scale, to: &values, at: index * size.width, count: size.width)
        }
        Self.squares(values, to: &square, count: count)
        box.apply(to: &square, size, radius: radius)
        Self.copy(values, to: &mean, count: count)
        box.apply(to: &mean, size, radius: radius)
        Self.narrow(mean, by: 1 / scale, to: &means, count: count)
        Self.lines(&mean, &square, little: little * little, count: count)
        box.apply(to: &mean, size, radius: radius)
        box.apply(to: &square, size, radius: radius)
        Self.apply(square, mean, to: values, by: 1 / scale, to: &smooth, count: count)
    }

    /// Where a row of the channel begins in `smooth` and `means`.
    func start(ofRow row: Int) -> Int { (row - rows.lowerBound) * columns.count }
}

// Loops over runs of exactly as many values, which fit vectors.
extension GuidedFilter {
    private static func widen(_ line: [UInt16], by scale: Float, to values: inout [Float], at start: Int, count: Int) {
        let line = line.span.extracting(0..<count)
        var span = values.mutableSpan
        var values = span._mutatingExtracting(start..<start + count)
        // About the middle, where sums of squares stay small and so exact.
        for index in 0..<count { values[index] = Float(line[index]) * scale - 128 }
    }

    private static func narrow(_ values: [Float], by scale: Float, to codes: inout [UInt16], count: Int) {
        let values = values.span.extracting(0..<count)
        var span = codes.mutableSpan
        var codes = span._mutatingExtracting(0..<count)
        for index in 0..<count { codes[index] = UInt16(truncatingIfNeeded: Int32((values[index] + 128) * scale + 0.5)) }
    }

    private static func squares(_ values: [Float], to squares: inout [Float], count: Int) {
        let values = values.span.extracting(0..<count)
        var span = squares.mutableSpan
        var squares = span._mutatingExtracting(0..<count)
        for index in 0..<count { squares[index] = values[index] * values[index] }
    }

    private static func copy(_ values: [Float], to copy: inout [Float], count: Int) {
        let values = values.span.extracting(0..<count)
        var span = copy.mutableSpan
        var copy = span._mutatingExtracting(0..<count)
        for index in 0..<count { copy[index] = values[index] }
    }

    /// Turns means and means of squares into b and a.
    private static func lines(_ means: inout [Float], _ squares: inout [Float], little: Float, count: Int) {
        var meanSpan = means.mutableSpan
        var means = meanSpan._mutatingExtracting(0..<count)
        var squareSpan = squares.mutableSpan
        var squares = squareSpan._mutatingExtracting(0..<count)
        for index in 0..<count {
            let variance = max(0, squares[index] - means[index] * means[index])
            let slope = variance / (variance + little)
            squares[index] = slope
            means[index] *= 1 - slope
        }
    }

    private static func apply(
        _ slopes: [Float], _ offsets: [Float], to values: [Float], by scale: Float, to codes: inout [UInt16], count: Int
    ) {
        let (slopes, offsets) = (slopes.span.extracting(0..<count), offsets.span.extracting(0..<count))
        let values = values.span.extracting(0..<count)
        var span = codes.mutableSpan
        var codes = span._mutatingExtracting(0..<count)
        for index in 0..<count {
            let value = max(0, slopes[index] * values[index] + offsets[index] + 128)
            codes[index] = UInt16(truncatingIfNeeded: Int32(min(255, value) * scale + 0.5))
        }
    }
}
