/// The colours that the cells over one face show, in few levels, and how bright the face is beside when they were taken.
struct KeptCells {
    /// A colour in steps.
    struct Level: Equatable {
        var luma: UInt8
        var blueDifference: UInt8
        var redDifference: UInt8

        /// Steps from black to white.
        static let most: Float = 31
        /// Steps of a difference to either side of grey, which is a step of its own: twice as fine, for faces use little of the range.
        private static let side: Float = 30

        init(of colour: LumaColour) {
            func difference(_ part: Float) -> UInt8 {
                UInt8((part * 2 * Self.side + Self.side).nearest(within: 0...Int(2 * Self.side)))
            }
            luma = UInt8((colour.luma * Self.most).nearest(within: 0...Int(Self.most)))
            blueDifference = difference(colour.blueDifference)
            redDifference = difference(colour.redDifference)
        }

        var colour: LumaColour {
            LumaColour(
                luma: Float(luma) / Self.most, blueDifference: (Float(blueDifference) - Self.side) / (2 * Self.side),
                redDifference: (Float(redDifference) - Self.side) / (2 * Self.side))
        }
    }

    /// How far a mean must be from what its cell shows to replace it: too far for an offset to explain.
    static let most = LumaColour(luma: 0.25, blueDifference: 0.12, redDifference: 0.12)
    /// How much brighter than its cells a face may become before they are too coarse for it and taken anew.
    static let mostGain: Float = 2
    /// Steps of the brightness from black to white.
    private static let brightnessSteps: Float = 63
    /// Cells to either side of the face's centre that are kept; those beyond lie more than a face away from it.
    private static let window = 16

    private var levels: [Level?] = Array(repeating: nil, count: 4 * window * window)
    /// The face's mean luma as last told, in steps.
    private var brightness: Float?

    /// Takes all cells anew from the next frame on.
    mutating func forget() {
        for index in levels.indices { levels[index] = nil }
        brightness = nil
    }

    private static func index(_ across: Int, _ down: Int) -> Int? {
        guard (-window..<window).contains(across), (-window..<window).contains(down) else { return nil }
        return (down + window) * 2 * window + across + window
    }

    /// By how much the face is brighter now than its kept cells are, judged by all within `reach` of its centre together.
    mutating func gain(for colours: [LumaColour], from start: Int, grid: CellGrid, reach: Float) -> Float {
        let half = reach.nearest(within: 1...Self.window)
        var (now, kept, count): (Float, Float, Float) = (0, 0, 0)
        for down in grid.down.cells.clamped(to: -half..<half) {
            for across in grid.across.cells.clamped(to: -half..<half) {
                guard let index = Self.index(across, down), let level = levels[index] else { continue }
                let row = (down - grid.down.cells.lowerBound) * grid.across.cells.count
                now += colours[start + row + across - grid.across.cells.lowerBound].luma
                kept += level.colour.luma
                count += 1
            }
        }
        guard count > 0 else { return 1 }
        (now, kept) = (now / count, kept / count)
        var told = brightness ?? kept
        let steps = Self.brightnessSteps
        if abs(now - told) > 1.5 / steps { told = Float((now * steps).nearest(within: 0...Int(steps))) / steps }
        brightness = told
        let gain = told / max(kept, 1 / Level.most)
        guard gain <= Self.mostGain else {
            forget()
            return 1
        }
        return gain
    }

    /// What the cell at a place shows when its mean is `colour`.
    mutating func shown(_ colour: LumaColour, across: Int, down: Int, gain: Float) -> LumaColour {
        guard let index = Self.index(across, down) else { return Level(of: colour).colour }
        if let level = levels[index] {
            let kept = level.colour * gain
            if abs(colour.luma - kept.luma) <= Self.most.luma,
                abs(colour.blueDifference - kept.blueDifference) <= Self.most.blueDifference,
                abs(colour.redDifference - kept.redDifference) <= Self.most.redDifference
            {
                return kept
            }
        }
        // Kept as it would be at the brightness of the others.
        let level = Level(of: gain > 0 ? colour * (1 / gain) : colour)
        levels[index] = level
        return level.colour * gain
    }
}
