import Glibc

/// Joins a movie's new video tracks with the other tracks of its source, which stay bit for bit as they were.
///
/// A muxer would lose what is not shown: the packets that prime a sound decoder, edit lists, styles of subtitles.
/// So tracks are taken over whole, with only the places of their samples changed.
struct MovieMerge {
    private struct Piece {
        var isSource: Bool
        var track: Int
        var chunk: Int
        var time: Double
    }

    private let rendered: MovieFile
    private let source: MovieFile
    /// New video tracks first, then what is taken over; in the order of the source.
    private var tracks: [(track: MovieTrack, isSource: Bool)] = []

    /// The kinds of tracks that show no pictures: sound, subtitles, captions, timecode.
    private static let takenOver: Set<String> = ["soun", "sbtl", "subt", "text", "clcp", "tmcd"]

    /// Whether every track of a source can be taken over or is made anew.
    static func canTake(_ source: MovieFile) -> Bool {
        zip(source.tracks, source.movie.children.filter { $0.type == "trak" }).allSatisfy { track, box in
            track != nil || !takenOver.contains(handler(of: box))
        }
    }

    private static func handler(of box: MovieBox) -> String {
        MovieBox.name((box.at("mdia", "hdlr")?.payload ?? []).dropFirst(8).prefix(4))
    }

    /// What the source says about where it was filmed, if that is to stay.
    private let places: [MovieBox]

    /// - Parameters:
    ///   - videoIDs: the source's track numbers of the rendered video tracks, in order.
    ///   - keepLocation: whether the place where it was filmed stays in the file.
    init?(rendered: MovieFile, source: MovieFile, videoIDs: [UInt64], keepLocation: Bool) {
        self.rendered = rendered
        self.source = source
        places = keepLocation ? source.movie.places : []
        var videos = rendered.tracks.compactMap { $0 }.filter { $0.handler == "vide" }
        guard videos.count == videoIDs.count else { return nil }
        for track in source.tracks.compactMap({ $0 }) {
            if let index = videoIDs.firstIndex(of: track.id) {
                videos[index].box.show(like: track.box)
                videos[index].box.end(like: track.box, source: source.timescale, rendered: rendered.timescale)
                tracks.append((videos[index], false))
            } else if MovieMerge.takenOver.contains(track.handler) {
                var track = track
                track.box.rescale(from: source.timescale, to: rendered.timescale)
                track.box.dropPrivateData()
                tracks.append((track, true))
            }
        }
        guard tracks.count(where: { !$0.isSource }) == videoIDs.count else { return nil }
    }

    /// Writes the joined movie, its index first, its samples in the order in which they are played.
    func write(to path: String) throws(HostError) {
        let pieces = tracks.enumerated().flatMap { index, entry in
            entry.track.chunks.enumerated().map { Piece(isSource: entry.isSource, track: index, chunk: $0, time: $1.time) }
        }.sorted { ($0.time, $0.track, $0.chunk) < ($1.time, $1.track, $1.chunk) }
        let total = tracks.reduce(UInt64(0)) { $0 + $1.track.chunks.reduce(0) { $0 + $1.size } }
        let wide = total > UInt64(UInt32.max) - 1 << 28
        let type = rendered.type ?? MovieBox("ftyp", payload: Array("isom".utf8) + [0, 0, 2, 0] + Array("isom".utf8))
        // Offsets have the same width whatever they are, so a first index with none of them right has the right size.
        let zeros = tracks.map { Array(repeating: UInt64(0), count: $0.track.chunks.count) }
        let start = UInt64(type.size + index(zeros, wide).size + 16)
        var offsets = zeros
        var position = start
        for piece in pieces {
            offsets[piece.track][piece.chunk] = position
            position += tracks[piece.track].track.chunks[piece.chunk].size
        }
        var head: [UInt8] = []
        type.write(to: &head)
        index(offsets, wide).write(to: &head)
        head.append(integer: 1, bytes: 4)
        head += "mdat".utf8
        head.append(integer: total + 16, bytes: 8)
        let output = try MovieOutput(path)
        try output.write(head)
        for piece in pieces {
            let chunk = tracks[piece.track].track.chunks[piece.chunk]
            try output.copy(chunk, from: piece.isSource ? source : rendered)
        }
        try output.finish()
    }

