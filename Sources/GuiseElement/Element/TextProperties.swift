import Faces

/// What is wrong with a text for `effects`, `regions`, `keep-ids` or `only-ids`, or nil; other properties GObject checks itself.
public func fault(in property: String, _ text: String) -> String? {
    do {
        switch property {
        case "effects": _ = try EffectList.parse(text)
        case "regions": _ = try Region.list(text)
        case "keep-ids", "only-ids": _ = try FaceChoice.identities(text)
        default: break
        }
        return nil
    } catch {
        return "\(property)=\"\(text)\" cannot be used: \(error)"
    }
}
