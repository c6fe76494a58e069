/// A launch file with its values in place: what GStreamer parses, and which line each word came from.
public struct LaunchLine: Sendable {
    /// One element of the line.
    struct Mention: Equatable, Sendable {
        var factory: String
        /// The name that the line gives it.
        var name: String?
        var line: Int
    }

    public let description: String
    /// Where it came from, for messages.
    let source: String
    let mentions: [Mention]
    private let words: [(text: String, line: Int)]

    init(_ description: String, lines: [Int], source: String) {
        self.description = description
        self.source = source
        words = LaunchLine.words(Array(description), lines)
        var mentions: [Mention] = []
        for word in words {
            if let name = word.text.dropping("name="), !mentions.isEmpty {
                mentions[mentions.count - 1].name = name
            } else if LaunchLine.isFactory(word.text) {
                mentions.append(Mention(factory: word.text, line: word.line))
            }
        }
        self.mentions = mentions
    }

    /// The line of the first word that a message speaks of: an element, its name, or a property.
    func line(of message: String) -> Int? {
        let spoken = message.split { !($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }.map(String.init)
        for word in spoken {
            if let mention = mentions.first(where: { $0.name == word || $0.factory == word }) { return mention.line }
            // GStreamer numbers what has no name: x264enc0, x264enc1.
            let stem = word.reversed().drop { $0.isNumber }.reversed()
            let alike = mentions.filter { $0.factory == String(stem) && $0.name == nil }
            if stem.count < word.count, let index = Int(word.dropFirst(stem.count)), !alike.isEmpty {
                return alike[min(index, alike.count - 1)].line
            }
            if let property = words.first(where: { $0.text.hasPrefix(word + "=") }) { return property.line }
            if let reference = words.first(where: { $0.text.hasPrefix(word + ".") }) { return reference.line }
        }
        let quoted = message.split(separator: "\"", omittingEmptySubsequences: false)
        for (index, text) in quoted.enumerated() where index % 2 == 1 && !text.isEmpty {
            if let word = words.first(where: { $0.text.contains(text) }) { return word.line }
        }
        return message.contains("syntax error") ? lineOfSyntaxError : nil
    }

    /// Where the first link, bracket or property stands that has nothing to belong to; GStreamer does not tell.
    private var lineOfSyntaxError: Int? {
        var open: [Int] = []
        var before: String?
        for (text, line) in words {
            let isStart = before == nil || before == "!" || before == "("
            // A link needs something on both of its sides; so does a bracket's end on its left.
            if text == "!" || text == ")", isStart { return line }
            let isCaps = text.contains("/") || text.hasPrefix("\"") || text.hasPrefix("'")
            if isStart, text.contains("="), !isCaps { return line }
            if text == "(" || text.hasSuffix(".(") { open.append(line) }
            if text == ")", open.popLast() == nil { return line }
            before = text.hasSuffix(".(") ? "(" : text
        }
        if before == "!" { return words.last?.line }
        if let line = open.last { return line }
        return words.allSatisfy { $0.line == words.first?.line } ? words.first?.line : nil
    }

    private static func isFactory(_ word: String) -> Bool {
        guard let first = word.first, first.isLetter else { return false }
        return word.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    }

    /// Splits at white space outside of quotes.
    private static func words(_ characters: [Character], _ lines: [Int]) -> [(text: String, line: Int)] {
        var words: [(text: String, line: Int)] = []
        var word = ""
        var quote: Character?
        var escaped = false
        for (index, character) in characters.enumerated() {
            if quote == nil, !escaped, character.isWhitespace {
                if !word.isEmpty { words.append((word, lines[index - 1])) }
                word = ""
                continue
            }
            if escaped {
                escaped = false
            } else if character == "\\" {
                escaped = true
            } else if character == quote {
                quote = nil
            } else if quote == nil, character == "\"" || character == "'" {
                quote = character
            }
            word.append(character)
        }
        if !word.isEmpty { words.append((word, lines[characters.count - 1])) }
        return words
    }
}

extension String {
    fileprivate func dropping(_ prefix: String) -> String? { hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil }
}

extension LaunchFile {
    /// Puts values in place.
    ///
    /// - Throws: for a value that the file has no place for, and for a place without a value.
    public func line(with values: [String: String]) throws(HostError) -> LaunchLine {
        let known = parameters
        for name in values.keys.sorted() where !known.contains(where: { $0.name == name }) {
            let names = known.map(\.name).joined(separator: ", ")
            throw HostError("\(self.name) has no parameter \(name)", advice: known.isEmpty ? "it takes none" : "it has: \(names)")
        }
        var text = ""
        var lines: [Int] = []
        func append(_ part: String, _ line: Int) {
            text += part
            lines += Array(repeating: line, count: part.count)
        }
        for part in parts {
            switch part {
            case .text(let part, let line): append(part, line)
            case .place(let place, let quote, let line):
                if let value = values[place.name] {
                    guard !value.contains(where: \.isNewline) else {
                        throw HostError("\(name), line \(line): the value of \(place.name) has a line break in it")
                    }
                    append(LaunchFile.quoted(value, in: quote), line)
                } else if let fallback = place.fallback ?? known.first(where: { $0.name == place.name })?.fallback {
                    append(fallback, line)
                } else {
                    let meaning = known.first { $0.name == place.name }?.meaning
                    throw HostError(
                        "\(name), line \(line): \(place.name) is missing\(meaning.map { ": \($0)" } ?? "")",
                        advice: "add \(place.name)=VALUE")
                }
            }
        }
        // Joining can make one Character of two: a letter and a mark that follows it.
        guard lines.count == text.count else {
            return LaunchLine(text, lines: Array(repeating: lines.first ?? 1, count: text.count), source: name)
        }
        return LaunchLine(text, lines: lines, source: name)
    }

    /// Escapes a value so that GStreamer's parser takes all of it as one value.
    static func quoted(_ value: String, in quote: Character?) -> String {
        let plain: (Character) -> Bool = { character in
            if let quote { return character != quote && character != "\\" }
            return character.isLetter || character.isNumber || "_-+./:,=@%~".contains(character)
        }
        return value.reduce(into: "") { text, character in
            if !plain(character) { text.append("\\") }
            text.append(character)
        }
    }
}