    private func index(_ offsets: [[UInt64]], _ wide: Bool) -> MovieBox {
        var movie = rendered.movie
        movie.children.removeAll { $0.type == "trak" }
        let boxes = zip(tracks, offsets).map { $0.track.boxWithOffsets($1, wide: wide) }
        let place = movie.children.firstIndex { $0.type == "mvhd" }.map { $0 + 1 } ?? 0
        movie.children.insert(contentsOf: boxes, at: place)
        if !places.isEmpty {
            var notes = movie["udta"] ?? MovieBox("udta")
            for place in places { place.write(to: &notes.payload) }
            movie["udta"] = notes
        }
        let duration = boxes.map(\.trackDuration).max() ?? 0
        let next = (tracks.map(\.track.id).max() ?? 0) + 1
        movie.change(["mvhd"]) { header in
            let isWide = header.payload.first == 1
            header.payload.set(duration, at: isWide ? 24 : 16, bytes: isWide ? 8 : 4)
            header.payload.set(next, at: header.payload.count - 4, bytes: 4)
        }
        return movie
    }
}

extension MovieBox {
    fileprivate var trackDuration: UInt64 {
        guard let header = self["tkhd"]?.payload else { return 0 }
        return header.first == 1 ? header.integer(at: 28, bytes: 8) : header.integer(at: 20, bytes: 4)
    }

    /// Lets the last frame be shown as long as in the source; a muxer can only guess it from the rate.
    fileprivate mutating func end(like original: MovieBox, source: UInt64, rendered: UInt64) {
        guard let header = at("mdia", "mdhd")?.payload, source > 0, rendered > 0 else { return }
        let scale = header.integer(at: header.first == 1 ? 20 : 12, bytes: 4)
        // In units of the rendered track.
        let wanted = Double(original.trackDuration) / Double(source) * Double(scale)
        let found = Double(trackDuration) / Double(rendered) * Double(scale)
        let excess = Int64((found - wanted).rounded())
        guard excess != 0, original.trackDuration > 0 else { return }
        var isDone = false
        change(["mdia", "minf", "stbl", "stts"]) { table in
            let count = Int(table.payload.integer(at: 4, bytes: 4))
            let last = 8 + (count - 1) * 8
            guard count > 0, last + 8 <= table.payload.count else { return }
            let frames = table.payload.integer(at: last, bytes: 4)
            let length = Int64(table.payload.integer(at: last + 4, bytes: 4)) - excess
            guard length > 0 else { return }
            isDone = true
            if frames > 1 {
                table.payload.set(frames - 1, at: last, bytes: 4)
                table.payload.set(UInt64(count + 1), at: 4, bytes: 4)
                table.payload.append(integer: 1, bytes: 4)
                table.payload.append(integer: UInt64(length), bytes: 4)
            } else {
                table.payload.set(UInt64(length), at: last + 4, bytes: 4)
            }
        }
        guard isDone else { return }
        let shorter = Int64((Double(excess) * Double(rendered) / Double(scale)).rounded())
        func shorten(_ box: inout MovieBox, at offset: Int, bytes: Int, by amount: Int64) {
            let value = Int64(box.payload.integer(at: offset, bytes: bytes)) - amount
            if value > 0 { box.payload.set(UInt64(value), at: offset, bytes: bytes) }
        }
        change(["mdia", "mdhd"]) { header in
            let isWide = header.payload.first == 1
            shorten(&header, at: isWide ? 24 : 16, bytes: isWide ? 8 : 4, by: excess)
        }
        change(["tkhd"]) { header in
            let isWide = header.payload.first == 1
            shorten(&header, at: isWide ? 28 : 20, bytes: isWide ? 8 : 4, by: shorter)
        }
        change(["edts", "elst"]) { list in
            let (stride, width) = list.payload.first == 1 ? (20, 8) : (12, 4)
            let count = Int(list.payload.integer(at: 4, bytes: 4))
            if count > 0 { shorten(&list, at: 8 + (count - 1) * stride, bytes: width, by: shorter) }
        }
    }

