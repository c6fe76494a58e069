import CGStreamer
import GStreamer

/// What the neighbours of an element saw: lines by place, each place in its own order.
final class Transcript: Sendable {
    private struct Pages {
        var places: [String] = []
        var lines: [String: [String]] = [:]
        var sequences: [guint32: Int] = [:]
        var names: [String: String] = [:]
    }

    private let pages = Monitor(Pages())
    /// Whether nothing is noted, where much happens and nobody compares it.
    nonisolated(unsafe) var isQuiet = false  // proof: set before data flows
    /// Whether events of one sequence number are told apart from others; of use where one thread does all.
    let followsSequences: Bool

    init(followsSequences: Bool) {
        self.followsSequences = followsSequences
    }

    func note(_ place: String, _ line: String) {
        if isQuiet { return }
        pages.withLock { pages in
            if pages.lines[place] == nil { pages.places.append(place) }
            pages.lines[place, default: []].append(line)
        }
    }

    /// Blocks until a place's lines are as wanted.
    func wait(for place: String, until isEnough: ([String]) -> Bool) {
        pages.wait { pages in isEnough(pages.lines[place] ?? []) ? () : nil }
    }

    func lines(of place: String) -> [String] { pages.withLock { $0.lines[place] ?? [] } }

    /// Keeps only some of a place's lines, where chance decides about the others.
    func keep(_ place: String, _ isKept: ([String]) -> [String]) {
        pages.withLock { $0.lines[place] = isKept($0.lines[place] ?? []) }
    }

    var text: [String] {
        pages.withLock { pages in
            pages.places.sorted().flatMap { place in (pages.lines[place] ?? []).map { "\(place): \($0)" } }
        }
    }

    /// A name that is drawn by lot, as the order of its first appearance.
    func alias(_ name: String) -> String {
        pages.withLock { pages in
            let alias = pages.names[name] ?? "stream \(pages.names.count)"
            pages.names[name] = alias
            return alias
        }
    }

    /// A sequence number as the order of its first appearance.
    func sequence(_ number: guint32) -> String {
        guard followsSequences else { return "" }
        return pages.withLock { pages in
            let order = pages.sequences[number] ?? pages.sequences.count
            pages.sequences[number] = order
            return " #\(order)"
        }
    }
}

/// What one subject showed and another did not, around the first difference; nil where there is none.
func difference(_ one: [String], _ other: [String], names: (String, String)) -> String? {
    guard one != other else { return nil }
    let first = zip(one, other).enumerated().first { $1.0 != $1.1 }?.offset ?? min(one.count, other.count)
    func excerpt(_ lines: [String]) -> String {
        let shown = lines[min(first, lines.count)..<min(first + 4, lines.count)]
        return shown.isEmpty ? "    (nothing more)" : shown.map { "    \($0)" }.joined(separator: "\n")
    }
    let before = one[max(0, first - 3)..<first].map { "    \($0)" }.joined(separator: "\n")
    return """
        after \(first) equal lines
        \(before)
        \(names.0):
        \(excerpt(one))
        \(names.1):
        \(excerpt(other))
        """
}
