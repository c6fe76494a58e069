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
    public private(set) var entries: [Entry]

    public struct Entry: Equatable, Sendable {
        public var name: String
        public var value: EffectValue
    }

    public init() {
        entries = []
    }

    public init(dictionaryLiteral elements: (String, EffectValue)...) {
        entries = []
        for (name, value) in elements { self[name] = value }
    }

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

/// What an effect is called, what it does and which options it takes; documentation is made from it.
public struct EffectSummary: Equatable, Sendable {
    public var name: String
    /// One line.
    public var text: String
    public var options: [EffectOption]

    public init(name: String, text: String, options: [EffectOption] = []) {
        self.name = name
        self.text = text
        self.options = options
    }
}

/// One option of an effect.
public struct EffectOption: Equatable, Sendable {
    /// The type of an option's value and what is allowed of it.
    public enum Kind: Equatable, Sendable {
        case int(ClosedRange<Int>)
        case double(ClosedRange<Double>)
        case choice([String])
        case bool
    }

    public var name: String
    public var kind: Kind
    public var defaultValue: EffectValue
    /// One line.
    public var text: String

    public init(name: String, kind: Kind, defaultValue: EffectValue, text: String) {
        self.name = name
        self.kind = kind
        self.defaultValue = defaultValue
        self.text = text
    }

    /// The allowed values in words.
    public var allowed: String {
        switch kind {
        case .int(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .double(let range): "a number from \(range.lowerBound) to \(range.upperBound)"
        case .choice(let names): "one of \(names.joined(separator: ", "))"
        case .bool: "true or false"
        }
    }

    /// The value in this option's own type, or nil if it is not allowed; numbers pass between int and double.
    func accepted(_ value: EffectValue) -> EffectValue? {
        switch (kind, value) {
        case (.int(let range), .int(let number)) where range.contains(number): value
        case (.int(let range), .double(let number)):
            Int(exactly: number).flatMap { range.contains($0) ? .int($0) : nil }
        case (.double(let range), .double(let number)) where range.contains(number): value
        case (.double(let range), .int(let number)) where range.contains(Double(number)): .double(Double(number))
        case (.choice(let names), .string(let name)) where names.contains(name): value
        case (.bool, .bool): value
        default: nil
        }
    }
}

/// Why an effect could not be made; it says what is wrong and what would be right.
public enum EffectError: Error, Equatable, CustomStringConvertible {
    case unknownEffect(name: String, known: [String])
    case unknownOption(effect: String, option: String, known: [String])
    case wrongValue(effect: String, option: String, value: EffectValue, allowed: String)

    public var description: String {
        switch self {
        case .unknownEffect(let name, let known):
            "There is no effect \(name); the effects are \(known.joined(separator: ", "))."
        case .unknownOption(let effect, let option, let known):
            known.isEmpty
                ? "The effect \(effect) has no option \(option); it takes none."
                : "The effect \(effect) has no option \(option); it takes \(known.joined(separator: ", "))."
        case .wrongValue(let effect, let option, let value, let allowed):
            "The effect \(effect) cannot take \(option)=\(value); \(option) is \(allowed)."
        }
    }
}

extension EffectSummary {
    /// The value of every option of the effect: the given one or the default, each checked.
    func values(from options: EffectOptions) throws(EffectError) -> EffectOptions {
        var values = EffectOptions()
        for option in self.options { values[option.name] = option.defaultValue }
        for entry in options.entries {
            guard let option = self.options.first(where: { $0.name == entry.name }) else {
                throw .unknownOption(effect: name, option: entry.name, known: self.options.map(\.name))
            }
            guard let value = option.accepted(entry.value) else {
                throw .wrongValue(effect: name, option: entry.name, value: entry.value, allowed: option.allowed)
            }
            values[entry.name] = value
        }
        return values
    }
}

extension EffectOptions {
    // For options that `EffectSummary.values` has checked: their types are known.

    func int(_ name: String) -> Int {
        guard case .int(let value)? = self[name] else { preconditionFailure("\(name) is not an int option") }
        return value
    }

    func double(_ name: String) -> Double {
        guard case .double(let value)? = self[name] else { preconditionFailure("\(name) is not a double option") }
        return value
    }

    func string(_ name: String) -> String {
        guard case .string(let value)? = self[name] else { preconditionFailure("\(name) is not a string option") }
        return value
    }

    func bool(_ name: String) -> Bool {
        guard case .bool(let value)? = self[name] else { preconditionFailure("\(name) is not a bool option") }
        return value
    }
}
