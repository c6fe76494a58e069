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
    /// An element's report, in one line and without what only developers read.
    init(_ failure: ElementFailure) {
        let message = failure.message.split(whereSeparator: \.isNewline).joined(separator: " ")
        switch (failure.domain, failure.code) {
        case ("gst-resource-error-quark", 9...10) where failure.factory == "filesink" && failure.noSpace:
            self.init("there is no space left for the output", advice: "free some, or write elsewhere with -o")
        case ("gst-resource-error-quark", 14):
            self.init("there is no space left for the output", advice: "free some, or write elsewhere with -o")
        case ("gst-stream-error-quark", 3), ("gst-stream-error-quark", 4):
            self.init("it is no video or picture that can be read", advice: "try `file` on it to see what it is")
        default:
            self.init(failure.factory.isEmpty ? message : "\(failure.factory): \(message)")
        }
    }

    init(_ error: GStreamerError) {
        switch error {
        case .element(let failure): self.init(failure)
        case .missingElement(let name):
            self.init("no element \(name) is installed", advice: "install the GStreamer plugin that has it")
        default: self.init(error.description)
        }
    }
}

extension ElementFailure {
    /// Some elements report a full disk as a failed write.
    fileprivate var noSpace: Bool { debug.contains("No space left") }
}
