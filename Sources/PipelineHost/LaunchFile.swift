/// A gst-launch-style text with comments and `${…}`, as it stands in a file.
///
/// - `#` at the start of a word begins a comment to the end of the line, not inside quotes.
/// - `${name}` and `${name:?what it is}` must be given; `${name:-default}` may be.
/// - `$${` stands for `${` itself.
public struct LaunchFile: Sendable {
    /// A part of the text, or a place for a value.
    enum Part: Equatable, Sendable {
        case text(String, line: Int)
        case place(Parameter, quote: Character?, line: Int)
    }

    /// Something that the caller may or must give.
    public struct Parameter: Equatable, Sendable {
        public var name: String
        public var fallback: String?
        /// What it is, for whoever has to give it.
        public var meaning: String?
    }

    /// For messages: the file's name, or `line` for a literal.
    public let name: String
    let parts: [Part]
    /// The comment at the top, without its `#`.
    public let introduction: String

    /// Every parameter once, in the order of first use.
    public var parameters: [Parameter] {
        var found: [Parameter] = []
        for case .place(let parameter, _, _) in parts {
            guard let index = found.firstIndex(where: { $0.name == parameter.name }) else {
                found.append(parameter)
                continue
            }
            found[index].fallback = found[index].fallback ?? parameter.fallback
            found[index].meaning = found[index].meaning ?? parameter.meaning
        }
        return found
    }

    public init(_ text: String, name: String) throws(HostError) {
        self.name = name
        var reader = LaunchReader(text, name: name)
        parts = try reader.read()
        introduction = LaunchFile.introduction(of: text)
    }

    private static func introduction(of text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .prefix { $0.hasPrefix("#") }
            .map { $0.dropFirst($0.hasPrefix("# ") ? 2 : 1) }
            .joined(separator: "\n")
    }
}

/// Cuts a launch file into parts.
private struct LaunchReader {
    private let characters: [Character]
    private let name: String
    private var position = 0
    private var line = 1
    private var parts: [LaunchFile.Part] = []
    private var pending = ""
    private var pendingLine = 1

    init(_ text: String, name: String) {
        // A carriage return and a line feed are one Character.
        characters = text.map { $0 == "\r\n" ? "\n" : $0 }
        self.name = name
    }

    mutating func read() throws(HostError) -> [LaunchFile.Part] {
        var quote: Character?
        var quoteLine = 1
        var atWordStart = true
        while position < characters.count {
            let character = characters[position]
            if character == "$", next == "$", characters.dropFirst(position + 2).first == "{" {
                append("${")
                position += 3
                atWordStart = false
            } else if character == "$", next == "{" {
                try readPlace(quote)
                atWordStart = false
            } else if character == "\\", let next {
                // At the end of a line it joins lines, as in a shell.
                if next == "\n" {
                    append(" ")
                    line += 1
                } else {
                    append(String([character, next]))
                }
                position += 2
                atWordStart = next == "\n"
            } else if quote == nil, character == "#", atWordStart {
                while position < characters.count, characters[position] != "\n" { position += 1 }
            } else {
                if character == quote {
                    quote = nil
                } else if quote == nil, character == "\"" || character == "'" {
                    quote = character
                    quoteLine = line
                }
                append(quote == nil && character == "\n" ? " " : String(character))
                if character == "\n" {
                    line += 1
                    flush()
                }
                atWordStart = quote == nil && character.isWhitespace
                position += 1
            }
        }
        if let quote {
            throw HostError("\(name), line \(quoteLine): the \(quote) is never closed", advice: "add the other \(quote)")
        }
        flush()
        return parts
    }

    private var next: Character? { position + 1 < characters.count ? characters[position + 1] : nil }

    private mutating func append(_ text: String) {
        if pending.isEmpty { pendingLine = line }
        pending += text
    }

    private mutating func flush() {
        if !pending.isEmpty { parts.append(.text(pending, line: pendingLine)) }
        pending = ""
    }

    /// Reads `${name}`, `${name:-default}` or `${name:?what it is}`.
    private mutating func readPlace(_ quote: Character?) throws(HostError) {
        flush()
        guard let end = characters[position...].firstIndex(of: "}") else {
            throw HostError("\(name), line \(line): ${ is never closed", advice: "add the }")
        }
        let inside = String(characters[(position + 2)..<end])
        let word = inside.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
        let rest = inside.dropFirst(word.count)
        var parameter = LaunchFile.Parameter(name: String(word))
        if rest.hasPrefix(":-") {
            parameter.fallback = String(rest.dropFirst(2))
        } else if rest.hasPrefix(":?") {
            parameter.meaning = String(rest.dropFirst(2))
        } else if !rest.isEmpty || word.isEmpty {
            throw HostError(
                "\(name), line \(line): ${\(inside)} is not understood",
                advice: "write ${name}, ${name:-default} or ${name:?what it is}")
        }
        parts.append(.place(parameter, quote: quote, line: line))
        line += inside.count { $0 == "\n" }
        position = end + 1
    }
}
