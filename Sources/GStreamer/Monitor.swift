import Glibc

/// A value behind a lock that threads can wait on; for streaming threads, which must not `await`.
///
/// `@unchecked Sendable`: `state` is only reached with `mutex` held.
public final class Monitor<State: ~Copyable>: @unchecked Sendable {
    private var state: State
    /// On the heap, because a mutex must never move; POSIX's and not GLib's, which the thread sanitizer cannot see.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    public init(_ state: consuming sending State) {
        self.state = state
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(changed, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        pthread_cond_destroy(changed)
        mutex.deallocate()
        changed.deallocate()
    }

    /// Reads or changes the value, then lets every waiting thread look again.
    public func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer {
            pthread_cond_broadcast(changed)
            pthread_mutex_unlock(mutex)
        }
        return try body(&state)
    }

    /// Blocks until `body` gives a result; it is asked at once and after each change, with the lock held.
    public func wait<Result: ~Copyable, Failure: Error>(
        until body: (inout State) throws(Failure) -> Result?
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer {
            pthread_cond_broadcast(changed)
            pthread_mutex_unlock(mutex)
        }
        while true {
            if let result = try body(&state) { return result }
            pthread_cond_wait(changed, mutex)
        }
    }
}
