import GStreamer

/// How long packets of sound last, where the source does not say it.
///
/// Matroska leaves it out. The muxers of MP4 then end the track where its last packet begins, and the one of AVI adds up
/// "unknown" as if it were a number.
struct PacketDurations {
    private var previous: ClockTime?
    /// The last known one; before that what the codec is known for, else nothing.
    private var known: ClockTime

    init(_ caps: Caps) {
        let format = caps.structures.first
        // An AAC packet without a header; other kinds have parsers that say it.
        guard caps.mediaType == "audio/mpeg", format?.integer("mpegversion") != 1, let rate = format?.integer("rate"), rate > 0
        else {
            known = ClockTime(nanoseconds: 0)
            return
        }
        known = ClockTime(nanoseconds: 1024 * 1_000_000_000 / UInt64(rate))
    }

    /// The duration of a packet that has none: the time since the one before it.
    mutating func duration(at time: ClockTime?, stated: ClockTime?) -> ClockTime {
        defer { previous = time ?? previous }
        if let stated {
            known = stated
        } else if let time, let previous, time > previous {
            known = ClockTime(nanoseconds: time.nanoseconds - previous.nanoseconds)
        }
        return known
    }

    /// Gives every packet that passes a duration.
    static func complete(on pad: Pad, caps: Caps) {
        let durations = Monitor(PacketDurations(caps))
        pad.probeBuffers { buffer in
            let (time, stated) = (buffer.presentationTime, buffer.duration)
            let duration = durations.withLock { $0.duration(at: time, stated: stated) }
            guard stated == nil else { return .pass }
            let copy = buffer.share().writable()
            copy.duration = duration
            return .replace(copy)
        }
    }
}
