/// An area of the displayed frame that is always hidden; numbers are fractions of its width and height, 0 … 1.
public enum Region: Equatable, Sendable {
    case rectangle(Rect)
    /// Corners in order, at least three; the area is closed from the last to the first.
    case polygon([Point])

    /// Reads a list like "0.1,0.2,0.3,0.4; 0.5,0.5 0.9,0.5 0.7,0.9": rectangles as x,y,width,height, polygons as corners x,y.
    public static func list(_ text: String) throws(RegionError) -> [Region] {
        var regions: [Region] = []
        for part in text.split(separator: ";") {
            let words = part.split(whereSeparator: \.isWhitespace)
            guard !words.isEmpty else { continue }
            regions.append(try region(words, part))
        }
        return regions
    }

    private static func region(_ words: [Substring], _ part: Substring) throws(RegionError) -> Region {
        var corners: [[Float]] = []
        for word in words {
            let numbers = word.split(separator: ",", omittingEmptySubsequences: false).map { Float($0) }
            let known = numbers.compactMap { $0 }
            guard known.count == numbers.count, known.allSatisfy({ (0...1).contains($0) }) else {
                throw .unreadable(String(part))
            }
            corners.append(known)
        }
        if corners.count == 1, corners[0].count == 4 {
            let numbers = corners[0]
            return .rectangle(Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
        }
        guard corners.count >= 3, corners.allSatisfy({ $0.count == 2 }) else { throw .unreadable(String(part)) }
        return .polygon(corners.map { Point(x: $0[0], y: $0[1]) })
    }

    /// The region's corners in pixels of the stored frame.
    public func corners(in frame: FrameGeometry) -> [Point] {
        let size = frame.displayedSize
        let fractions: [Point] =
            switch self {
            case .rectangle(let rect):
                [
                    Point(x: rect.x, y: rect.y), Point(x: rect.maxX, y: rect.y), Point(x: rect.maxX, y: rect.maxY),
                    Point(x: rect.x, y: rect.maxY),
                ]
            case .polygon(let corners): corners
            }
        return fractions.map { frame.stored(fromDisplayed: Point(x: $0.x * Float(size.width), y: $0.y * Float(size.height))) }
    }
}

/// Why a list of regions could not be read; it says what would be right.
public enum RegionError: Error, Equatable, CustomStringConvertible {
    case unreadable(String)

    public var description: String {
        switch self {
        case .unreadable(let part):
            "\"\(part)\" is no region; write x,y,width,height or corners x,y x,y x,y, in fractions of the frame from 0 to 1"
        }
    }
}
