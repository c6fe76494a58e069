import CGStreamer

/// A value behind a lock that threads can wait on: `wait` returns when another thread has made its condition true.
public final class Monitor<State>: @unchecked Sendable {  // proof: `state` is only touched with `lock` held
    private let lock: UnsafeMutablePointer<GMutex>
    private let changed: UnsafeMutablePointer<GCond>
    private var state: State

    public init(_ state: sending State) {
        self.state = state
        lock = .allocate(capacity: 1)
        changed = .allocate(capacity: 1)
        g_mutex_init(lock)
        g_cond_init(changed)
    }

    deinit {
        g_cond_clear(changed)
        g_mutex_clear(lock)
        changed.deallocate()
        lock.deallocate()
    }

    /// Reads or changes the value, then wakes whoever waits.
    public func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        g_mutex_lock(lock)
        defer {
            g_cond_broadcast(changed)
            g_mutex_unlock(lock)
        }
        return try body(&state)
    }

    /// Waits until `condition` gives a value; it is asked with the lock held, at once and after every change.
    public func wait<Result>(until condition: (inout State) -> Result?) -> Result {
        g_mutex_lock(lock)
        defer { g_mutex_unlock(lock) }
        while true {
            if let result = condition(&state) { return result }
            g_cond_wait(changed, lock)
        }
    }
}
