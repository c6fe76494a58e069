/// The value of an effect's option.
public enum EffectValue: Equatable, Sendable, CustomStringConvertible {
    case int(Int)
    case double(Double)
    case string(String)
    case bool(Bool)

    public var description: String {
        switch self {
        case .int(let value): "\(value)"
        case .double(let value): "\(value)"
        case .string(let value): value
        case .bool(let value): "\(value)"
        }
    }
}

/// The options given to an effect, in the order in which they were written.
public struct EffectOptions: Equatable, Sendable, ExpressibleByDictionaryLiteral {
    /// One option's name and value.
    public struct Entry: Equatable, Sendable {
        public var name: String
        public var value: EffectValue
    }

    public private(set) var entries: [Entry]

    public init() {
        entries = []
    }

    public init(dictionaryLiteral elements: (String, EffectValue)...) {
        entries = []
        for (name, value) in elements { self[name] = value }
    }

    /// The value of an option; a new name comes last, nil takes the option away.
    public subscript(name: String) -> EffectValue? {
        get { entries.first { $0.name == name }?.value }
        set {
            let index = entries.firstIndex { $0.name == name }
            switch (index, newValue) {
            case (let index?, let value?): entries[index].value = value
            case (let index?, nil): entries.remove(at: index)
            case (nil, let value?): entries.append(Entry(name: name, value: value))
            case (nil, nil): break
            }
        }
    }
}

extension EffectOptions {
    // For options that `EffectSummary.values` has checked: their types are known. Anything else is a mistake of the caller's.

    public func int(_ name: String) -> Int {
        guard case .int(let value)? = self[name] else { preconditionFailure("\(name) is not an int option") }
        return value
    }

    public func double(_ name: String) -> Double {
        guard case .double(let value)? = self[name] else { preconditionFailure("\(name) is not a double option") }
        return value
    }

    public func string(_ name: String) -> String {
        guard case .string(let value)? = self[name] else { preconditionFailure("\(name) is not a string option") }
        return value
    }

    public func bool(_ name: String) -> Bool {
        guard case .bool(let value)? = self[name] else { preconditionFailure("\(name) is not a bool option") }
        return value
    }
    public func colour(_ name: String) -> Colour {
        guard let colour = Colour(string(name)) else { preconditionFailure("\(name) is not a colour option") }
        return colour
    }
}
