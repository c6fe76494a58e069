/// Why an effect could not be made; it says what is wrong and what would be right.
public enum EffectError: Error, Equatable, CustomStringConvertible {
    case unknownEffect(name: String, known: [String])
    case unknownOption(effect: String, option: String, known: [String])
    case wrongValue(effect: String, option: String, value: EffectValue, allowed: String)
    case unreadableImage(effect: String, path: String, reason: String)

    public var description: String {
        switch self {
        case .unknownEffect(let name, let known):
            "there is no effect \(name); the effects are \(known.joined(separator: ", "))"
        case .unknownOption(let effect, let option, let known):
            known.isEmpty
                ? "the effect \(effect) has no option \(option); it takes none"
                : "the effect \(effect) has no option \(option); it takes \(known.joined(separator: ", "))"
        case .wrongValue(let effect, let option, let value, let allowed):
            "the effect \(effect) cannot take \(option)=\(value); \(option) is \(allowed)"
        case .unreadableImage(let effect, let path, let reason):
            "the effect \(effect) cannot read the picture \(path): \(reason)"
        }
    }
}
