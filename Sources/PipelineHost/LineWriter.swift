import GStreamer
import Glibc

/// Writes lines to a file descriptor as they come; remembers the first failure.
public final class LineWriter: Sendable {
    private let descriptor: Int32
    private let reason = Monitor<Int32?>(nil)

    public init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// What the system said to the first line that was not taken.
    public var failure: String? { reason.withLock { $0 }.map { String(cString: strerror($0)) } }

    /// Whether whoever reads has gone.
    public var isUnread: Bool { reason.withLock { $0 } == EPIPE }

    /// False when it was not taken.
    public func write(_ line: String) -> Bool {
        guard !LineWriter.write(line + "\n", to: descriptor) else { return true }
        let number = errno
        reason.withLock { $0 = $0 ?? number }
        return false
    }

    /// Writes everything; false, with `errno` set, when it is not taken.
    public static func write(_ text: String, to descriptor: Int32) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            var done = 0
            while done < bytes.count {
                let count = Glibc.write(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                done += count
            }
            return true
        }
    }
}
