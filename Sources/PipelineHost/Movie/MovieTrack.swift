/// One track of a movie: its box, and the tables in it that say where its samples are.
struct MovieTrack: Sendable {
    /// Samples that lie together in the file.
    struct Chunk: Equatable, Sendable {
        var offset: UInt64
        var size: UInt64
        /// When its first sample is decoded, in seconds of the track.
        var time: Double
    }

    var box: MovieBox
    let chunks: [Chunk]

    /// Nil when the tables are damaged or of a kind that is not handled, encrypted samples among them.
    init?(_ box: MovieBox) {
        guard let table = box.at("mdia", "minf", "stbl"), let sizes = MovieTrack.sizes(table),
            let runs = MovieTrack.runs(table), let durations = table["stts"]?.payload,
            let scale = box.at("mdia", "mdhd").map(MovieTrack.timescale), scale > 0,
            table["saio"] == nil
        else { return nil }
        self.box = box
        let (offsets, width) = table["co64"].map { ($0.payload, 8) } ?? (table["stco"]?.payload ?? [], 4)
        let count = Int(offsets.integer(at: 4, bytes: 4))
        guard offsets.count >= 8 + count * width else { return nil }
        var chunks: [Chunk] = []
        chunks.reserveCapacity(count)
        var clock = SampleClock(durations)
        var sample = 0
        var run = 0
        for index in 0..<count {
            while run + 1 < runs.count, runs[run + 1].first <= index + 1 { run += 1 }
            guard run < runs.count else { return nil }
            let samples = runs[run].samples
            var size: UInt64 = 0
            let time = Double(clock.time) / Double(scale)
            switch sizes {
            case .same(let each, let total):
                guard sample + samples <= total else { return nil }
                size = UInt64(samples) * each
            case .each(let list):
                guard sample + samples <= list.count else { return nil }
                for index in sample..<(sample + samples) { size += UInt64(list[index]) }
            }
            clock.advance(by: samples)
            sample += samples
            chunks.append(Chunk(offset: offsets.integer(at: 8 + index * width, bytes: width), size: size, time: time))
        }
        self.chunks = chunks
    }

    var id: UInt64 {
        guard let header = box["tkhd"]?.payload else { return 0 }
        return header.integer(at: header.first == 1 ? 20 : 12, bytes: 4)
    }

    /// Ticks a second of its own clock.
    var timescale: UInt64 { box.at("mdia", "mdhd").map(MovieTrack.timescale) ?? 0 }

    /// `vide`, `soun`, `sbtl`, …
    var handler: String {
        MovieBox.name((box.at("mdia", "hdlr")?.payload ?? []).dropFirst(8).prefix(4))
    }

    /// The track with its samples elsewhere, in the order of `chunks`.
    func boxWithOffsets(_ offsets: [UInt64], wide: Bool) -> MovieBox {
        var payload: [UInt8] = [0, 0, 0, 0]
        payload.append(integer: UInt64(offsets.count), bytes: 4)
        for offset in offsets { payload.append(integer: offset, bytes: wide ? 8 : 4) }
        var box = box
        box.change(["mdia", "minf", "stbl"]) { table in
            table["stco"] = nil
            table["co64"] = nil
            table.children.append(MovieBox(wide ? "co64" : "stco", payload: payload))
        }
        return box
    }

    // MARK: - Tables

    private enum Sizes {
        case same(UInt64, total: Int)
        case each([UInt32])
    }

    private static func sizes(_ table: MovieBox) -> Sizes? {
        guard let bytes = table["stsz"]?.payload else { return nil }
        let same = bytes.integer(at: 4, bytes: 4)
        let count = Int(bytes.integer(at: 8, bytes: 4))
        if same > 0 {
            // QuickTime says "1 byte" for uncompressed sound and means frames: sound of version 1 descriptions.
            return soundFrame(table).map { .same($0, total: count) } ?? .same(same, total: count)
        }
        guard bytes.count >= 12 + count * 4 else { return nil }
        return .each((0..<count).map { UInt32(bytes.integer(at: 12 + $0 * 4, bytes: 4)) })
    }

    /// Bytes for each frame of uncompressed QuickTime sound whose table calls a frame one byte; nil for all else.
    private static func soundFrame(_ table: MovieBox) -> UInt64? {
        guard let sizes = table["stsz"]?.payload, sizes.integer(at: 4, bytes: 4) == 1,
            let entry = table["stsd"]?.payload.dropFirst(8), entry.count >= 36
        else { return nil }
        let version = entry.integer(at: 16, bytes: 2)
        let channels = entry.integer(at: 24, bytes: 2)
        let bits = entry.integer(at: 26, bytes: 2)
        if version == 1, entry.count >= 52 { return max(1, entry.integer(at: 44, bytes: 4)) }
        return max(1, channels * bits / 8)
    }

    /// From which chunk on (counted from 1) each has how many samples.
    private static func runs(_ table: MovieBox) -> [(first: Int, samples: Int)]? {
        guard let bytes = table["stsc"]?.payload else { return nil }
        let count = Int(bytes.integer(at: 4, bytes: 4))
        guard bytes.count >= 8 + count * 12 else { return nil }
        return (0..<count).map { index in
            (Int(bytes.integer(at: 8 + index * 12, bytes: 4)), Int(bytes.integer(at: 12 + index * 12, bytes: 4)))
        }
    }

    private static func timescale(_ header: MovieBox) -> UInt64 {
        header.payload.integer(at: header.payload.first == 1 ? 20 : 12, bytes: 4)
    }
}

/// Adds up the durations of a table of `(count, duration)`.
private struct SampleClock {
    private let bytes: [UInt8]
    private var entry = 0
    private var used: UInt64 = 0
    private(set) var time: UInt64 = 0

    init(_ table: [UInt8]) {
        bytes = table
    }

    mutating func advance(by samples: Int) {
        var left = UInt64(samples)
        while left > 0, 8 + entry * 8 + 8 <= bytes.count {
            let count = bytes.integer(at: 8 + entry * 8, bytes: 4)
            let step = min(left, count - used)
            time += step * bytes.integer(at: 12 + entry * 8, bytes: 4)
            left -= step
            used += step
            if used == count {
                entry += 1
                used = 0
            }
        }
    }
}
