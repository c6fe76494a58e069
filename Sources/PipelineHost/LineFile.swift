import Glibc

/// A file of lines that gets its name when it is complete.
final class LineFile: Sendable {
    private let file: PendingFile
    private let descriptor: Int32
    private let lines: LineWriter
    private let option: String

    /// - Parameter option: what chooses the name, for advice.
    init(_ path: String, overwrite: Bool, option: String) throws(HostError) {
        self.option = option
        file = try PendingFile(path, overwrite: overwrite, option: option)
        descriptor = open(file.temporaryPath, O_WRONLY | O_CLOEXEC)
        lines = LineWriter(descriptor)
    }

    deinit { close(descriptor) }

    /// False when it was not taken.
    func write(_ line: String) -> Bool { lines.write(line) }

    /// Why a line could not be written.
    var failure: HostError {
        HostError("\(file.path) cannot be written: \(lines.failure ?? "unknown")", advice: "write it elsewhere with \(option)")
    }

    /// Gives the file its name; not where a line is missing.
    func commit() throws(HostError) {
        if lines.failure != nil { throw failure }
        try file.commit()
    }
}
