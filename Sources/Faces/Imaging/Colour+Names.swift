extension Colour {
    /// The colours that have a name here: those that are easily told apart, by their values in CSS.
    public static let names: [(name: String, colour: Colour)] = [
        ("black", 0x000000), ("white", 0xFFFFFF), ("grey", 0x808080), ("red", 0xFF0000), ("orange", 0xFF8000),
        ("yellow", 0xFFFF00), ("green", 0x00C000), ("cyan", 0x00FFFF), ("blue", 0x0000FF), ("magenta", 0xFF00FF),
    ].map { ($0.0, Colour(code: $0.1)) }

    /// The colour of a name or of six hexadecimal digits after a #; nil for any other text.
    public init?(_ text: String) {
        if let known = Self.names.first(where: { $0.name == text }) {
            self = known.colour
            return
        }
        let digits = text.utf8.dropFirst()
        let isDigit = { (byte: UInt8) in (48...57).contains(byte) || (65...70).contains(byte & ~32) }
        guard text.utf8.first == 35, digits.count == 6, digits.allSatisfy(isDigit), let code = Int(text.dropFirst(), radix: 16)
        else { return nil }
        self.init(code: code)
    }

    private init(code: Int) {
        self.init(
            red: Float(code >> 16 & 255) / 255, green: Float(code >> 8 & 255) / 255, blue: Float(code & 255) / 255)
    }
}
