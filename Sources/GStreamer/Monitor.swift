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
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(changed, &attributes)
        pthread_condattr_destroy(&attributes)
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

    /// The same, but no longer than to a time in microseconds of the monotonic clock; then `body` is asked for the last time.
    public func wait<Result>(untilTime deadline: Int64, _ body: (inout State) -> Result?) -> Result? {
        var time = timespec(tv_sec: Int(deadline / 1_000_000), tv_nsec: Int(deadline % 1_000_000) * 1000)
        pthread_mutex_lock(mutex)
        defer {
            pthread_cond_broadcast(changed)
            pthread_mutex_unlock(mutex)
        }
        while true {
            if let result = body(&state) { return result }
            if pthread_cond_timedwait(changed, mutex, &time) == ETIMEDOUT { return body(&state) }
        }
    }
}
