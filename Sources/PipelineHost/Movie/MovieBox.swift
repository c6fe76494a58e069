/// A box of an MP4 or MOV file (ISO/IEC 14496-12): four letters, and either bytes or more boxes.
struct MovieBox: Equatable, Sendable {
    var type: String
    /// The contents; empty when there are children.
    var payload: [UInt8]
    var children: [MovieBox]

    init(_ type: String, payload: [UInt8] = [], children: [MovieBox] = []) {
        self.type = type
        self.payload = payload
        self.children = children
    }

    private static let containers: Set<String> = ["moov", "trak", "mdia", "minf", "stbl", "edts"]

    /// Reads the boxes that fill `bytes`; nil when they do not fit.
    static func boxes(in bytes: ArraySlice<UInt8>) -> [MovieBox]? {
        var boxes: [MovieBox] = []
        var rest = bytes
        while rest.count >= 8 {
            var length = Int(rest.integer(at: 0, bytes: 4))
            var header = 8
            if length == 1, rest.count >= 16 {
                length = Int(truncatingIfNeeded: rest.integer(at: 8, bytes: 8))
                header = 16
            } else if length == 0 {
                length = rest.count
            }
            guard length >= header, length <= rest.count else { return nil }
            let type = MovieBox.name(rest.dropFirst(4).prefix(4))
            let contents = rest.prefix(length).dropFirst(header)
            if containers.contains(type) {
                guard let children = MovieBox.boxes(in: contents) else { return nil }
                boxes.append(MovieBox(type, children: children))
            } else {
                boxes.append(MovieBox(type, payload: Array(contents)))
            }
            rest = rest.dropFirst(length)
        }
        // QuickTime ends some lists of boxes with four zero bytes.
        return rest.allSatisfy { $0 == 0 } ? boxes : nil
    }

    /// Each byte a character of its own: some types begin with ©, which is one byte there.
    static func name(_ bytes: ArraySlice<UInt8>) -> String {
        bytes.reduce(into: "") { $0.unicodeScalars.append(Unicode.Scalar($1)) }
    }

    var size: Int { 8 + payload.count + children.reduce(0) { $0 + $1.size } }

    func write(to bytes: inout [UInt8]) {
        bytes.append(integer: UInt64(size), bytes: 4)
        bytes += type.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        bytes += payload
        for child in children { child.write(to: &bytes) }
    }

    /// The first child of that type.
    subscript(type: String) -> MovieBox? {
        get { children.first { $0.type == type } }
        set {
            guard let index = children.firstIndex(where: { $0.type == type }) else {
                if let newValue { children.append(newValue) }
                return
            }
            if let newValue {
                children[index] = newValue
            } else {
                children.remove(at: index)
            }
        }
    }

    /// The box at a path of types below this one.
    func at(_ path: String...) -> MovieBox? {
        path.reduce(self) { box, type in box?[type] }
    }

    /// Changes the box at a path below this one; does nothing where there is none.
    mutating func change(_ path: [String], _ body: (inout MovieBox) -> Void) {
        guard let first = path.first else {
            body(&self)
            return
        }
        guard let index = children.firstIndex(where: { $0.type == first }) else { return }
        children[index].change(Array(path.dropFirst()), body)
    }
}

extension ArraySlice<UInt8> {
    /// A big-endian number `offset` bytes after the start; 0 beyond the end.
    func integer(at offset: Int, bytes: Int) -> UInt64 {
        guard offset >= 0, offset + bytes <= count else { return 0 }
        return self[(startIndex + offset)..<(startIndex + offset + bytes)].reduce(0) { $0 << 8 | UInt64($1) }
    }
}

extension [UInt8] {
    func integer(at offset: Int, bytes: Int) -> UInt64 { self[...].integer(at: offset, bytes: bytes) }

    mutating func append(integer: UInt64, bytes: Int) {
        for shift in stride(from: (bytes - 1) * 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: integer >> UInt64(shift)))
        }
    }

    /// Overwrites a big-endian number that lies inside.
    mutating func set(_ integer: UInt64, at offset: Int, bytes: Int) {
        guard offset >= 0, offset + bytes <= count else { return }
        for index in 0..<bytes { self[offset + index] = UInt8(truncatingIfNeeded: integer >> UInt64((bytes - 1 - index) * 8)) }
    }
}