    /// Takes over how a track is shown and referred to: number, flags, layer, group, rotation, language.
    fileprivate mutating func show(like source: MovieBox) {
        guard let other = source["tkhd"]?.payload, let language = source.at("mdia", "mdhd")?.payload else { return }
        change(["tkhd"]) { header in
            let (from, to) = (other.first == 1 ? 12 : 0, header.payload.first == 1 ? 12 : 0)
            header.payload.set(other.integer(at: 1, bytes: 3), at: 1, bytes: 3)
            header.payload.set(other.integer(at: other.first == 1 ? 20 : 12, bytes: 4), at: to == 12 ? 20 : 12, bytes: 4)
            // Layer, group, volume, reserved, matrix.
            for offset in 32..<76 where offset + max(from, to) < min(other.count, header.payload.count) {
                header.payload[offset + to] = other[offset + from]
            }
        }
        change(["mdia", "mdhd"]) { header in
            let place = header.payload.first == 1 ? 32 : 20
            header.payload.set(language.integer(at: language.first == 1 ? 32 : 20, bytes: 2), at: place, bytes: 2)
        }
    }

    /// Recounts what a track says in units of the movie: its duration, and those of its edits.
    fileprivate mutating func rescale(from old: UInt64, to new: UInt64) {
        guard old != new, old > 0 else { return }
        func recounted(_ value: UInt64) -> UInt64 {
            let product = value.multipliedFullWidth(by: new)
            guard product.high < old else { return value }
            let (quotient, remainder) = old.dividingFullWidth(product)
            return quotient + (remainder * 2 >= old ? 1 : 0)
        }
        change(["tkhd"]) { header in
            let (offset, width) = header.payload.first == 1 ? (28, 8) : (20, 4)
            header.payload.set(recounted(header.payload.integer(at: offset, bytes: width)), at: offset, bytes: width)
        }
        change(["edts", "elst"]) { list in
            let (stride, width) = list.payload.first == 1 ? (20, 8) : (12, 4)
            for entry in 0..<Int(list.payload.integer(at: 4, bytes: 4)) where 8 + (entry + 1) * stride <= list.payload.count {
                let offset = 8 + entry * stride
                list.payload.set(recounted(list.payload.integer(at: offset, bytes: width)), at: offset, bytes: width)
            }
        }
    }

    /// Leaves out what cameras note beside a track, places among it; names and kinds stay.
    fileprivate mutating func dropPrivateData() {
        let kept: Set<String> = ["name", "titl", "kind", "tagc", "©nam"]
        children.removeAll { $0.type == "meta" || $0.type == "uuid" }
        change(["udta"]) { data in
            let parts = MovieBox.boxes(in: data.payload[...]) ?? []
            var payload: [UInt8] = []
            for part in parts where kept.contains(part.type) { part.write(to: &payload) }
            data.payload = payload
        }
        if self["udta"]?.payload.isEmpty == true { self["udta"] = nil }
    }
}

/// The file that a joined movie is written to.
private final class MovieOutput {
    private let descriptor: Int32

    init(_ path: String) throws(HostError) {
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw MovieOutput.failure() }
    }

    deinit {
        close(descriptor)
    }

    func write(_ bytes: [UInt8]) throws(HostError) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress.map { $0 + done }, $0.count - done) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw MovieOutput.failure() }
            done += count
        }
    }

    func copy(_ chunk: MovieTrack.Chunk, from file: MovieFile) throws(HostError) {
        var (offset, left) = (chunk.offset, chunk.size)
        while left > 0 {
            let bytes = file.bytes(at: offset, count: Int(min(left, 1 << 20)))
            guard !bytes.isEmpty else {
                throw HostError("a part of it is missing that its index speaks of", advice: "get a complete copy")
            }
            try write(bytes)
            offset += UInt64(bytes.count)
            left -= UInt64(bytes.count)
        }
    }

    /// Some file systems only report a failed write here.
    func finish() throws(HostError) {
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw MovieOutput.failure() }
    }

    private static func failure() -> HostError {
        errno == ENOSPC
            ? HostError("there is no space left for the output", advice: "free some, or write elsewhere with -o")
            : HostError("the output cannot be written: \(String(cString: strerror(errno)))")
    }
}
