import Foundation

/// What `guise detect` says of a file.
public struct FaceList: Sendable {
    /// One line of JSON.
    public struct Line: Decodable, Sendable {
        public struct Face: Decodable, Sendable {
            public var x, y, w, h, score: Double
            public var id: Int
            public var landmarks: [String: [Double]]

            public var box: Box { Box(x: x, y: y, width: w, height: h) }
        }

        public var file: String
        public var frame: Int
        public var pts: Double
        public var width, height: Double
        public var faces: [Face]
    }

    public var lines: [Line]

    /// Reads lines of JSON.
    public init(parsing text: String) throws {
        lines = try text.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
    }

    /// Lists a file's faces.
    public init(of path: String, options: String = "") throws {
        let result = try Stage.shell("guise detect \(options) \(path)")
        guard result.status == 0 else { throw CommandFailure(text: result.errors) }
        try self.init(parsing: result.output)
    }

    /// Each frame's faces.
    public var boxes: [[Box]] { lines.map { $0.faces.map(\.box) } }
}
