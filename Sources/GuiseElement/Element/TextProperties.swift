import Faces

/// What is wrong with a text for the property `effects` or `regions`, or nil; other properties GObject checks itself.
public func fault(in property: String, _ text: String) -> String? {
    do {
        switch property {
        case "effects": _ = try EffectList.parse(text)
        case "regions": _ = try Region.list(text)
        default: break
        }
        return nil
    } catch {
        return "\(property)=\"\(text)\" cannot be used: \(error)"
    }
}
