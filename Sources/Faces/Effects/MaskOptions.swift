// What all effects that hide faces under a mask take.

extension EffectOption {
    static let shape = EffectOption(
        name: "mask", kind: .choice(MaskShape.allCases.map(\.rawValue)), defaultValue: .string(MaskShape.ellipse.rawValue),
        text: "Outline of the mask; a circle's radius is the shorter side of the face's box times mask-scale.")

    static let soft = EffectOption(
        name: "soft", kind: .double(1...500), defaultValue: .double(1),
        text: "Pixels over which the mask's edge fades, outside of its outline.")
}

extension EffectOptions {
    /// The checked value of `EffectOption.shape`.
    var shape: MaskShape { MaskShape(rawValue: string("mask")) ?? .ellipse }
}
