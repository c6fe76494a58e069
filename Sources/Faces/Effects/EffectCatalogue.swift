/// All effects, by name.
public enum EffectCatalogue {
    private static let effects: [any FrameEffect.Type] = [
        Mosaic.self, Blur.self, Solid.self, Eyes.self, Sepia.self, Overlay.self, NoEffect.self,
    ]

    /// What each effect is called, does and takes.
    public static let summaries: [EffectSummary] = effects.map { $0.summary }

    /// The effect of a name with the options given and defaults for the others.
    public static func effect(
        named name: String, options: EffectOptions = EffectOptions()
    ) throws(EffectError) -> any FrameEffect {
        guard let effect = effects.first(where: { $0.summary.name == name }) else {
            throw .unknownEffect(name: name, known: summaries.map(\.name))
        }
        return try effect.init(options: options)
    }
}
