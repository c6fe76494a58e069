/// How much of a face's fine detail another picture of the same place still has, as correlations from -1 to 1.
///
/// Fine is what a low-pass of a twelfth of the face takes away: the shape of eyes and mouth, and not the shades that a mosaic
/// leaves. It is near 1 however a face was encoded anew, and near 0 under a mosaic, a strong blur or a plain colour.
public struct DetailCorrelation: Equatable, Sendable {
    /// Over the inner ellipse of the face; nil where the original has no detail there, or hardly a pixel.
    public var whole: Float?
    /// The highest over a third of that: the left, right, upper or lower one.
    public var part: Float?

    /// What the correlations say.
    public enum Legibility: String, Sendable, CaseIterable {
        case whole, part, hidden
        /// There is no detail to compare.
        case unknown
    }

    /// From here on something can be read.
    public static let threshold: Float = 0.5
    /// A patch of fewer pixels across or down tells nothing.
    static let leastSide = 8
    static let leastPixels = 40
    /// The least mean square of the original's detail, in squared steps of 8 bits.
    static let leastDetail: Float = 1

    /// Compares patches of the same size that are the face's box in both pictures.
    public init(_ original: LumaPatch, _ other: LumaPatch) {
        precondition(original.width == other.width && original.height == other.height, "patches of one place have one size")
        let (width, height) = (original.width, original.height)
        guard min(width, height) >= Self.leastSide else { return }
        let radius = max(1, (max(width, height) + 12) / 24)
        let details = (original.detail(radius: radius), other.detail(radius: radius))
        var sums = [Moments](repeating: Moments(), count: 5)
        for row in 0..<height {
            let y = (Float(row) - Float(height) / 2) / (Float(height) * 0.45)
            for column in 0..<width {
                let x = (Float(column) - Float(width) / 2) / (Float(width) * 0.45)
                guard x * x + y * y <= 1 else { continue }
                let (one, two) = (details.0[row * width + column], details.1[row * width + column])
                sums[0].add(one, two)
                if 3 * column < width { sums[1].add(one, two) }
                if 3 * column >= 2 * width { sums[2].add(one, two) }
                if 3 * row < height { sums[3].add(one, two) }
                if 3 * row >= 2 * height { sums[4].add(one, two) }
            }
        }
        whole = sums[0].correlation
        part = sums.dropFirst().compactMap(\.correlation).max()
    }

    public init(whole: Float? = nil, part: Float? = nil) {
        self.whole = whole
        self.part = part
    }

    public var legibility: Legibility {
        guard whole != nil || part != nil else { return .unknown }
        if let whole, whole > Self.threshold { return .whole }
        if let part, part > Self.threshold { return .part }
        return .hidden
    }
}

/// The sums that a correlation is made of.
struct Moments {
    private var count: Double = 0
    private var first: Double = 0
    private var second: Double = 0
    private var firstSquares: Double = 0
    private var secondSquares: Double = 0
    private var products: Double = 0

    mutating func add(_ one: Float, _ two: Float) {
        let (one, two) = (Double(one), Double(two))
        count += 1
        first += one
        second += two
        firstSquares += one * one
        secondSquares += two * two
        products += one * two
    }

    /// Whether the second has much more than what the first needs to count as detailed.
    var secondHasDetail: Bool {
        count > 0 && (secondSquares - second * second / count) / count >= 16 * Double(DetailCorrelation.leastDetail)
    }

    /// Nil with too few pixels, or without detail in the first.
    var correlation: Float? {
        guard count >= Double(DetailCorrelation.leastPixels) else { return nil }
        let variances = (firstSquares - first * first / count, secondSquares - second * second / count)
        guard variances.0 / count >= Double(DetailCorrelation.leastDetail) else { return nil }
        // A plain colour has no detail of its own; rounding must not make one.
        guard variances.1 / count > 1e-4 else { return 0 }
        return Float((products - first * second / count) / (variances.0 * variances.1).squareRoot())
    }
}
