public enum FrameEffects { public static var summaries: [EffectSummary] { [Mosaic.summary] }
 public static func effect(named: String, options: EffectOptions) throws -> any FrameEffect { try Mosaic(options: options) } }
public struct FaceIdentities { public init() {}
 public mutating func identify(_ f: [Face], at: Double?) -> [Face] { f } }
