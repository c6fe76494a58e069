/// Looks for the end of a JPEG or PNG file; decoders fill up what is missing, with grey, and say nothing.
struct PictureReader {
    static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    private static let window = 1 << 16

    private let read: (_ offset: UInt64, _ count: Int) -> [UInt8]
    private var bytes: [UInt8] = []
    /// Where `bytes` begin in the file.
    private var start: UInt64 = 0
    private var position: UInt64 = 0

    init(_ read: @escaping (_ offset: UInt64, _ count: Int) -> [UInt8]) {
        self.read = read
    }

    /// The next byte; nil at the end of the file.
    private mutating func next() -> UInt8? {
        if position < start || position - start >= UInt64(bytes.count) {
            bytes = read(position, PictureReader.window)
            start = position
            guard !bytes.isEmpty else { return nil }
        }
        defer { position += 1 }
        return bytes[Int(position - start)]
    }

    /// A big-endian number; nil when the file ends in it.
    private mutating func integer(bytes count: Int) -> UInt64? {
        var value: UInt64 = 0
        for _ in 0..<count {
            guard let byte = next() else { return nil }
            value = value << 8 | UInt64(byte)
        }
        return value
    }

    /// Walks the segments and the compressed data between them (ITU-T T.81, annex B) to the marker EOI.
    ///
    /// Segments are skipped by their length: the thumbnails in them have ends of their own. What follows EOI does not count.
    mutating func findsEndOfJPEG() -> Bool {
        position = 2
        while let byte = next() {
            guard byte == 0xFF else { continue }
            var marker = next()
            // Any number of these may come before a marker.
            while marker == 0xFF { marker = next() }
            guard let marker else { return false }
            switch marker {
            case 0xD9: return true
            // A data byte 0xFF, restarts, and what is no marker of a segment.
            case 0x00..<0xC0, 0xD0...0xD8: continue
            default:
                guard let length = integer(bytes: 2) else { return false }
                position += length < 2 ? 0 : length - 2
            }
        }
        return false
    }

    /// Goes from chunk to chunk (length, four letters, data, checksum) to IEND.
    mutating func findsEndOfPNG() -> Bool {
        position = UInt64(PictureReader.pngSignature.count)
        while let length = integer(bytes: 4), let type = integer(bytes: 4) {
            // Its checksum may be missing: nothing is in it.
            if type == 0x4945_4E44 { return true }
            position += length + 4
        }
        return false
    }
}
