import CGStreamer

/// A value behind a lock that threads can wait on; for streaming threads, which must not `await`.
///
/// `@unchecked Sendable`: `state` is only reached with `mutex` held.
public final class Monitor<State: ~Copyable>: @unchecked Sendable {
    private var state: State
    /// On the heap, because a GMutex must never move.
    private let mutex = UnsafeMutablePointer<GMutex>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<GCond>.allocate(capacity: 1)

    public init(_ state: consuming sending State) {
        self.state = state
        g_mutex_init(mutex)
        g_cond_init(changed)
    }

    deinit {
        g_mutex_clear(mutex)
        g_cond_clear(changed)
        mutex.deallocate()
        changed.deallocate()
    }

    /// Reads or changes the value, then lets every waiting thread look again.
    public func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        g_mutex_lock(mutex)
        defer {
            g_cond_broadcast(changed)
            g_mutex_unlock(mutex)
        }
        return try body(&state)
    }

    /// Blocks until `body` gives a result; it is asked at once and after each change, with the lock held.
    public func wait<Result: ~Copyable, Failure: Error>(
        until body: (inout State) throws(Failure) -> Result?
    ) throws(Failure) -> Result {
        g_mutex_lock(mutex)
        defer {
            g_cond_broadcast(changed)
            g_mutex_unlock(mutex)
        }
        while true {
            if let result = try body(&state) { return result }
            g_cond_wait(changed, mutex)
        }
    }
}
