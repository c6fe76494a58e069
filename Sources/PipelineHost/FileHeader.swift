import Glibc

/// What a file says about itself before any demuxer sees it: which container, and how long it should be.
struct FileHeader: Equatable, Sendable {
    enum Kind: Equatable, Sendable {
        /// MP4, MOV and their kin.
        case movie
        /// Matroska and WebM.
        case matroska
        case avi
        /// Pictures without a container, which are read in pieces of any length.
        case jpeg, png
        case other

        var isPicture: Bool { self == .jpeg || self == .png }
    }

    var kind: Kind
    /// The length in bytes that the outermost parts add up to; nil when they do not say.
    var declaredSize: UInt64? = nil
    /// Whether the part that lists all frames is there; true where the format has none.
    var hasIndex = true
    /// Whether the first picture has an end; true where a container speaks for its pictures.
    var isWhole = true

    /// Reads the outermost boxes through `read`, which gives up to `count` bytes at an offset.
    init(size: UInt64, read: @escaping (_ offset: UInt64, _ count: Int) -> [UInt8]) {
        let head = read(0, 64)
        if head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
            kind = .matroska
            declaredSize = FileHeader.matroskaSize(head)
        } else if head.starts(with: Array("RIFF".utf8)), head.count > 11, head[8..<11].elementsEqual("AVI".utf8) {
            kind = .avi
            declaredSize = FileHeader.aviSize(size, read)
        } else if head.count > 7, FileHeader.movieBoxes.contains(where: { head[4..<8].elementsEqual($0.utf8) }) {
            kind = .movie
            let (end, moov) = FileHeader.movieSize(size, read)
            declaredSize = end
            hasIndex = moov
        } else if head.starts(with: [0xFF, 0xD8, 0xFF]) {
            kind = .jpeg
            var reader = PictureReader(read)
            isWhole = reader.findsEndOfJPEG()
        } else if head.starts(with: PictureReader.pngSignature) {
            kind = .png
            var reader = PictureReader(read)
            isWhole = reader.findsEndOfPNG()
        } else {
            kind = .other
        }
    }

    init(path: String) {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        var status = stat()
        guard file >= 0, fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            self.init(size: 0) { _, _ in [] }
            return
        }
        self.init(size: UInt64(status.st_size)) { offset, count in
            [UInt8](unsafeUninitializedCapacity: count) { bytes, length in
                length = max(0, pread(file, bytes.baseAddress, count, off_t(offset)))
            }
        }
    }

    // MARK: - Formats

    private static let movieBoxes = ["ftyp", "moov", "mdat", "free", "skip", "wide"]

    /// Walks the boxes of ISO/IEC 14496-12: 32-bit size, four letters, and a 64-bit size where the first is 1.
    private static func movieSize(_ size: UInt64, _ read: (UInt64, Int) -> [UInt8]) -> (UInt64?, Bool) {
        var offset: UInt64 = 0
        var hasIndex = false
        while offset < size {
            let box = read(offset, 16)
            guard box.count >= 8 else { break }
            var length = bigEndian(box[0..<4])
            if length == 1, box.count == 16 { length = bigEndian(box[8..<16]) }
            if box[4..<8].elementsEqual("moov".utf8) { hasIndex = true }
            // 0 means "to the end of the file".
            if length == 0 { return (nil, hasIndex) }
            guard length >= 8, offset <= UInt64.max - length else { return (nil, hasIndex) }
            offset += length
        }
        return (offset, hasIndex)
    }

    /// Adds up RIFF chunks: large files have more than one.
    private static func aviSize(_ size: UInt64, _ read: (UInt64, Int) -> [UInt8]) -> UInt64? {
        var offset: UInt64 = 0
        while offset < size {
            let chunk = read(offset, 8)
            guard chunk.count == 8 else { break }
            let length = bigEndian(Array(chunk[4..<8].reversed())[...])
            // Writers that could not go back leave these.
            guard length != 0, length != 0xFFFF_FFFF, chunk.starts(with: Array("RIFF".utf8)) else {
                return offset == 0 ? nil : offset
            }
            offset += 8 + length + length % 2
        }
        return offset
    }

    /// The EBML header and the one segment after it; a live recording leaves the segment's size open.
    private static func matroskaSize(_ head: [UInt8]) -> UInt64? {
        guard let (length, width) = variableInteger(head[4...]) else { return nil }
        let segment = 4 + width + Int(min(length, 1 << 20))
        guard segment + 12 <= head.count, head[segment..<segment + 4].elementsEqual([0x18, 0x53, 0x80, 0x67]),
            let (size, sizeWidth) = variableInteger(head[(segment + 4)...])
        else { return nil }
        let unknown = (UInt64(1) << UInt64(7 * sizeWidth)) - 1
        return size == unknown ? nil : UInt64(segment + 4 + sizeWidth) + size
    }

    /// EBML's numbers: the first byte's leading zeros say how many bytes follow.
    private static func variableInteger(_ bytes: ArraySlice<UInt8>) -> (value: UInt64, width: Int)? {
        guard let first = bytes.first, first != 0 else { return nil }
        let width = first.leadingZeroBitCount + 1
        guard bytes.count >= width else { return nil }
        let value = bytes.dropFirst().prefix(width - 1).reduce(UInt64(first) & (0xFF >> UInt64(width))) { $0 << 8 | UInt64($1) }
        return (value, width)
    }

    private static func bigEndian(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}

extension FileHeader {
    /// Fails when the file is shorter than it says, so that a part of a video is never taken for all of it.
    static func check(_ path: String) throws(HostError) -> FileHeader {
        let header = FileHeader(path: path)
        var status = stat()
        guard stat(path, &status) == 0 else { return header }
        let size = UInt64(status.st_size)
        if let declared = header.declaredSize, declared > size {
            throw HostError(
                "the file is cut off: \(size) of \(declared) bytes are there", advice: "get a complete copy")
        }
        if !header.isWhole {
            throw HostError("the file is cut off: the picture in it has no end", advice: "get a complete copy")
        }
        if !header.hasIndex {
            throw HostError(
                "the file has no index (moov): its recording did not end",
                advice: "get a complete copy, or repair it with untrunc")
        }
        return header
    }
}
