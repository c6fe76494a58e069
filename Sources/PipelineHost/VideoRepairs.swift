import GStreamer

/// What elements of GStreamer 1.22 lose, and how it is kept.
enum VideoRepairs {
    /// Says which matrix the colours have where a decoder only knows their range.
    ///
    /// Elements take "range known, matrix unknown" for an error and fall back to limited range, which washes out the picture.
    static func nameMatrix(on pad: Pad) {
        pad.probeEvents { event in
            guard let caps = event.caps, let format = caps.structures.first, let colorimetry = format.string("colorimetry"),
                let named = namingMatrix(colorimetry, height: format.integer("height") ?? 0)
            else { return .pass }
            return .replace(.caps(caps.setting("colorimetry", to: named)))
        }
    }

    /// `1:0:0:0` (range:matrix:transfer:primaries) with a matrix, BT.709 from 720 lines on and else BT.601; nil if it has one.
    static func namingMatrix(_ colorimetry: String, height: Int) -> String? {
        var parts = colorimetry.split(separator: ":").map(String.init)
        guard parts.count == 4, parts[0] == "1", parts[1] == "0" else { return nil }
        parts[1] = height >= 720 ? "3" : "4"
        return parts.joined(separator: ":")
    }

    /// Says where the colours of VP9 lie among its pixels where nobody knows it: mp4mux and qtmux read it unasked and crash.
    ///
    /// To the left, between the lines, is what decoders take for granted.
    static func nameChromaSite(on pad: Pad) {
        pad.probeEvents { event in
            guard let caps = event.caps, caps.mediaType == "video/x-vp9", let format = caps.structures.first,
                format.string("chroma-site") == nil
            else { return .pass }
            return .replace(.caps(caps.setting("chroma-site", to: "mpeg2")))
        }
    }

    private struct Times {
        var frames: [(time: ClockTime?, duration: ClockTime?)] = []
        /// What the encoder adds to all times, seen in its segment.
        var before: UInt64 = 0
        var after: UInt64 = 0
    }

    /// Gives each packet the time of the frame that went in; for encoders that keep the order but forget the times.
    static func keepTimes(through encoder: Element) {
        let times = Monitor(Times())
        encoder.pad("sink")?.probeEvents { event in
            if let start = event.segment?.start { times.withLock { $0.before = start.nanoseconds } }
            return .pass
        }
        encoder.pad("sink")?.onBuffer { buffer in
            let entry = (buffer.presentationTime, buffer.duration)
            times.withLock { $0.frames.append(entry) }
        }
        encoder.pad("src")?.probeEvents { event in
            if let start = event.segment?.start { times.withLock { $0.after = start.nanoseconds } }
            return .pass
        }
        encoder.pad("src")?.probeBuffers { buffer in
            let (time, duration) = times.withLock { times -> (ClockTime?, ClockTime?) in
                guard !times.frames.isEmpty else { return (nil, nil) }
                let frame = times.frames.removeFirst()
                let shown = frame.time.map { ClockTime(nanoseconds: $0.nanoseconds &- times.before &+ times.after) }
                return (shown, frame.duration)
            }
            guard let time else { return .pass }
            let copy = buffer.share().writable()
            copy.presentationTime = time
            copy.decodingTime = time
            copy.duration = duration
            return .replace(copy)
        }
    }
}
