/// What went wrong in GStreamer, with whom, and in its own words.
public enum GStreamerError: Error, Equatable, Sendable {
    /// GStreamer itself did not start.
    case start(reason: String)
    /// No installed plugin offers this element.
    case missingElement(String)
    /// The description of a pipeline could not be understood.
    case parse(reason: String)
    /// Two elements or pads do not fit together.
    case notLinked(from: String, to: String)
    /// The element has no such pad, or gives no more of them.
    case noPad(element: String, pad: String)
    /// The element has no such property, or the property does not take that value.
    case property(element: String, name: String, reason: String)
    /// An element refused a change of state; the bus has the reason.
    case stateChange(element: String, to: State)
    /// Data was not taken: the stream is stopping, ended or broken.
    case notTaken(element: String)
    /// An element reported an error while it ran.
    case element(ElementFailure)
}

/// An error or a warning as an element posted it.
public struct ElementFailure: Error, Equatable, Sendable {
    /// The element's name in the pipeline, such as `filesink0`.
    public var element: String
    /// The name of its factory, such as `filesink`; empty for what no factory made.
    public var factory: String
    public var message: String
    /// Where in the element's source it happened and why, for developers.
    public var debug: String
    /// GError's domain and code, such as `gst-resource-error-quark` and 9.
    public var domain: String
    public var code: Int

    public init(element: String, factory: String, message: String, debug: String, domain: String, code: Int) {
        self.element = element
        self.factory = factory
        self.message = message
        self.debug = debug
        self.domain = domain
        self.code = code
    }
}

extension GStreamerError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .start(let reason): "GStreamer does not start: \(reason)"
        case .missingElement(let name): "no element \(name) is installed"
        case .parse(let reason): "the pipeline cannot be understood: \(reason)"
        case .notLinked(let from, let to): "\(from) does not fit \(to)"
        case .noPad(let element, let pad): "\(element) has no pad \(pad) to give"
        case .property(let element, let name, let reason): "property \(name) of \(element): \(reason)"
        case .stateChange(let element, let state): "\(element) does not go to \(state)"
        case .notTaken(let element): "\(element) takes no more data"
        case .element(let failure): failure.description
        }
    }
}

extension ElementFailure: CustomStringConvertible {
    public var description: String { "\(element): \(message)" }
}
