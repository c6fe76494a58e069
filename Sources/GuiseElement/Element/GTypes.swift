import CGStreamer

/// GLib's fundamental types, which are macros that Swift does not import: number << G_TYPE_FUNDAMENTAL_SHIFT.
enum ValueType {
    static let boolean = GType(5 << 2)
    static let int = GType(6 << 2)
    static let uint64 = GType(11 << 2)
    static let double = GType(15 << 2)
    static let string = GType(16 << 2)
}

/// GStreamer's own parameter flags, which are macros too: bits above G_PARAM_USER_SHIFT.
enum ParameterFlag {
    static let mutableReady = GParamFlags(rawValue: 1 << 10)
    static let mutablePlaying = GParamFlags(rawValue: 1 << 12)

    static func set(_ flags: GParamFlags...) -> GParamFlags {
        GParamFlags(rawValue: flags.reduce(0) { $0 | $1.rawValue })
    }
}
