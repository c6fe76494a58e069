import GStreamer
import Glibc

/// The files that a pipeline's elements name: those that are read must be there before one that is written is touched.
struct PipelineFiles: Sendable {
    private let sources: [(element: Element, path: String)]
    /// Files that were not there before.
    private let new: [String]

    init(of elements: [Element]) {
        func paths(_ factory: String) -> [(element: Element, path: String)] {
            elements.filter { $0.factory == factory }.compactMap { element in
                element.string("location").flatMap { $0.isEmpty ? nil : (element, $0) }
            }
        }
        sources = paths("filesrc")
        new = paths("filesink").map(\.path).filter { access($0, F_OK) != 0 }
    }

    /// The first source whose file cannot be read, and why.
    var fault: (element: Element, reason: HostError)? {
        // Size and kind say nothing here: devices and what /proc has are read too.
        guard let source = sources.first(where: { access($0.path, R_OK) != 0 }) else { return nil }
        let reason = String(cString: strerror(errno))
        return (source.element, HostError("cannot read \(source.path): \(reason)", advice: "check the path"))
    }

    /// Removes what a pipeline that failed has created and not written to.
    func removeEmpty() {
        for path in new {
            var status = stat()
            if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size == 0 { unlink(path) }
        }
    }
}
