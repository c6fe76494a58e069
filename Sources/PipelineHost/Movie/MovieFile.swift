import Glibc

/// An MP4 or MOV file that is open for reading, with its index in memory.
final class MovieFile: Sendable {
    private let descriptor: Int32
    let type: MovieBox?
    let movie: MovieBox

    /// Nil when there is no index that can be read, or when the samples are in fragments.
    init?(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        var (type, movie): (MovieBox?, MovieBox?) = (nil, nil)
        var offset: UInt64 = 0
        while true {
            let head = MovieFile.read(descriptor, offset, 16)
            guard head.count >= 8 else { break }
            var length = head.integer(at: 0, bytes: 4)
            if length == 1 { length = head.integer(at: 8, bytes: 8) }
            guard length >= 8, length < 1 << 60 else { break }
            let name = String(decoding: head[4..<8], as: UTF8.self)
            // An index is a few bytes for each frame; more than this is no index.
            if name == "moov" || name == "ftyp", length < 1 << 30 {
                let box = MovieBox.boxes(in: MovieFile.read(descriptor, offset, Int(length))[...])?.first
                if name == "moov" { movie = box } else { type = box }
            }
            offset += length
        }
        guard let movie, movie["mvex"] == nil else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
        self.type = type
        self.movie = movie
    }

    deinit {
        close(descriptor)
    }

    var timescale: UInt64 { MovieFile.number(movie["mvhd"], at: 12, wideAt: 20, bytes: 4) }

    /// The tracks by box; nil in place of one whose tables are not handled.
    var tracks: [MovieTrack?] { movie.children.filter { $0.type == "trak" }.map { MovieTrack($0) } }

    func bytes(at offset: UInt64, count: Int) -> [UInt8] { MovieFile.read(descriptor, offset, count) }

    /// A field of a "full box" whose place depends on its version.
    private static func number(_ box: MovieBox?, at narrow: Int, wideAt wide: Int, bytes: Int) -> UInt64 {
        guard let payload = box?.payload else { return 0 }
        return payload.integer(at: payload.first == 1 ? wide : narrow, bytes: bytes)
    }

    private static func read(_ descriptor: Int32, _ offset: UInt64, _ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
            length = 0
            while length < count {
                let done = pread(descriptor, buffer.baseAddress.map { $0 + length }, count - length, off_t(offset) + length)
                if done < 0, errno == EINTR { continue }
                guard done > 0 else { return }
                length += done
            }
        }
    }
}
