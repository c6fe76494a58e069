import Foundation

/// What ffprobe and ffmpeg say of a media file.
public struct Probe: Sendable {
    public var path: String

    public init(_ path: String) { self.path = path }

    /// Presentation times of the first video stream's frames, in seconds, in the order in which they are shown.
    public func frameTimes() throws -> [Double] {
        try entries("frame=pts_time", of: "v:0").compactMap(Double.init)
    }

    public func frameCount() throws -> Int {
        Int(try entries("stream=nb_read_frames", of: "v:0", ["-count_frames"]).first ?? "") ?? 0
    }

    /// One value of a stream, such as `codec_name` of `a:0`.
    public func value(_ name: String, of stream: String) throws -> String? {
        try entries("stream=\(name)", of: stream).first
    }

    /// Degrees of a stream's display matrix, as ffprobe counts them; nil for what is stored upright.
    public func rotation(of stream: String = "v:0") throws -> String? {
        try entries("stream_side_data=rotation", of: stream).first
    }

    public func language(of stream: String) throws -> String? { try entries("stream_tags=language", of: stream).first }

    /// When a stream's packets begin, in seconds, in the order in which they are stored.
    public func packetTimes(of stream: String) throws -> [String] { try entries("packet=pts_time", of: stream) }

    public func streamKinds() throws -> [String] {
        try entries("stream=codec_type", of: nil)
    }

    public func duration() throws -> Double {
        Double(try entries("format=duration", of: nil).first ?? "") ?? 0
    }

    /// The whole file's tags, `key=value`.
    public func tags() throws -> [String] { try entries("format_tags", of: nil, writer: "default=noprint_wrappers=1") }

    /// MD5 of a stream's packets as they are stored.
    public func packetsMD5(of stream: String) throws -> String {
        try run("ffmpeg", ["-v", "error", "-i", path, "-map", "0:\(stream)", "-c", "copy", "-f", "md5", "-"]).output
    }

    /// One frame of the video as grey bytes, scaled to a size.
    public func grayFrame(at seconds: Double, width: Int, height: Int) throws -> [UInt8] {
        let folder = try TemporaryFolder()
        try run(
            "ffmpeg",
            [
                "-v", "error", "-ss", "\(seconds)", "-i", path, "-frames:v", "1", "-vf", "scale=\(width):\(height),format=gray",
                "-f", "rawvideo", folder.file("gray"),
            ])
        return [UInt8](FileManager.default.contents(atPath: folder.file("gray")) ?? Data())
    }

    private func entries(
        _ what: String, of stream: String?, _ more: [String] = [], writer: String = "default=noprint_wrappers=1:nokey=1"
    ) throws -> [String] {
        let selection = stream.map { ["-select_streams", $0] } ?? []
        let result = try run("ffprobe", ["-v", "error"] + more + selection + ["-show_entries", what, "-of", writer, path])
        guard result.status == 0 else { throw CommandFailure(text: result.errors) }
        return result.output.split(separator: "\n").map(String.init)
    }
}
