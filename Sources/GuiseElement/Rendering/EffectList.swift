enum EffectList { static func parse(_ t: String) throws -> [Int] { [] } }
