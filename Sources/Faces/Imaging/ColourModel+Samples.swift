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
        let (black, span) = partCodes(depth: depth)
        return (black + value * span).nearest(within: 0...(1 << depth) - 1)
    }

    /// A difference of -0.5 … 0.5 about the middle code.
    private func code(difference: Float, depth: Int) -> Int {
        let (grey, span) = differenceCodes(depth: depth)
        return (grey + difference * span).nearest(within: 0...(1 << depth) - 1)
    }

    /// The code of 0 and the codes from 0 to 1 of luma, red, green or blue.
    func partCodes(depth: Int) -> (black: Float, span: Float) {
        let scale = Float(1 << (depth - 8))
        return fullRange ? (0, Float((1 << depth) - 1)) : (16 * scale, 219 * scale)
    }

    /// The code of 0 and the codes from -0.5 to 0.5 of a difference.
    func differenceCodes(depth: Int) -> (grey: Float, span: Float) {
        let grey = Float(1 << (depth - 1))
        return (grey, fullRange ? Float((1 << depth) - 1) : 224 * Float(1 << (depth - 8)))
    }

    /// What a sample's code stands for: 0 … 1, differences -0.5 … 0.5; the inverse of `sampleValue`, for means of codes as well.
    func part(ofCode code: Float, role: ChannelRole, depth: Int) -> Float {
        switch role {
        case .blueDifference, .redDifference:
            let (grey, span) = differenceCodes(depth: depth)
            return (code - grey) / span
        case .luma, .red, .green, .blue:
            let (black, span) = partCodes(depth: depth)
            return (code - black) / span
        case .alpha: return code / Float((1 << depth) - 1)
        }
    }
}
