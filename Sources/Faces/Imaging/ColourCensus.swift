/// How bright and how colourful a picture is, by a sample of its pixels; memory is kept from frame to frame.
struct ColourCensus {
    /// Pixels of the sample by their luma, in 256 steps from black to white.
    private(set) var counts: [Int] = Array(repeating: 0, count: 256)
    /// The mean of the larger of the two colour differences, 0 … 0.5.
    private(set) var colourfulness: Float = 0
    private var colours = ColourLines()
    private var line: [UInt16] = []

    /// Every so many pixels across and down are looked at: enough, and a sixteenth of the work.
    private static let step = 4

    /// Looks at a picture.
    mutating func take(of picture: inout some Picture & ~Copyable) {
        let layout = picture.layout
        for index in counts.indices { counts[index] = 0 }
        colourfulness = 0
        if let channels = ColourLines.channels(of: layout) {
            takeColours(of: &picture, channels)
        } else {
            takeLuma(of: &picture)
            takeDifferences(of: &picture)
        }
    }

    /// The luma, 0 … 1, that a part of the sample is not above.
    func luma(below part: Float) -> Float {
        let wanted = Float(counts.reduce(0, +)) * part
        var sum = 0
        for (luma, count) in counts.enumerated() {
            sum += count
            if Float(sum) >= wanted, count > 0 { return Float(luma) / 255 }
        }
        return 1
    }

    private mutating func takeLuma(of picture: inout some Picture & ~Copyable) {
        let layout = picture.layout
        guard let index = layout.index(of: .luma) else { return }
        let shape = layout.channels[index]
        let (black, span) = layout.colour.partCodes(depth: shape.depth)
        line.grow(to: shape.width)
        for row in stride(from: Self.step / 2, to: shape.height, by: Self.step) {
            picture.withChannel(index) { channel in
                var codes = line.mutableSpan
                channel.read(row: row, columns: 0..<shape.width, to: &codes)
            }
            for column in stride(from: Self.step / 2, to: shape.width, by: Self.step) {
                count((Float(line[column]) - black) / span)
            }
        }
    }

    private mutating func takeDifferences(of picture: inout some Picture & ~Copyable) {
        let layout = picture.layout
        guard let blue = layout.index(of: .blueDifference), let red = layout.index(of: .redDifference) else { return }
        let shape = layout.channels[blue]
        let (grey, span) = layout.colour.differenceCodes(depth: shape.depth)
        line.grow(to: 2 * shape.width)
        var (sum, number): (Float, Float) = (0, 0)
        for row in stride(from: 1, to: shape.height, by: max(1, Self.step >> shape.verticalShift)) {
            for (place, index) in [(0, blue), (shape.width, red)] {
                picture.withChannel(index) { channel in
                    var span = line.mutableSpan
                    var codes = span._mutatingExtracting(place..<place + shape.width)
                    channel.read(row: row, columns: 0..<shape.width, to: &codes)
                }
            }
            for column in stride(from: 1, to: shape.width, by: max(1, Self.step >> shape.horizontalShift)) {
                let differences = (Float(line[column]) - grey, Float(line[shape.width + column]) - grey)
                sum += max(differences.0.magnitude, differences.1.magnitude)
                number += 1
            }
        }
        colourfulness = number > 0 ? sum / span / number : 0
    }

    private mutating func takeColours(
        of picture: inout some Picture & ~Copyable, _ channels: (red: Int, green: Int, blue: Int)
    ) {
        let layout = picture.layout
        let (black, span) = layout.colour.partCodes(depth: layout.depth)
        var (sum, number): (Float, Float) = (0, 0)
        for row in stride(from: Self.step / 2, to: layout.height, by: Self.step) {
            colours.read(row: row, of: &picture, channels)
            for column in stride(from: Self.step / 2, to: layout.width, by: Self.step) {
                let colour = LumaColour(
                    Colour(
                        red: (Float(colours.red[column]) - black) / span, green: (Float(colours.green[column]) - black) / span,
                        blue: (Float(colours.blue[column]) - black) / span), model: layout.colour)
                count(colour.luma)
                sum += max(colour.blueDifference.magnitude, colour.redDifference.magnitude)
                number += 1
            }
        }
        colourfulness = number > 0 ? sum / number : 0
    }

    private mutating func count(_ luma: Float) {
        counts[(luma * 255).nearest(within: 0...255)] += 1
    }
}
