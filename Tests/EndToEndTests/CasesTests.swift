import Foundation
import TestSupport
import Testing

/// Conditions in which elements and anonymisers are known to have failed, on the lines of gst-launch-1.0 that show them.
///
/// Every line is played with `identity` too: what is not masked must come out equal, byte for byte and time for time.
@Suite(.serialized) struct CasesTests {
    /// What a neighbour must not be able to tell from `identity`: with nothing held, and with frames analysed and held.
    static let disguises = ["guise detector=none effects=none", "guise effects=none"]

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Plays a line in which `$E` stands for the element.
    private func launch(_ line: String, _ element: String, _ options: String = "-q", limit: Double = 60) throws -> CommandResult {
        try Stage.shell("gst-launch-1.0 \(options) \(line)", folder: folder.path, environment: ["E": element], limit: limit)
    }

    /// The times and checksums of the buffers that a line ending in `checksumsink` sees.
    private func sums(_ line: String, _ element: String) throws -> [Substring] {
        let result = try launch(line, element)
        #expect(result.status == 0 && result.errors.isEmpty, "\(element): \(result.errors)")
        return result.output.split(separator: "\n")
    }

    private func expectSums(
        _ line: String, _ elements: [String] = disguises, count: Int, at location: SourceLocation = #_sourceLocation
    ) throws {
        let plain = try sums(line, "identity")
        #expect(plain.count == count, sourceLocation: location)
        for element in elements { #expect(try sums(line, element) == plain, "\(element)", sourceLocation: location) }
    }

    /// The bytes of the buffers that reach the open end of a line.
    private func bytes(_ line: String, _ element: String) throws -> [UInt8] {
        let result = try launch("\(line) ! filesink location=raw", element)
        #expect(result.status == 0 && result.errors.isEmpty, "\(element): \(result.errors)")
        return [UInt8](FileManager.default.contents(atPath: folder.file("raw")) ?? Data())
    }

    /// What a line tells with `-v` of the buffers and events that its `fakesink silent=false` gets, without addresses.
    private func seen(_ line: String, _ element: String) throws -> [String] {
        let result = try launch(line, element, "-v")
        #expect(result.status == 0 && result.errors.isEmpty, "\(element): \(result.errors)")
        return result.output.split(separator: "\n").filter { $0.contains("last-message = ") && !$0.contains("preroll") }
            .map { String($0).replacing(#/ 0x[0-9a-f]+$|group-id=\(uint\)\d+|stream-id=\(string\)[0-9a-f]+/#, with: "") }
    }

    // MARK: Formats and times

    @Test func changesOfCapsInTheMiddleOfAStream() throws {
        try expectSums(
            "concat name=c ! $E ! checksumsink "
                + "videotestsrc num-buffers=30 ! video/x-raw,format=I420,width=640,height=480,framerate=30/1 ! c. "
                + "videotestsrc num-buffers=30 ! video/x-raw,format=NV12,width=324,height=242,framerate=30/1 ! c.", count: 60)
    }

    @Test func timesThatBeginLate() throws {
        let line =
            "videotestsrc num-buffers=5 timestamp-offset=3600000000000 ! video/x-raw,format=I420 ! $E ! fakesink silent=false"
        let plain = try seen(line, "identity")
        #expect(plain.filter { $0.contains("pts: 1:00:00.") }.count == 5 && plain.contains { $0.contains("GstEventSegment") })
        for element in Self.disguises { #expect(try seen(line, element) == plain, "\(element)") }
    }

    @Test(arguments: [1, 2, 3, 17, 321, 1919]) func oddSizes(_ side: Int) throws {
        let source =
            "videotestsrc pattern=checkers-1 num-buffers=2 ! video/x-raw,format=NV12,width=\(side),height=\(side),framerate=30/1 ! $E"
        // Pictures of a format that has nothing between its rows, where chance decides.
        try expectSums("\(source) ! videoconvert ! video/x-raw,format=RGB ! pngenc compression-level=1 ! checksumsink", count: 2)
        // A mask over everything changes every pixel, to the last row and column.
        let plain = try bytes(source, "identity")
        let masked = try bytes(source, "\(Self.disguises[0]) regions=0,0,1,1")
        try #require(plain.count == masked.count)
        let stride = (side + 3) / 4 * 4
        let same = (0..<side * side).filter { plain[$0 / side * stride + $0 % side] == masked[$0 / side * stride + $0 % side] }
        #expect(same.isEmpty)
    }

    @Test func alphaStaysAsItIs() throws {
        let source = "videotestsrc num-buffers=2 ! video/x-raw,format=AYUV,width=321,height=241 ! alpha method=green ! $E"
        try expectSums("\(source) ! checksumsink", count: 2)
        let plain = try bytes(source, "identity")
        let masked = try bytes(source, "\(Self.disguises[0]) regions=0,0,1,1")
        try #require(plain.count == 2 * 321 * 241 * 4 && masked.count == plain.count)
        let alpha = stride(from: 0, to: plain.count, by: 4)
        #expect(alpha.allSatisfy { plain[$0] == masked[$0] })
        // Bars that are keyed out and others.
        #expect(Set(alpha.map { plain[$0] }).count > 1)
        #expect(plain != masked)
    }

    @Test func depthAndColorimetryAreKept() throws {
        let caps = "video/x-raw,format=P010_10LE,width=320,height=240,colorimetry=bt2100-pq"
        let source = "videotestsrc pattern=snow num-buffers=2 ! '\(caps)' ! $E ! '\(caps)'"
        try expectSums("\(source) ! checksumsink", count: 2)
        let masked = try bytes(source, "\(Self.disguises[0]) regions=0,0,1,1")
        let samples = stride(from: 0, to: masked.count, by: 2).map { Int(masked[$0]) | Int(masked[$0 + 1]) << 8 }
        try #require(samples.count == 2 * 320 * 240 * 3 / 2)
        // Ten bits on top of six that are nothing, within what the range allows.
        #expect(samples.allSatisfy { $0 & 0x3f == 0 && (64...960).contains($0 >> 6) })
        #expect(samples[..<(320 * 240)].allSatisfy { $0 >> 6 <= 940 })
    }

    // MARK: What goes with the frames

    @Test func gapsStayInOrderBehindFrames() throws {
        let caps = "video/x-raw,format=I420,width=64,height=36,framerate=30/1"
        let gaps = "videotestsrc num-buffers=9 ! \(caps) ! valve drop=true drop-mode=transform-to-gap ! c."
        let line =
            "concat name=c ! $E ! fakesink async=false silent=false "
            + "videotestsrc num-buffers=20 ! \(caps) ! c. \(gaps) videotestsrc num-buffers=7 ! \(caps) ! c. \(gaps)"
        let plain = try seen(line, "identity")
        let kinds = plain.compactMap { line in
            line.contains("chain") ? "f" : line.contains("GstEventGap") ? "g" : line.contains("eos") ? "e" : nil
        }.joined()
        try #require(kinds == "ffffffffffffffffffffgggggggggfffffffgggggggggee" || kinds.hasSuffix("e"))
        #expect(kinds.filter { $0 == "g" }.count == 18 && kinds.filter { $0 == "f" }.count == 27)
        for element in Self.disguises { #expect(try seen(line, element) == plain, "\(element)") }
    }

    @Test func nothingButGaps() throws {
        let line =
            "videotestsrc num-buffers=60 ! video/x-raw,format=I420 ! valve drop=true drop-mode=transform-to-gap ! $E "
            + "! fakesink async=false silent=false"
        let plain = try seen(line, "identity")
        #expect(plain.filter { $0.contains("GstEventGap") }.count == 60)
        for element in Self.disguises { #expect(try seen(line, element) == plain, "\(element)") }
    }

    @Test func theOrientationTagPasses() throws {
        let source = "videotestsrc num-buffers=5 ! video/x-raw,format=I420 ! taginject tags=image-orientation=rotate-90"
        try expectSums("\(source) ! $E ! videoflip video-direction=auto ! checksumsink", count: 5)
        let turned = try bytes("\(source) ! $E ! videoflip video-direction=auto", "guise effects=none")
        #expect(try turned != bytes("\(source) ! $E", "guise effects=none") && turned.count == 5 * 320 * 240 * 3 / 2)
    }

    // MARK: Interlacing

    @Test(arguments: ["interleaved", "alternate"]) func fieldsStayFields(_ mode: String) throws {
        let caps = "video/x-raw,format=I420,width=720,height=576,framerate=50/1"
        let feature = mode == "alternate" ? "(format:Interlaced)" : ""
        let source =
            "videotestsrc pattern=checkers-1 num-buffers=8 ! \(caps) ! interlace field-pattern=1:1 "
            + "! 'video/x-raw\(feature),interlace-mode=\(mode)' ! $E"
        if mode == "interleaved" { try expectSums("\(source) ! deinterlace ! checksumsink", count: 8) }
        let plain = try bytes(source, "identity")
        let masked = try bytes(source, "\(Self.disguises[0]) regions=0.25,0.25,0.5,0.5")
        // Whole frames, or one field a buffer.
        let rows = mode == "alternate" ? 288 : 576
        let size = 720 * rows * 3 / 2
        try #require(plain.count == masked.count && plain.count == 4 * 720 * 576 * 3 / 2)
        for row in 0..<rows {
            let isInside = (rows / 4..<rows * 3 / 4).contains(row)
            for start in stride(from: row * 720, to: plain.count, by: size) {
                let equal = (0..<720).count { plain[start + $0] == masked[start + $0] }
                #expect(equal == (isInside ? 360 : 720), "row \(row)")
            }
        }
    }

    /// A face that moves between the fields of a frame.
    @Test func facesInBothFieldsAreHidden() throws {
        for (element, name) in [("identity", "plain"), ("guise", "hidden")] {
            let result = try launch(
                "filesrc location=\(try Clip.mp4.path()) ! decodebin ! interlace field-pattern=1:1 ! $E "
                    + "! deinterlace mode=interlaced method=linear ! x264enc pass=qual quantizer=12 speed-preset=ultrafast "
                    + "! matroskamux ! filesink location=\(name).mkv", element)
            #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        }
        #expect(try Probe(folder.file("plain.mkv")).frameCount() >= 28)
        try expectHidden(in: folder.file("hidden.mkv"), of: folder.file("plain.mkv"), every: 1)
    }
}
