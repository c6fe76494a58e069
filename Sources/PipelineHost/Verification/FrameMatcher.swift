/// Finds, for frames of one video in their order, the frames of another that are shown at the same times.
struct FrameMatcher<Frame> {
    typealias Timed = (time: Int64, frame: Frame)

    /// Containers round times, to a millisecond at worst; no two frames are as near as this, in nanoseconds.
    static var tolerance: Int64 { 2_000_000 }

    /// Frames that were shown when the first video shows none.
    private(set) var skipped = 0
    /// The times of the first and the last frame that was taken.
    private(set) var times: (first: Int64, last: Int64)?
    private(set) var taken = 0
    private var pending: Timed?

    /// The frame that is shown at a time later than all that were asked for before; nil where there is none.
    mutating func frame(at time: Int64, next: () -> Timed?) -> Frame? {
        while let candidate = pending ?? take(next()) {
            pending = nil
            if candidate.time > time + Self.tolerance {
                pending = candidate
                return nil
            }
            if candidate.time >= time - Self.tolerance { return candidate.frame }
            skipped += 1
        }
        return nil
    }

    /// Takes what is left.
    mutating func drain(next: () -> Timed?) {
        if pending != nil { skipped += 1 }
        pending = nil
        while take(next()) != nil { skipped += 1 }
    }

    private mutating func take(_ frame: Timed?) -> Timed? {
        guard let frame else { return nil }
        taken += 1
        times = (times?.first ?? frame.time, frame.time)
        return frame
    }
}
