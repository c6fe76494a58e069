// `rounded` is a call into the C mathematics library on processors without SSE 4.1; a conversion to Int is one instruction.

extension Float {
    /// The greatest whole number not above this one, kept within `range`; NaN gives the range's lower end.
    func floor(within range: ClosedRange<Int>) -> Int {
        guard self > Float(range.lowerBound) else { return range.lowerBound }
        guard self < Float(range.upperBound) else { return range.upperBound }
        let whole = Int(self)
        return Float(whole) > self ? whole - 1 : whole
    }

    /// The least whole number not below this one, kept within `range`; NaN gives the range's lower end.
    func ceiling(within range: ClosedRange<Int>) -> Int {
        guard self > Float(range.lowerBound) else { return range.lowerBound }
        guard self < Float(range.upperBound) else { return range.upperBound }
        let whole = Int(self)
        return Float(whole) < self ? whole + 1 : whole
    }

    /// The nearest whole number, halves upwards, kept within `range`; NaN gives the range's lower end.
    func nearest(within range: ClosedRange<Int>) -> Int {
        (self + 0.5).floor(within: range)
    }
}

extension Comparable {
    /// The value, or the nearest end of the range that it lies outside of.
    func clamped(to range: ClosedRange<Self>) -> Self { Swift.max(range.lowerBound, Swift.min(range.upperBound, self)) }
}
