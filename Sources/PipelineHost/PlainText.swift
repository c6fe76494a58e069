import GStreamer

/// Subtitles as their file has them: demuxers call them Pango markup and escape them for it, muxers want the text itself.
struct PlainText: Sendable {
    /// What the muxer is told.
    let caps: Caps

    /// Nil for streams that are no marked-up text.
    init?(_ caps: Caps) {
        guard caps.mediaType == "text/x-raw", caps.structures.first?.string("format") == "pango-markup",
            let plain = try? Caps(parsing: "text/x-raw, format=utf8")
        else { return nil }
        self.caps = plain
    }

    /// An element that takes the marked-up text and gives the plain one.
    func converter() throws(GStreamerError) -> Element {
        let setter = try Element("capssetter")
        try setter.set("caps", caps.description)
        try setter.set("replace", true)
        setter.pad("sink")?.probeBuffers { buffer in
            guard
                let bytes = buffer.withBytes({ span in
                    (0..<span.byteCount).map { span.unsafeLoad(fromByteOffset: $0, as: UInt8.self) }
                }),
                let plain = PlainText.unescaped(bytes)
            else { return .pass }
            let copy = Buffer(plain)
            copy.presentationTime = buffer.presentationTime
            copy.duration = buffer.duration
            return .replace(copy)
        }
        return setter
    }

    /// The text before it was escaped; nil when it was not: Matroska's demuxer leaves text alone that has tags in it.
    static func unescaped(_ text: [UInt8]) -> [UInt8]? {
        guard text.contains(UInt8(ascii: "&")), !text.contains(UInt8(ascii: "<")) else { return nil }
        var plain: [UInt8] = []
        var rest = text[...]
        while let byte = rest.first {
            if let (entity, letter) = entities.first(where: { rest.starts(with: $0.0) }) {
                plain.append(letter)
                rest = rest.dropFirst(entity.count)
            } else {
                plain.append(byte)
                rest = rest.dropFirst()
            }
        }
        return plain
    }

    /// What `g_markup_escape_text` writes.
    private static let entities: [([UInt8], UInt8)] = [
        (Array("&amp;".utf8), UInt8(ascii: "&")), (Array("&lt;".utf8), UInt8(ascii: "<")),
        (Array("&gt;".utf8), UInt8(ascii: ">")),
        (Array("&quot;".utf8), UInt8(ascii: "\"")), (Array("&apos;".utf8), UInt8(ascii: "'")),
        (Array("&#39;".utf8), UInt8(ascii: "'")),
    ]
}
