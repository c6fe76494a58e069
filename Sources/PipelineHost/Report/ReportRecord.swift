import FaceInference
import Faces
import GStreamer
import GuiseElement

/// What was hidden in one frame.
struct ReportRecord: Sendable {
    /// Which of the file's video streams, from 0; nil where there is one.
    var stream: Int?
    /// Counted in its stream.
    var frame: Int
    /// In seconds, as a player shows it.
    var time: Double?
    /// In pixels of the picture as it is shown.
    var faces: [FrameRecord.Face]
    var isMaskedWhole: Bool

    /// One line without its end.
    var json: String {
        (stream.map { "{\"stream\":\($0)," } ?? "{")
            + "\"frame\":\(frame),\"pts\":\(time.map { JSON.number($0, digits: 6) } ?? "null"),"
            + "\"faces\":[\(faces.map(\.reportJSON).joined(separator: ","))],\"masked_whole\":\(isMaskedWhole)}"
    }
}

extension FrameRecord.Face {
    /// As reports have it, without its points.
    var reportJSON: String {
        "{\"id\":\(id.map { "\($0)" } ?? "null"),\"x\":\(JSON.number(x)),\"y\":\(JSON.number(y)),"
            + "\"width\":\(JSON.number(width)),\"height\":\(JSON.number(height)),"
            + "\"score\":\(score.map { JSON.number($0, digits: 4) } ?? "null"),\"source\":\(source.map(JSON.string) ?? "null")}"
    }
}

/// What all frames of a report come to.
struct ReportTotal: Sendable {
    private struct Identity: Hashable {
        var stream: Int?
        var id: Int
    }

    private(set) var frames = 0
    private(set) var maskedWhole = 0
    /// Frames that the result lacks, because their faces could not be looked for.
    var dropped = 0
    private var identities: Set<Identity> = []
    private var sources: [String: Int] = [:]

    mutating func add(_ record: ReportRecord) {
        frames += 1
        if record.isMaskedWhole { maskedWhole += 1 }
        for face in record.faces {
            if let id = face.id { identities.insert(Identity(stream: record.stream, id: id)) }
            if let source = face.source { sources[source, default: 0] += 1 }
        }
    }

    /// The report's last line, without its end.
    func json(_ job: AnonymizationJob, hider: Element?) -> String {
        let sources = Face.Source.allCases.map { "\"\($0.rawValue)\":\(self.sources[$0.rawValue] ?? 0)" }
        let parts = [
            "\"input\":\(JSON.string(job.input))", "\"output\":\(JSON.string(job.output))", "\"frames\":\(frames)",
            "\"faces\":\(identities.count)", "\"masked_whole\":\(maskedWhole)", "\"dropped\":\(dropped)",
            "\"sources\":{\(sources.joined(separator: ","))}", "\"settings\":{\(ReportTotal.settings(of: hider))}",
            "\"versions\":{\(ReportTotal.versions)}",
        ]
        return "{\"summary\":{\(parts.joined(separator: ","))}}"
    }

    /// The element's own word for what it was told, so that defaults are in it too.
    static func settings(of hider: Element?) -> String {
        guard let hider else { return "" }
        let texts = ["detector", "effects", "on-doubt", "regions", "keep-ids", "only-ids"]
        let numbers = ["lookahead", "detect-interval", "analysis-size", "threshold", "min-face", "mask-scale"]
        let settings =
            texts.filter(hider.hasProperty).map { ($0, hider.string($0).map(JSON.string) ?? "null") }
            + numbers.filter(hider.hasProperty).map { ($0, hider.double($0).map { JSON.number($0, digits: 4) } ?? "null") }
        return settings.map { "\"\(String($0.0.map { $0 == "-" ? "_" : $0 }))\":\($0.1)" }.joined(separator: ",")
    }

    static let versions = [("guise", guiseVersion), ("gstreamer", Registry.version), ("openvino", openVINOVersion())]
        .map { "\"\($0.0)\":\(JSON.string($0.1))" }.joined(separator: ",")
}
