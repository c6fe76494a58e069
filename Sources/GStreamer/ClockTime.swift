import CGStreamer

/// A time or a span of a stream in nanoseconds; "no time" is nil.
public struct ClockTime: Hashable, Comparable, Sendable {
    public var nanoseconds: UInt64

    public init(nanoseconds: UInt64) {
        self.nanoseconds = nanoseconds
    }

    /// Nil for GStreamer's "none".
    package init?(_ time: GstClockTime) {
        guard time != GstClockTime.max else { return nil }
        nanoseconds = UInt64(time)
    }

    public var seconds: Double { Double(nanoseconds) / 1e9 }

    public static func < (left: ClockTime, right: ClockTime) -> Bool { left.nanoseconds < right.nanoseconds }
}

extension ClockTime? {
    /// GStreamer's own number, with its "none" for nil.
    package var gstValue: GstClockTime { map { GstClockTime($0.nanoseconds) } ?? GstClockTime.max }
}
