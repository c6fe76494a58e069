import Faces

/// What `guise verify` writes of each frame, and of all of them: lines of JSON without their ends.
enum VerificationReport {
    /// A frame of the original at a time in nanoseconds; `judged` is nil where the result has no such frame.
    static func line(frame: Int, _ time: Int64, _ faces: [FrameRecord.Face], _ judged: [JudgedFace]?) -> String {
        let texts = (judged ?? faces.map { JudgedFace(face: $0, correlation: DetailCorrelation()) }).map(\.reportJSON)
        return "{\"frame\":\(frame),\"pts\":\(JSON.number(Double(time) / 1e9, digits: 6)),\"compared\":\(judged != nil),"
            + "\"faces\":[\(texts.joined(separator: ","))]}"
    }

    /// The last line; `settings` are the fields of an object.
    static func summary(_ verification: Verification, of job: VerificationJob, settings: String) -> String {
        let parts = [
            "\"original\":\(JSON.string(job.original))", "\"result\":\(JSON.string(job.result))",
            "\"frames\":\(verification.frames)", "\"compared\":\(verification.compared)", "\"faces\":\(verification.faces)",
            "\"whole\":\(verification.whole)", "\"part\":\(verification.part)", "\"unknown\":\(verification.plain)",
            "\"notes\":[\(verification.notes.map(JSON.string).joined(separator: ","))]", "\"settings\":{\(settings)}",
            "\"versions\":{\(ReportTotal.versions)}",
        ]
        return "{\"summary\":{\(parts.joined(separator: ","))}}"
    }
}

extension JudgedFace {
    fileprivate var reportJSON: String {
        func number(_ value: Float?) -> String { value.map { JSON.number(Double($0), digits: 3) } ?? "null" }
        return "\(face.reportJSON.dropLast()),\"readable\":\(JSON.string(correlation.legibility.rawValue)),"
            + "\"likeness\":\(number(correlation.whole)),\"part_likeness\":\(number(correlation.part))}"
    }
}
