import GStreamer
import Glibc

/// What Ctrl-C does: a thread of its own waits for the signals, so that the answer may do anything.
enum Interrupt {
    private static let answer = Monitor<@Sendable (Int32) -> Void>({ _ in _exit(130) })

    /// Takes SIGINT and SIGTERM from all threads; to be called before any other thread starts.
    static func start() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGTERM)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        // A reader that goes away shows as a failed write, not as a signal.
        signal(SIGPIPE, SIG_IGN)
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { _ in
                var signals = sigset_t()
                sigemptyset(&signals)
                sigaddset(&signals, SIGINT)
                sigaddset(&signals, SIGTERM)
                var number: Int32 = 0
                while sigwait(&signals, &number) == 0 {
                    let answer = Interrupt.answer.withLock { $0 }
                    answer(number)
                }
                return nil
            }, nil)
    }

    /// What to do from now on; the thread calls it once for each signal.
    static func onSignal(_ body: @escaping @Sendable (Int32) -> Void) { answer.withLock { $0 = body } }
}
