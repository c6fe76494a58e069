import GStreamer

/// Why a job failed, in words for whoever started it, and what to try.
public struct HostError: Error, Equatable, Sendable, CustomStringConvertible {
    public var reason: String
    public var advice: String?

    public init(_ reason: String, advice: String? = nil) {
        self.reason = reason
        self.advice = advice
    }

    /// One line.
    public var description: String { advice.map { "\(reason); \($0)" } ?? reason }
}

extension HostError {
    static let noVideo = HostError("it has no video stream", advice: "name a file with pictures in it")
    static let noFrame = HostError("no frame of it could be decoded", advice: "check that it plays elsewhere")
    static let notStarted = HostError("its pipeline does not start", advice: "run with GST_DEBUG=3 to see why")
    static let undecodable = HostError("its video cannot be decoded here", advice: "install gstreamer1.0-libav")

    /// Fails when the streams end well before the file says that they do.
    static func checkEnd(reached: UInt64, duration: ClockTime?) throws(HostError) {
        guard let duration else { return }
        let missing = duration.seconds - Double(reached) / 1e9
        guard missing > 1 + 0.02 * duration.seconds else { return }
        throw HostError(
            "it ends \(tenths(missing)) s before the \(tenths(duration.seconds)) s that it says it has",
            advice: "get a complete copy, or save what is left with ffmpeg -i IN -c copy OUT.mkv")
    }

    private static func tenths(_ seconds: Double) -> String {
        let number = Int((seconds * 10).rounded())
        return "\(number / 10).\(number % 10)"
    }

    /// An element's report, in one line and without what only developers read.
    init(_ failure: ElementFailure) {
        let message = HostError.oneLine(failure)
        switch (failure.domain, failure.code) {
        case ("gst-resource-error-quark", _) where failure.saysNoSpace:
            self.init("there is no space left for the output", advice: "free some, or write elsewhere with -o")
        case ("gst-stream-error-quark", 3...4):
            self.init("it is no video or picture that can be read", advice: "try `file` on it to see what it is")
        default:
            // Our own element speaks for itself.
            self.init(failure.factory.isEmpty || failure.factory == "guise" ? message : "\(failure.factory): \(message)")
        }
    }

    /// What an element said, with the detail that developers get where the message is a stock phrase.
    static func oneLine(_ failure: ElementFailure) -> String {
        let message = failure.message.split(whereSeparator: \.isNewline).joined(separator: " ")
        guard
            failure.message.hasPrefix("Internal data stream error") || failure.message.hasPrefix("Resource not found")
                || failure.message.hasPrefix("Could not"),
            let detail = failure.debug.split(whereSeparator: \.isNewline).dropFirst().first
        else { return message }
        return "\(message) \(detail)"
    }

    /// Any error as one of ours: in its own words where it is not.
    init(wrapping error: any Error) {
        switch error {
        case let error as HostError: self = error
        case let error as GStreamerError: self.init(error)
        default: self.init("\(error)")
        }
    }

    private init(_ error: GStreamerError) {
        switch error {
        case .element(let failure): self.init(failure)
        case .missingElement(let name):
            self.init("no element \(name) is installed", advice: "install the GStreamer plugin that has it")
        default: self.init(error.description)
        }
    }
}

extension ElementFailure {
    /// A full disk has a code of its own, but some elements report a failed write.
    fileprivate var saysNoSpace: Bool { code == 14 || debug.contains("No space left") }
}
