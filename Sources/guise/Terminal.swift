import GStreamer
import Glibc
import PipelineHost

/// What the program says on standard error.
enum Terminal {
    static let isInteractive = isatty(STDERR_FILENO) == 1

    /// Writes one line; replaces a progress bar that stands there.
    static func say(_ line: String) { write((isInteractive ? "\r\u{1B}[K" : "") + line + "\n", to: STDERR_FILENO) }

    /// Writes everything to a file descriptor; false when it does not take it.
    @discardableResult
    static func write(_ text: String, to descriptor: Int32) -> Bool { LineWriter.write(text, to: descriptor) }

    /// Seconds that only go forward.
    static var clock: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// A line that says how far a file is; drawn at most ten times a second, and only on a terminal.
final class ProgressBar: Sendable {
    private let name: String
    private let start = Terminal.clock
    private let drawn = Monitor(0.0)

    init(_ name: String) {
        self.name = name
    }

    var seconds: Double { Terminal.clock - start }

    func show(_ progress: Progress) {
        guard Terminal.isInteractive else { return }
        let now = Terminal.clock
        let due = drawn.withLock { last in
            guard now - last >= 0.1 else { return false }
            last = now
            return true
        }
        guard due else { return }
        let rate = Double(progress.frames) / max(0.001, now - start)
        var line = "\(name): \(counted(progress.frames, "frame")), \(decimal(rate)) fps, \(counted(progress.facesNow, "face"))"
        if let position = progress.position, let duration = progress.duration, duration.nanoseconds > 0 {
            let done = min(1, position.seconds / duration.seconds)
            let left = done > 0.001 ? (now - start) * (1 - done) / done : 0
            let bar = String(repeating: "█", count: Int(done * 20)) + String(repeating: "░", count: 20 - Int(done * 20))
            line =
                "\(name): \(bar) \(Int(done * 100)) %, \(decimal(rate)) fps, \(clockText(left)) left, \(counted(progress.facesNow, "face"))"
        }
        Terminal.write("\r\(line)\u{1B}[K", to: STDERR_FILENO)
    }

    private func clockText(_ seconds: Double) -> String {
        let whole = Int(seconds.rounded(.up))
        let minutes = whole / 60 % 60
        let text = "\(minutes < 10 && whole >= 3600 ? "0" : "")\(minutes):\(whole % 60 < 10 ? "0" : "")\(whole % 60)"
        return whole >= 3600 ? "\(whole / 3600):\(text)" : text
    }
}

/// One digit after the point.
func decimal(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
}

/// A number with what it counts: `1 face`, `2 faces`.
func counted(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
