/// Which faces stay bare: chosen by their identities, and only while it is sure whose they are.
public struct FaceChoice: Equatable, Sendable {
    /// The identities that are shown; all others are hidden. Nil for no such list.
    public var kept: Set<Int>?
    /// The only identities that are hidden; all others are shown. Nil for no such list.
    public var onlyHidden: Set<Int>?

    public init(kept: Set<Int>? = nil, onlyHidden: Set<Int>? = nil) {
        self.kept = kept
        self.onlyHidden = onlyHidden
    }

    /// Whether a face is hidden: always without an identity or a sure one; where both lists are, unless both show it.
    public func hides(_ face: Face) -> Bool {
        guard kept != nil || onlyHidden != nil, let id = face.id, face.isSure else { return true }
        if let kept, !kept.contains(id) { return true }
        if let onlyHidden, onlyHidden.contains(id) { return true }
        return false
    }

    /// Reads a list of identities like "1, 3"; an empty one is no list.
    public static func identities(_ text: String) throws(FaceChoiceError) -> Set<Int>? {
        guard !text.allSatisfy(\.isWhitespace) else { return nil }
        var identities: Set<Int> = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let word = part.drop(while: \.isWhitespace).prefix { !$0.isWhitespace }
            let rest = part.drop(while: \.isWhitespace).dropFirst(word.count)
            guard word.allSatisfy(\.isNumber), rest.allSatisfy(\.isWhitespace), let id = Int(word), id > 0 else {
                throw .unreadable(String(part))
            }
            identities.insert(id)
        }
        return identities
    }
}

/// Why a list of identities could not be read; it says what would be right.
public enum FaceChoiceError: Error, Equatable, CustomStringConvertible {
    case unreadable(String)

    public var description: String {
        switch self {
        case .unreadable(let part): "\"\(part)\" is no identity; write whole numbers from 1 on, separated by commas, like 1,3"
        }
    }
}
