extension ColourModel {
    /// The sample code for a colour in a channel of `depth` bits, or nil for alpha, which is never written.
    ///
    /// Codes are those of ITU-R BT.601 and BT.2100: limited range at higher depths is the 8-bit range times 2^(depth - 8).
    public func sampleValue(of colour: Colour, role: ChannelRole, depth: Int) -> Int? {
        switch role {
        case .red: return code(colour.red, depth: depth)
        case .green: return code(colour.green, depth: depth)
        case .blue: return code(colour.blue, depth: depth)
        case .luma, .blueDifference, .redDifference:
            return sampleValue(of: LumaColour(colour, model: self), role: role, depth: depth)
        case .alpha: return nil
        }
    }

    /// The same of a colour in luma and differences, for channels that store those; nil for others.
    func sampleValue(of colour: LumaColour, role: ChannelRole, depth: Int) -> Int? {
        switch role {
        case .luma: code(colour.luma, depth: depth)
        case .blueDifference: code(difference: colour.blueDifference, depth: depth)
        case .redDifference: code(difference: colour.redDifference, depth: depth)
        case .red, .green, .blue, .alpha: nil
        }
    }

    private func code(_ value: Float, depth: Int) -> Int {
        let most = (1 << depth) - 1
        if fullRange { return (value * Float(most)).nearest(within: 0...most) }
        return ((16 + 219 * value) * Float(1 << (depth - 8))).nearest(within: 0...most)
    }

    /// A difference of -0.5 … 0.5 about the middle code.
    private func code(difference: Float, depth: Int) -> Int {
        let most = (1 << depth) - 1
        let middle = Float(1 << (depth - 1))
        if fullRange { return (middle + difference * Float(most)).nearest(within: 0...most) }
        return (middle + 224 * difference * Float(1 << (depth - 8))).nearest(within: 0...most)
    }
}
