import CGStreamer
import Faces

/// The `effects` property as text and as effects: GstStructures separated by semicolons, in the order in which they are drawn.
enum EffectList {
    enum ParseError: Error, CustomStringConvertible {
        case syntax(String)
        case unsupportedType(effect: String, option: String)

        var description: String {
            switch self {
            case .syntax(let text):
                "\"\(text)\" is not a list of effects; write it like \"mosaic,scale=20\" or \"mosaic; eyes\""
            case .unsupportedType(let effect, let option):
                "\(effect)'s \(option) is neither a number, a text nor true or false"
            }
        }
    }

    /// The effects that the text asks for; "none" asks for none, and an empty text, perhaps an unset variable, for nothing known.
    static func parse(_ text: String) throws -> [any FrameEffect] {
        var effects: [any FrameEffect] = []
        for part in split(text) {
            let (name, options) = try options(of: part)
            let effect = try EffectCatalogue.effect(named: name, options: options)
            if !(effect is NoEffect) { effects.append(effect) }
        }
        guard !split(text).isEmpty else { throw ParseError.syntax(text) }
        return effects
    }

    /// One line on what can be written, for gst-inspect-1.0.
    static var help: String {
        EffectCatalogue.summaries.map { summary in
            let options = summary.options.map { "\($0.name) (\($0.allowed); default \($0.defaultValue)): \($0.text)" }
            return "\(summary.name): \(summary.text)" + (options.isEmpty ? "" : " [" + options.joined(separator: "; ") + "]")
        }.joined(separator: " | ")
    }

    /// The parts between semicolons that no quotes hold.
    private static func split(_ text: String) -> [String] {
        var parts = [""]
        var isQuoted = false
        var isEscaped = false
        for character in text {
            if character == ";", !isQuoted {
                parts.append("")
                continue
            }
            if character == "\"", !isEscaped { isQuoted.toggle() }
            isEscaped = character == "\\" && !isEscaped
            parts[parts.count - 1].append(character)
        }
        return parts.map(trimmed).filter { !$0.isEmpty }
    }

    private static func trimmed(_ text: String) -> String {
        let start = text.drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }

    private static func options(of part: String) throws -> (name: String, EffectOptions) {
        guard let structure = gst_structure_from_string(part, nil) else { throw ParseError.syntax(part) }
        defer { gst_structure_free(structure) }
        let name = String(cString: gst_structure_get_name(structure))
        var options = EffectOptions()
        for index in 0..<gst_structure_n_fields(structure) {
            let field = String(cString: gst_structure_nth_field_name(structure, guint(index)))
            guard let value = gst_structure_get_value(structure, field), let option = option(value) else {
                throw ParseError.unsupportedType(effect: name, option: field)
            }
            options[field] = option
        }
        return (name, options)
    }

    private static func option(_ value: UnsafePointer<GValue>) -> EffectValue? {
        switch value.pointee.g_type {
        case ValueType.int: .int(Int(g_value_get_int(value)))
        case ValueType.double: .double(g_value_get_double(value))
        case ValueType.boolean: .bool(g_value_get_boolean(value) != 0)
        case ValueType.string: .string(g_value_get_string(value).map { String(cString: $0) } ?? "")
        default: nil
        }
    }
}
