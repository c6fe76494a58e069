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
        case intOrName(ClosedRange<Int>, [String])
        case double(ClosedRange<Double>)
        case choice([String])
        case bool
        /// A colour's name or #rrggbb.
        case colour
        case text
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
        case .intOrName(let range, let names):
            "a whole number from \(range.lowerBound) to \(range.upperBound) or \(names.joined(separator: ", "))"
        case .double(let range): "a number from \(range.lowerBound) to \(range.upperBound)"
        case .choice(let names): "one of \(names.joined(separator: ", "))"
        case .bool: "true or false"
        case .colour: "\(Colour.names.map(\.name).joined(separator: ", ")) or #rrggbb"
        case .text: "a text"
        }
    }

    /// The value in this option's own type, or nil if it is not allowed; numbers pass between int and double.
    func accepted(_ value: EffectValue) -> EffectValue? {
        switch (kind, value) {
        case (.int(let range), .int(let number)) where range.contains(number): value
        case (.intOrName(let range, _), .int(let number)) where range.contains(number): value
        case (.intOrName(_, let names), .string(let name)) where names.contains(name): value
        case (.int(let range), .double(let number)), (.intOrName(let range, _), .double(let number)):
            Int(exactly: number).flatMap { range.contains($0) ? .int($0) : nil }
        case (.double(let range), .double(let number)) where range.contains(number): value
        case (.double(let range), .int(let number)) where range.contains(Double(number)): .double(Double(number))
        case (.choice(let names), .string(let name)) where names.contains(name): value
        case (.bool, .bool): value
        case (.text, .string): value
        case (.colour, .string(let text)) where Colour(text) != nil: value
        default: nil
        }
    }
}

extension EffectSummary {
    /// The value of every option of the effect: the given one or the default, each checked.
    public func values(from options: EffectOptions) throws(EffectError) -> EffectOptions {
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
