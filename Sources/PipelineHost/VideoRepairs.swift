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

    /// What JPEG can hold: JFIF knows only the full range and the matrix of BT.601, and the encoder converts nothing.
    ///
    /// What has another format becomes the first of these, 4:2:0.
    /// RGB is left out: the encoder writes it as it is, which many programs show in wrong colours.
    static let jpegFormats = """
        video/x-raw, format=I420, colorimetry=1:4:0:0; \
        video/x-raw, format={Y42B, Y444, Y41B, YV12, NV12, NV21, YUY2, UYVY, YVYU, GRAY8}, colorimetry=1:4:0:0
        """

    /// Whether JPEG packets that enter here say that their range is limited; false until the first has passed.
    static func limitedRange(of packets: Pad) -> Monitor<Bool> {
        let isLimited = Monitor(false)
        let isFirst = Monitor(true)
        packets.onBuffer { buffer in
            let wasFirst = isFirst.withLock { first in
                defer { first = false }
                return first
            }
            guard wasFirst, buffer.withBytes({ hasLimitedRange($0) }) == true else { return }
            isLimited.withLock { $0 = true }
        }
        return isLimited
    }

    /// Says that JPEG frames have the limited range where they do; the decoder takes all for full range.
    static func nameRange(_ isLimited: Monitor<Bool>, on frames: Pad) {
        frames.probeEvents { event in
            guard let caps = event.caps, isLimited.withLock({ $0 }),
                caps.structures.first?.string("colorimetry")?.hasPrefix("1:") == true
            else { return .pass }
            return .replace(.caps(caps.setting("colorimetry", to: "2:4:0:0")))
        }
    }

    /// Lets limited range become full range where the matrix is the same, BT.601.
    ///
    /// The converter of GStreamer 1.22 then only copies, so it is told FCC's matrix, which differs by less than 0.5 %.
    static func forceRangeConversion(on pad: Pad) {
        pad.probeEvents { event in
            guard let caps = event.caps, let colorimetry = caps.structures.first?.string("colorimetry"),
                colorimetry == "bt601" || colorimetry.hasPrefix("2:4:")
            else { return .pass }
            return .replace(.caps(caps.setting("colorimetry", to: "2:2:0:0")))
        }
    }

    /// Whether a JPEG frame has the comment `CS=ITU601` at its beginning, which ffmpeg writes for the limited range.
    static func hasLimitedRange(_ frame: RawSpan) -> Bool {
        let head = (0..<min(frame.byteCount, 1024)).map { frame.unsafeLoad(fromByteOffset: $0, as: UInt8.self) }
        return head.starts(with: [0xFF, 0xD8]) && head.contains(Array("CS=ITU601".utf8))
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

    /// Shows a picture for a 25th of a second: without a length players show nothing, and AVI takes nothing without a rate.
    static func showStill(on pad: Pad) {
        pad.probeEvents { event in
            guard let caps = event.caps else { return .pass }
            return .replace(.caps(caps.setting("framerate", to: 25, over: 1)))
        }
        pad.probeBuffers { buffer in
            let copy = buffer.share().writable()
            copy.duration = ClockTime(nanoseconds: 40_000_000)
            return .replace(copy)
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
