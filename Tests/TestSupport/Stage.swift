import Foundation

/// What `scripts/build` laid out, and how commands find it there.
public enum Stage {
    public static let path = Place.package + ".build/stage"

    /// The variables that `scripts/env` sets.
    public static var environment: [String: String] {
        let own = ProcessInfo.processInfo.environment
        return [
            "PATH": "\(path)/bin:\(own["PATH"] ?? "/usr/bin:/bin")",
            "GST_PLUGIN_PATH": "\(path)/lib/gstreamer-1.0",
            "GUISE_MODELS": "\(path)/lib/guise/models",
            "GUISE_PIPELINES": "\(path)/share/guise/pipelines",
        ]
    }

    /// Runs a shell line as a user would after `eval "$(scripts/env)"`.
    @discardableResult
    public static func shell(
        _ line: String, folder: String? = nil, environment: [String: String] = [:], limit: Double = 120
    ) throws -> CommandResult {
        try run(
            "bash", ["-c", line], environment: Stage.environment.merging(environment) { $1 }, folder: folder, limit: limit)
    }

    /// Four seconds of a portrait that moves, with a tone: 1280 × 720, 30 frames a second, H.264 and AAC.
    public static let sample: String = {
        let clip = Place.package + ".build/sample/astronaut.mp4"
        if !FileManager.default.fileExists(atPath: clip) { _ = try? run(Place.package + "scripts/sample", []) }
        return clip
    }()
}
