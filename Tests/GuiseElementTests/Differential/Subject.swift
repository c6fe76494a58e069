import CGStreamer
import Foundation
import GStreamer
import GuiseElement
import Testing

/// An element under comparison, as a launch line names it.
struct Subject: Sendable, Hashable, CustomStringConvertible {
    let line: String
    var description: String { [Self.detecting: "guise with a detector", .lookingAhead: "guise that looks ahead"][self] ?? line }

    static let identity = Subject(line: "identity")
    static let guise = Subject(line: "guise detector=none effects=none")
    /// Frames are analysed, and held for that alone; nothing is drawn.
    static let detecting = Subject(line: "guise effects=none lookahead=0 model-dir=\"\(models)\"")
    /// Frames are held for what comes behind them, too.
    static let lookingAhead = Subject(line: "guise effects=none lookahead=200 model-dir=\"\(models)\"")

    /// What must be as identity is, in whole pipelines.
    static let disguises = [guise, detecting, lookingAhead]

    static let models = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: ".deps/models").path(percentEncoded: false)

    private static let isReady: Bool = {
        guard (try? Registry.start()) != nil else { return false }
        // Misuse ends the run; scenarios that say things in the wrong order may be warned of it.
        g_log_set_always_fatal(GLogLevelFlags(rawValue: G_LOG_LEVEL_CRITICAL.rawValue | G_LOG_LEVEL_ERROR.rawValue))
        g_log_set_handler("GStreamer", G_LOG_LEVEL_WARNING, { _, _, _, _ in }, nil)
        registerGuise()
        return Registry.elementExists("guise")
    }()

    /// The element itself, with a name that is the same for all subjects; the caller owns it.
    func make() throws -> UnsafeMutablePointer<GstElement> {
        try #require(Self.isReady)
        return try Self.parse("\(line) name=e")
    }

    /// What a launch line describes, each `E` in it being the subject, with names e0, e1 and so on.
    func make(in launchLine: String) throws -> UnsafeMutablePointer<GstElement> {
        try #require(Self.isReady)
        return try Self.parse(named(in: launchLine))
    }

    /// The same as a bin, whose loose ends are its pads.
    func makeBin(in launchLine: String) throws -> UnsafeMutablePointer<GstElement> {
        try #require(Self.isReady)
        let bin = try #require(gst_parse_bin_from_description_full(named(in: launchLine), 1, nil, GST_PARSE_FLAG_NONE, nil))
        return gst_object_ref_sink(bin).assumingMemoryBound(to: GstElement.self)
    }

    private func named(in launchLine: String) -> String {
        var count = 0
        let words = launchLine.split(separator: " ").map { word in
            guard word == "E" else { return String(word) }
            defer { count += 1 }
            return "\(line) name=e\(count)"
        }
        return words.joined(separator: " ")
    }

    private static func parse(_ line: String) throws -> UnsafeMutablePointer<GstElement> {
        var failure: UnsafeMutablePointer<GError>?
        let element = gst_parse_launch(line, &failure)
        if let failure {
            defer { g_error_free(failure) }
            Issue.record("\(line): \(String(cString: failure.pointee.message))")
        }
        if let element, g_object_is_floating(element) != 0 { gst_object_ref_sink(element) }
        return try #require(element)
    }
}
