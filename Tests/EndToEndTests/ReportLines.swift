import Foundation
import Testing

/// The lines of a report: one for each frame, and a summary.
struct ReportLines<Frame: Decodable, Summary: Decodable> {
    private struct Last: Decodable {
        var summary: Summary
    }

    var frames: [Frame]
    var summary: Summary

    init(_ path: String) throws {
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map { Data($0.utf8) }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        frames = try lines.dropLast().map { try decoder.decode(Frame.self, from: $0) }
        summary = try decoder.decode(Last.self, from: try #require(lines.last)).summary
    }
}
