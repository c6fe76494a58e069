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
    /// A code made of two others: (first · code + second · other + constant) / 2¹², in integers.
    private struct Mix {
        var first: Int32
        var second: Int32
        var constant: Int32

        static let bits: Int32 = 12

        init(first: Float, second: Float = 0, constant: Float) {
            let unit = Float(1 << Self.bits)
            self.first = Int32((first * unit).nearest(within: -(1 << 20)...(1 << 20)))
            self.second = Int32((second * unit).nearest(within: -(1 << 20)...(1 << 20)))
            // A half rounds.
            self.constant = Int32(((constant + 0.5) * unit).nearest(within: -(1 << 30)...(1 << 30)))
        }
    }

    private var first: [UInt16] = []
    private var second: [UInt16] = []
    private var third: [UInt16] = []
    private var luma: [UInt16] = []

    mutating func apply(_ grade: Grade, to picture: inout some Picture & ~Copyable) {
        let width = picture.layout.width + 1
        first.grow(to: width)
        second.grow(to: width)
        third.grow(to: width)
        luma.grow(to: width)
        if picture.layout.index(of: .green) != nil {
            mixColours(grade, &picture)
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
        let mix = Mix(first: grade.gain, constant: black * (1 - grade.gain) + span * grade.offset)
        let columns = 0..<shape.width
        picture.withChannel(index) { channel in
            for row in 0..<shape.height {
                var codes = first.mutableSpan
                channel.read(row: row, columns: columns, to: &codes)
                Self.mix(&first, with: luma, by: mix, count: columns.count, depth: shape.depth)
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
                let mix = Mix(
                    first: grade.saturation, second: perCode, constant: grey * (1 - grade.saturation) - perCode * black)
                picture.withChannel(index) { channel in
                    var codes = first.mutableSpan
                    channel.read(row: row, columns: columns, to: &codes)
                    Self.mix(&first, with: luma, by: mix, count: columns.count, depth: shape.depth)
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

    private mutating func mixColours(_ grade: Grade, _ picture: inout some Picture & ~Copyable) {
        let layout = picture.layout
        let model = layout.colour
        guard let red = layout.index(of: .red), let green = layout.index(of: .green), let blue = layout.index(of: .blue)
        else { return }
        let depth = layout.channels[red].depth
        let (black, span) = model.partCodes(depth: depth)
        let tint = LumaColour(
            luma: 0, blueDifference: grade.tint.blueDifference, redDifference: grade.tint.redDifference
        ).colour(model: model)
        // X′ = Y′ + saturation · (X - Y) + tint · Y for each of the three, with Y′ = gain · Y + offset.
        func mix(_ tint: Float) -> Mix {
            let ofLuma = grade.gain - grade.saturation + tint
            return Mix(
                first: grade.saturation, second: ofLuma,
                constant: black * (1 - grade.saturation - ofLuma) + span * grade.offset)
        }
        let mixes = (red: mix(tint.red), green: mix(tint.green), blue: mix(tint.blue))
        let columns = 0..<layout.width
        for row in 0..<layout.height {
            picture.withChannel(red) { channel in
                var codes = first.mutableSpan
                channel.read(row: row, columns: columns, to: &codes)
            }
            picture.withChannel(green) { channel in
                var codes = second.mutableSpan
                channel.read(row: row, columns: columns, to: &codes)
            }
            picture.withChannel(blue) { channel in
                var codes = third.mutableSpan
                channel.read(row: row, columns: columns, to: &codes)
            }
            Self.weigh(first, second, third, by: model, count: columns.count, to: &luma)
            Self.mix(&first, with: luma, by: mixes.red, count: columns.count, depth: depth)
            Self.mix(&second, with: luma, by: mixes.green, count: columns.count, depth: depth)
            Self.mix(&third, with: luma, by: mixes.blue, count: columns.count, depth: depth)
            picture.withChannel(red) { $0.write(row: row, columns: columns, from: first.span) }
            picture.withChannel(green) { $0.write(row: row, columns: columns, from: second.span) }
            picture.withChannel(blue) { $0.write(row: row, columns: columns, from: third.span) }
        }
    }

    /// Luma codes of lines of red, green and blue.
    private static func weigh(
        _ reds: [UInt16], _ greens: [UInt16], _ blues: [UInt16], by model: ColourModel, count: Int, to luma: inout [UInt16]
    ) {
        let red = Int32(model.redWeight * 4096 + 0.5)
        let blue = Int32(model.blueWeight * 4096 + 0.5)
        let green = 4096 - red - blue
        let (reds, greens) = (reds.span.extracting(0..<count), greens.span.extracting(0..<count))
        let blues = blues.span.extracting(0..<count)
        var span = luma.mutableSpan
        var luma = span._mutatingExtracting(0..<count)
        for column in 0..<count {
            let sum =
                Int32(reds[column]) &* red &+ Int32(greens[column]) &* green &+ Int32(blues[column]) &* blue &+ 2048
            luma[column] = UInt16(truncatingIfNeeded: sum &>> 12)
        }
    }

    /// Mixes each code of a line with another line's.
    private static func mix(_ codes: inout [UInt16], with others: [UInt16], by mix: Mix, count: Int, depth: Int) {
        let most = Int32((1 << depth) - 1)
        let others = others.span.extracting(0..<count)
        var span = codes.mutableSpan
        var codes = span._mutatingExtracting(0..<count)
        for column in 0..<count {
            let sum = Int32(codes[column]) &* mix.first &+ Int32(others[column]) &* mix.second &+ mix.constant
            codes[column] = UInt16(truncatingIfNeeded: max(0, min(most, sum &>> Mix.bits)))
        }
    }
}
