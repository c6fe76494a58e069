import CGStreamer
import CGStreamerShims

/// The outermost bin: it owns a clock and a bus, and all of its elements change state with it.
public final class Pipeline: Element, @unchecked Sendable {
    /// What the elements have to say, from the first message on; for one reader.
    public let bus: Bus

    package override init(owning pointer: UnsafeMutablePointer<GstElement>) {
        bus = Bus(of: pointer)
        super.init(owning: pointer)
    }

    /// Stops everything: GStreamer wants it before the last reference goes.
    deinit {
        stop()
        bus.close(pointer)
    }

    /// An empty pipeline.
    public convenience init() {
        self.init(owning: gst_pipeline_new(nil))
    }

    /// Builds what a gst-launch line describes; missing elements and unfit links are errors.
    public convenience init(parsing description: String) throws(GStreamerError) {
        var failure: UnsafeMutablePointer<GError>?
        let context = gst_parse_context_new()
        defer { gst_parse_context_free(context) }
        guard let element = gst_parse_launch_full(description, context, GST_PARSE_FLAG_FATAL_ERRORS, &failure) else {
            let isMissing = failure.map { $0.pointee.code == Int32(GST_PARSE_ERROR_NO_SUCH_ELEMENT.rawValue) } ?? false
            let reason = takeMessage(of: failure)
            if isMissing, let missing = Pipeline.missingElement(context) { throw .missingElement(missing) }
            throw .parse(reason: reason)
        }
        if failure != nil { g_error_free(failure) }
        guard gstswift_is_pipeline(element) == 0 else {
            self.init(owning: element)
            return
        }
        // A single element is parsed to itself, a bin in brackets to a bin.
        let pipeline: UnsafeMutablePointer<GstElement> = gst_pipeline_new(nil)
        gst_bin_add(UnsafeMutableRawPointer(pipeline).assumingMemoryBound(to: GstBin.self), element)
        self.init(owning: pipeline)
    }

    private static func missingElement(_ context: OpaquePointer?) -> String? {
        guard let names = gst_parse_context_get_missing_elements(context) else { return nil }
        defer { g_strfreev(names) }
        return names[0].map { String(cString: $0) }
    }

    /// The element of that name, at any depth.
    public func element(_ name: String) -> Element? { gst_bin_get_by_name(asBin, name).map { Element(owning: $0) } }

    /// Adds an element and gives it back, so that building reads as a list.
    @discardableResult
    public func add(_ element: Element) throws(GStreamerError) -> Element {
        guard gst_bin_add(asBin, element.pointer) != 0 else { throw .notLinked(from: element.name, to: name) }
        return element
    }

    /// Makes elements, sets nothing, and links them in a row.
    public func addChain(_ elements: [Element]) throws(GStreamerError) {
        for element in elements { try add(element) }
        for (element, next) in zip(elements, elements.dropFirst()) { try element.link(to: next) }
    }

    /// Its elements in the order in which they were added; those inside of bins in brackets too.
    public var elements: [Element] { Pipeline.children(of: pointer) }

    private static func children(of bin: UnsafeMutablePointer<GstElement>) -> [Element] {
        var children: [Element] = []
        // The list is newest first.
        var node = UnsafeMutableRawPointer(bin).assumingMemoryBound(to: GstBin.self).pointee.children
        while let entry = node {
            children.append(Element(sharing: entry.pointee.data.assumingMemoryBound(to: GstElement.self)))
            node = entry.pointee.next
        }
        return children.reversed().flatMap { $0.factory == "bin" ? Pipeline.children(of: $0.pointer) : [$0] }
    }

    /// Asks every element again how late it delivers; to be called on a latency message.
    public func recalculateLatency() {
        gst_bin_recalculate_latency(asBin)
    }

    private var asBin: UnsafeMutablePointer<GstBin> { UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GstBin.self) }
}
