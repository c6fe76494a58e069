/// Reads luma row by row from pictures of any format, as codes of 8 bits, and writes other luma back into them.
///
/// In red, green and blue the colour differences stay, times a saturation; where differences are stored they are not touched.
struct LumaLines {
    private var colours = ColourLines()

    /// The code of black and the codes from there to white, in the lines that are read and written.
    static func codes(of layout: PictureLayout) -> (black: Int, span: Int) {
        let (black, span) = layout.colour.partCodes(depth: 8)
        return (Int(black), Int(span))
    }

    /// Writes a row's luma to the start of a line.
    mutating func read(row: Int, of picture: inout some Picture & ~Copyable, to line: inout [UInt16]) {
        let layout = picture.layout
        line.grow(to: layout.width)
        if let channels = ColourLines.channels(of: layout) {
            colours.read(row: row, of: &picture, channels)
            swap(&line, &colours.luma)
        } else if let index = layout.index(of: .luma) {
            picture.withChannel(index) { channel in
                var codes = line.mutableSpan
                channel.read(row: row, columns: 0..<layout.width, to: &codes)
            }
        }
        if layout.depth > 8 { Self.shift(&line, down: layout.depth - 8, count: layout.width) }
    }

    /// Gives a row other luma; the line may be used up.
    mutating func write(
        row: Int, of picture: inout some Picture & ~Copyable, from line: inout [UInt16], saturation: Float
    ) {
        let layout = picture.layout
        if layout.depth > 8 { Self.shift(&line, up: layout.depth - 8, count: layout.width) }
        if let channels = ColourLines.channels(of: layout) {
            let most = (1 << layout.depth) - 1
            colours.read(row: row, of: &picture, channels)
            Self.lift(&colours.red, colours.luma, to: line, saturation: saturation, most: most, count: layout.width)
            Self.lift(&colours.green, colours.luma, to: line, saturation: saturation, most: most, count: layout.width)
            Self.lift(&colours.blue, colours.luma, to: line, saturation: saturation, most: most, count: layout.width)
            colours.write(row: row, to: &picture, channels)
        } else if let index = layout.index(of: .luma) {
            picture.withChannel(index) { $0.write(row: row, columns: 0..<layout.width, from: line.span) }
        }
    }

    private static func shift(_ codes: inout [UInt16], up: Int = 0, down: Int = 0, count: Int) {
        var span = codes.mutableSpan
        var codes = span._mutatingExtracting(0..<count)
        let (up, down) = (UInt16(up), UInt16(down))
        // A half rounds, but not past the last code.
        let half: UInt16 = down > 0 ? 1 << (down - 1) : 0
        let most: UInt16 = down > 0 ? 255 : .max
        for column in 0..<count { codes[column] = min(most, (codes[column] &<< up &+ half) &>> down) }
    }

    /// X′ = Y′ + saturation · (X - Y).
    private static func lift(
        _ codes: inout [UInt16], _ before: [UInt16], to after: [UInt16], saturation: Float, most: Int, count: Int
    ) {
        let factor = Int32((saturation * 256).nearest(within: 0...1 << 12))
        let most = Int32(truncatingIfNeeded: most)
        let (before, after) = (before.span.extracting(0..<count), after.span.extracting(0..<count))
        var span = codes.mutableSpan
        var codes = span._mutatingExtracting(0..<count)
        for column in 0..<count {
            let difference = ((Int32(codes[column]) &- Int32(before[column])) &* factor &+ 128) &>> 8
            codes[column] = UInt16(truncatingIfNeeded: max(0, min(most, Int32(after[column]) &+ difference)))
        }
    }
}
