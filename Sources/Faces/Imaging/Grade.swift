/// A change of all colours of a picture that needs nothing but each colour itself.
///
/// Of a colour with luma Y, 0 … 1, and differences C, about 0: Y′ = gain · Y + offset, C′ = saturation · C + tint · Y.
struct Grade: Equatable {
    var gain: Float = 1
    var offset: Float = 0
    var saturation: Float = 1
    /// What a white picture's differences become.
    var tint = LumaColour(luma: 0)

    var changesLuma: Bool { gain != 1 || offset != 0 }
    var changesDifferences: Bool { saturation != 1 || tint.blueDifference != 0 || tint.redDifference != 0 }
}

/// Grades pictures row by row, in their own formats; memory is kept from frame to frame.
struct Grading {
    private var first: [UInt16] = []
    private var second: [UInt16] = []
    private var luma: [UInt16] = []
    private var colours = ColourLines()

    mutating func apply(_ grade: Grade, to picture: inout some Picture & ~Copyable) {
        let width = picture.layout.width + 1
        first.grow(to: width)
        second.grow(to: width)
        luma.grow(to: width)
        if let channels = ColourLines.channels(of: picture.layout) {
            mixColours(grade, &picture, channels)
        } else {
            // Differences first: they are tinted by luma as it was.
            if grade.changesDifferences { tint(grade, &picture) }
            if grade.changesLuma { lighten(grade, &picture) }
        }
    }

    private mutating func lighten(_ grade: Grade, _ picture: inout some Picture & ~Copyable) {
        let layout = picture.layout
        guard let index = layout.index(of: .luma) else { return }
        let shape = layout.channels[index]
        let (black, span) = layout.colour.partCodes(depth: shape.depth)
        let mix = LineMix(first: grade.gain, constant: black * (1 - grade.gain) + span * grade.offset)
        let columns = 0..<shape.width
        picture.withChannel(index) { channel in
            for row in 0..<shape.height {
                var codes = first.mutableSpan
                channel.read(row: row, columns: columns, to: &codes)
                // What leaves black or white behind is not kept below or above them, as it is not in red, green and blue.
                mix.apply(to: &first, count: columns.count, least: Int(black), most: Int(black + span))
                channel.write(row: row, columns: columns, from: first.span)
            }
        }
    }

    private mutating func tint(_ grade: Grade, _ picture: inout some Picture & ~Copyable) {
        let layout = picture.layout
        guard let lumaIndex = layout.index(of: .luma), let anyDifference = layout.index(of: .blueDifference) else { return }
        let shape = layout.channels[anyDifference]
        let lumaShape = layout.channels[lumaIndex]
        let (black, lumaSpan) = layout.colour.partCodes(depth: lumaShape.depth)
        let isTinted = grade.tint.blueDifference != 0 || grade.tint.redDifference != 0
        let columns = 0..<shape.width
        for row in 0..<shape.height {
            if isTinted {
                let rows = row << shape.verticalShift..<min(lumaShape.height, (row + 1) << shape.verticalShift)
                picture.withChannel(lumaIndex) { channel in
                    averageLuma(&channel, rows: rows, across: 1 << shape.horizontalShift, count: shape.width)
                }
            }
            for index in layout.channels.indices {
                let role = layout.channels[index].role
                guard role == .blueDifference || role == .redDifference else { continue }
                let (grey, span) = layout.colour.differenceCodes(depth: layout.channels[index].depth)
                let tint = role == .blueDifference ? grade.tint.blueDifference : grade.tint.redDifference
                let perCode = tint * span / lumaSpan
                let mix = LineMix(
                    first: grade.saturation, second: perCode, constant: grey * (1 - grade.saturation) - perCode * black)
                picture.withChannel(index) { channel in
                    var codes = first.mutableSpan
                    channel.read(row: row, columns: columns, to: &codes)
                    mix.apply(to: &first, with: luma, count: columns.count, most: (1 << shape.depth) - 1)
                    channel.write(row: row, columns: columns, from: first.span)
                }
            }
        }
    }

    /// Fills `luma` with the means over `across` columns of one row or two.
    private mutating func averageLuma(_ channel: inout Channel, rows: Range<Int>, across: Int, count: Int) {
        let columns = 0..<channel.layout.width
        var upper = first.mutableSpan
        channel.read(row: rows.lowerBound, columns: columns, to: &upper)
        var lower = second.mutableSpan
        channel.read(row: rows.upperBound - 1, columns: columns, to: &lower)
        if across == 2 {
            // The last of an odd number of columns stands for two.
            first[columns.upperBound] = first[columns.upperBound - 1]
            second[columns.upperBound] = second[columns.upperBound - 1]
            Self.averageFours(first, second, count: count, to: &luma)
        } else {
            for column in 0..<count { luma[column] = (first[column] &+ second[column] &+ 1) &>> 1 }
        }
    }

    private static func averageFours(_ upper: [UInt16], _ lower: [UInt16], count: Int, to means: inout [UInt16]) {
        let (upper, lower) = (upper.span.extracting(0..<2 * count), lower.span.extracting(0..<2 * count))
        var span = means.mutableSpan
        var means = span._mutatingExtracting(0..<count)
        for column in 0..<count {
            // At most 16 bits a code: sums need more.
            let left = UInt32(upper[2 &* column]) &+ UInt32(lower[2 &* column])
            let right = UInt32(upper[2 &* column &+ 1]) &+ UInt32(lower[2 &* column &+ 1])
            means[column] = UInt16(truncatingIfNeeded: (left &+ right &+ 2) &>> 2)
        }
    }

    // MARK: Red, green and blue

    private mutating func mixColours(
        _ grade: Grade, _ picture: inout some Picture & ~Copyable, _ channels: (red: Int, green: Int, blue: Int)
    ) {
        let layout = picture.layout
        let model = layout.colour
        let most = (1 << layout.depth) - 1
        let (black, span) = model.partCodes(depth: layout.depth)
        let tint = LumaColour(
            luma: 0, blueDifference: grade.tint.blueDifference, redDifference: grade.tint.redDifference
        ).colour(model: model)
        // X′ = Y′ + saturation · (X - Y) + tint · Y for each of the three, with Y′ = gain · Y + offset.
        func mix(_ tint: Float) -> LineMix {
            let ofLuma = grade.gain - grade.saturation + tint
            return LineMix(
                first: grade.saturation, second: ofLuma,
                constant: black * (1 - grade.saturation - ofLuma) + span * grade.offset)
        }
        let mixes = (red: mix(tint.red), green: mix(tint.green), blue: mix(tint.blue))
        for row in 0..<layout.height {
            colours.read(row: row, of: &picture, channels)
            mixes.red.apply(to: &colours.red, with: colours.luma, count: layout.width, most: most)
            mixes.green.apply(to: &colours.green, with: colours.luma, count: layout.width, most: most)
            mixes.blue.apply(to: &colours.blue, with: colours.luma, count: layout.width, most: most)
            colours.write(row: row, to: &picture, channels)
        }
    }
}
