/// Digits and a few signs in five by seven blocks, each so many pixels wide: made for frame numbers, not for reading.
struct PixelText: Coverage {
    private let text: [UInt8]
    private let left: Int
    private let top: Int
    private let block: Int
    let bounds: PixelBounds

    /// Blocks to a sign with the space after it, and to a line.
    static let advance = 6
    static let height = 7

    /// Rows of five bits from the top, the highest bit left.
    private static let glyphs: [Character: [UInt8]] = [
        "0": [14, 17, 19, 21, 25, 17, 14], "1": [4, 12, 4, 4, 4, 4, 14], "2": [14, 17, 1, 2, 4, 8, 31],
        "3": [31, 2, 4, 2, 1, 17, 14], "4": [2, 6, 10, 18, 31, 2, 2], "5": [31, 16, 30, 1, 1, 17, 14],
        "6": [6, 8, 16, 30, 17, 17, 14], "7": [31, 1, 2, 4, 8, 8, 8], "8": [14, 17, 17, 14, 17, 17, 14],
        "9": [14, 17, 17, 15, 1, 2, 12], "#": [10, 10, 31, 10, 31, 10, 10], "%": [24, 25, 2, 4, 8, 19, 3],
        ".": [0, 0, 0, 0, 0, 12, 12], "-": [0, 0, 0, 31, 0, 0, 0],
    ]
    /// The same by a sign's ASCII code, seven bytes each.
    private static let rows: [UInt8] = (0..<128).flatMap { glyphs[Character(UnicodeScalar($0))] ?? [0, 0, 0, 0, 0, 0, 0] }

    /// ASCII text whose top left corner is at a pixel.
    init(_ text: [UInt8], left: Int, top: Int, block: Int, frame: Size) {
        self.text = text
        self.left = left
        self.top = top
        self.block = block
        let size = Self.size(ofLength: text.count, block: block)
        bounds = PixelBounds(
            columns: max(0, min(frame.width, left))..<max(0, min(frame.width, left + size.width)),
            rows: max(0, min(frame.height, top))..<max(0, min(frame.height, top + size.height)))
    }

    /// How many pixels a text takes.
    static func size(ofLength length: Int, block: Int) -> Size {
        Size(width: max(0, length * advance - 1) * block, height: height * block)
    }

    func cover(row: Int, from first: Int, in coverage: inout MutableSpan<UInt8>) {
        guard bounds.rows.contains(row) else { return }
        let line = (row - top) / block
        for column in bounds.columns {
            let place = (column - left) / block
            let bits = Self.rows[Int(text[place / Self.advance] & 127) * Self.height + line]
            if place % Self.advance < 5, bits >> UInt8(4 - place % Self.advance) & 1 == 1 { coverage[column - first] = 255 }
        }
    }
}
