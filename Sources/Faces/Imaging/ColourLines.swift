/// One row of a picture in red, green and blue, and its luma.
struct ColourLines {
    var red: [UInt16] = []
    var green: [UInt16] = []
    var blue: [UInt16] = []
    /// In the codes of the colours' own range.
    var luma: [UInt16] = []

    /// Where the three lie in a picture's channels, or nil if it stores others.
    static func channels(of layout: PictureLayout) -> (red: Int, green: Int, blue: Int)? {
        guard let red = layout.index(of: .red), let green = layout.index(of: .green), let blue = layout.index(of: .blue)
        else { return nil }
        return (red, green, blue)
    }

    mutating func read(
        row: Int, of picture: inout some Picture & ~Copyable, _ channels: (red: Int, green: Int, blue: Int)
    ) {
        let layout = picture.layout
        let columns = 0..<layout.width
        red.grow(to: layout.width)
        green.grow(to: layout.width)
        blue.grow(to: layout.width)
        luma.grow(to: layout.width)
        picture.withChannel(channels.red) { channel in
            var codes = red.mutableSpan
            channel.read(row: row, columns: columns, to: &codes)
        }
        picture.withChannel(channels.green) { channel in
            var codes = green.mutableSpan
            channel.read(row: row, columns: columns, to: &codes)
        }
        picture.withChannel(channels.blue) { channel in
            var codes = blue.mutableSpan
            channel.read(row: row, columns: columns, to: &codes)
        }
        Self.weigh(red, green, blue, by: layout.colour, count: layout.width, to: &luma)
    }

    func write(row: Int, to picture: inout some Picture & ~Copyable, _ channels: (red: Int, green: Int, blue: Int)) {
        let columns = 0..<picture.layout.width
        picture.withChannel(channels.red) { $0.write(row: row, columns: columns, from: red.span) }
        picture.withChannel(channels.green) { $0.write(row: row, columns: columns, from: green.span) }
        picture.withChannel(channels.blue) { $0.write(row: row, columns: columns, from: blue.span) }
    }

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
}
