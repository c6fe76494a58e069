/// A code made of two others, in integers: (first · code + second · other + constant) / 2¹².
struct LineMix {
    private let first: Int32
    private let second: Int32
    private let constant: Int32

    private static let bits: Int32 = 12

    /// Factors between -256 and 256; products of factors and codes must stay below 2¹⁹.
    init(first: Float, second: Float = 0, constant: Float) {
        let unit = Float(1 << Self.bits)
        self.first = Int32((first * unit).nearest(within: -(1 << 20)...(1 << 20)))
        self.second = Int32((second * unit).nearest(within: -(1 << 20)...(1 << 20)))
        // A half rounds.
        self.constant = Int32(((constant + 0.5) * unit).nearest(within: -(1 << 30)...(1 << 30)))
    }

    /// Mixes each code of a line, up to a count, with another line's; the results lie within 0 … `most`.
    func apply(to codes: inout [UInt16], with others: [UInt16], count: Int, most: Int) {
        let most = Int32(truncatingIfNeeded: most)
        let others = others.span.extracting(0..<count)
        var span = codes.mutableSpan
        var codes = span._mutatingExtracting(0..<count)
        for column in 0..<count {
            let sum = Int32(codes[column]) &* first &+ Int32(others[column]) &* second &+ constant
            codes[column] = UInt16(truncatingIfNeeded: max(0, min(most, sum &>> Self.bits)))
        }
    }

    /// The same of a code alone; the results lie within `least` … `most`.
    func apply(to codes: inout [UInt16], count: Int, least: Int, most: Int) {
        let (least, most) = (Int32(truncatingIfNeeded: least), Int32(truncatingIfNeeded: most))
        var span = codes.mutableSpan
        var codes = span._mutatingExtracting(0..<count)
        for column in 0..<count {
            let sum = Int32(codes[column]) &* first &+ constant
            codes[column] = UInt16(truncatingIfNeeded: max(least, min(most, sum &>> Self.bits)))
        }
    }
}
