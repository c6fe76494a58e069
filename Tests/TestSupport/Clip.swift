import Foundation
import Synchronization

/// An input made from the sample clip by ffmpeg, once for a test run.
public struct Clip: Sendable, CustomStringConvertible {
    /// Its file's name, which says what it is.
    public let name: String
    /// What ffmpeg must be able to encode for it.
    let encoders: [String]
    /// ffmpeg's arguments between the input and the output.
    let recipe: [String]
    /// Further inputs.
    let inputs: [String]
    /// Arguments for a second pass, which copies the streams; none for no such pass.
    let finish: [String]

    init(_ name: String, encoders: [String] = [], inputs: [String] = [], _ recipe: String, then finish: String = "") {
        self.name = name
        self.encoders = encoders
        self.inputs = inputs
        self.finish = finish.split(separator: " ").map(String.init)
        self.recipe = recipe.split(separator: " ").map(String.init)
    }

    public var description: String { name }

    /// What of the encoders this ffmpeg lacks, in words; nil when it has all.
    public var obstacle: String? {
        let missing = encoders.filter { !Clip.installed.contains($0) }
        return missing.isEmpty ? nil : "\(name) cannot be made: this ffmpeg has no encoder \(missing.joined(separator: ", "))"
    }

    /// The file's path; it is made when it is not there yet.
    public func path() throws -> String {
        let path = TemporaryFolder.ofTheRun.file(name)
        try Clip.making.withLock { _ in
            guard !FileManager.default.fileExists(atPath: path) else { return }
            let more = inputs.flatMap { $0.hasPrefix("lavfi:") ? ["-f", "lavfi", "-i", String($0.dropFirst(6))] : ["-i", $0] }
            let first = finish.isEmpty ? path : TemporaryFolder.ofTheRun.file("first.\(name)")
            try make(["-i", Stage.sample] + more + recipe + [first])
            if !finish.isEmpty { try make(["-i", first, "-map", "0", "-c", "copy"] + finish + [path]) }
        }
        return path
    }

    private func make(_ arguments: [String]) throws {
        let result = try run("ffmpeg", ["-v", "error", "-y"] + arguments)
        guard result.status == 0 else { throw CommandFailure(text: "\(name): \(result.errors)") }
    }

    private static let making = Mutex(())

    private static let installed: Set<String> = {
        let list = (try? run("ffmpeg", ["-v", "error", "-encoders"]))?.output ?? ""
        return Set(list.split(separator: "\n").compactMap { $0.split(separator: " ").dropFirst().first.map(String.init) })
    }()
}

extension Clip {
    private static let small = "-t 1 -map 0:v:0 -map 0:a:0 -vf scale=640:360"
    private static let h264 = "-c:v libx264 -preset veryfast -c:a copy"

    public static let mp4 = Clip("h264-aac.mp4", encoders: ["libx264"], "\(small) \(h264)")
    public static let mov = Clip("h264-aac.mov", encoders: ["libx264"], "\(small) \(h264)")
    public static let webm = Clip(
        "vp9-opus.webm", encoders: ["libvpx-vp9", "libopus"],
        "\(small) -c:v libvpx-vp9 -deadline realtime -cpu-used 8 -b:v 2M -c:a libopus")
    public static let divx = Clip(
        "mpeg4-mp3.avi", encoders: ["mpeg4", "libmp3lame"], "\(small) -c:v mpeg4 -q:v 3 -c:a libmp3lame")
    public static let hevc = Clip(
        "hevc-aac.mkv", encoders: ["libx265"],
        "\(small) -c:v libx265 -preset ultrafast -x265-params log-level=error -c:a copy")
    public static let mjpeg = Clip(
        "mjpeg-pcm.avi", encoders: ["mjpeg", "pcm_s16le"], "\(small) -c:v mjpeg -q:v 3 -pix_fmt yuvj420p -c:a pcm_s16le")

    /// One of each family of containers and codecs.
    public static let families = [mp4, mov, webm, divx, hevc, mjpeg]

    /// Ten frames at 30 a second, then every third.
    public static let variableRate = Clip(
        "variable.mkv", encoders: ["libx264"],
        "-t 2 -map 0:v:0 -vf select='lt(n,10)+not(mod(n,3))',scale=640:360 -fps_mode vfr -c:v libx264 -preset veryfast")

    /// Two sounds and two subtitles, each in a language of its own.
    public static func manyStreams(subtitles first: String, _ second: String) -> Clip {
        Clip(
            "many.mkv", encoders: ["libx264", "aac", "srt"], inputs: ["lavfi:sine=frequency=300:duration=2", first, second],
            "-t 2 -map 0:v:0 -map 0:a:0 -map 1:a:0 -map 2:s:0 -map 3:s:0 -vf scale=640:360 -c:v libx264 -preset veryfast "
                + "-c:a:0 copy -c:a:1 aac -c:s srt -metadata:s:a:0 language=eng -metadata:s:a:1 language=fre "
                + "-metadata:s:s:0 language=ger -metadata:s:s:1 language=spa")
    }

    /// Stored turned, with the display matrix that puts it upright again.
    ///
    /// - Parameter degrees: what the tag `rotate` of ffmpeg 5 says: 90, 180 or 270.
    public static func turned(_ degrees: Int, in container: String) -> Clip {
        let filter = [90: "transpose=clock", 180: "hflip,vflip", 270: "transpose=cclock"][degrees] ?? "null"
        return Clip(
            "turned-\(degrees).\(container)", encoders: ["libx264"],
            "\(small),\(filter) \(h264)", then: "-metadata:s:v:0 rotate=\(degrees)")
    }

    /// Pixels that are not square, and the colours of standard television.
    public static let anamorphic = Clip(
        "anamorphic.mp4", encoders: ["libx264"],
        "\(small),setsar=4/3 \(h264) -colorspace smpte170m -color_primaries smpte170m -color_trc smpte170m -color_range tv")

    /// Says where it was filmed.
    public static let located = Clip(
        "located.mp4", encoders: ["libx264"], "\(small) \(h264) -metadata location=+48.8584+002.2945/ -metadata title=Tower")

    /// A sound without pictures.
    public static let soundOnly = Clip("sound.m4a", "-t 1 -map 0:a:0 -c:a copy")

    /// The first frame, as a picture of 1280 × 720.
    public static func still(_ ending: String) -> Clip { Clip("still.\(ending)", "-map 0:v:0 -frames:v 1 -q:v 2") }
}
