import GStreamer
import Glibc

/// What Ctrl-C does: a thread of its own waits for the signals, so that the answer may do anything.
enum Interrupt {
    private static let answer = Monitor<@Sendable () -> Void>({ _exit(130) })

    /// Takes over SIGINT and SIGTERM. A signal handler may do next to nothing, so it only wakes the thread through a pipe.
    static func start() {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return }
        readEnd.withLock { $0 = ends[0] }
        // The handler cannot be given anything: the pipe gets a number that both know.
        dup2(ends[1], wakeDescriptor)
        close(ends[1])
        _ = fcntl(wakeDescriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
        var thread = pthread_t()
        pthread_create(&thread, nil, { _ in Interrupt.wait() }, nil)
        for number in [SIGINT, SIGTERM] {
            signal(number) { _ in
                var byte: UInt8 = 0
                _ = write(wakeDescriptor, &byte, 1)
            }
        }
        // A reader that goes away shows as a failed write, not as a signal.
        signal(SIGPIPE, SIG_IGN)
    }

    private static let readEnd = Monitor<Int32>(-1)

    private static func wait() -> UnsafeMutableRawPointer? {
        let end = readEnd.withLock { $0 }
        var byte: UInt8 = 0
        while true {
            let count = read(end, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return nil }
            let answer = answer.withLock { $0 }
            answer()
        }
    }

    /// What to do from now on; it is called once for each signal.
    static func onSignal(_ body: @escaping @Sendable () -> Void) { answer.withLock { $0 = body } }
}

/// Far above what the program opens, so that nothing else has it.
private let wakeDescriptor: Int32 = 250
