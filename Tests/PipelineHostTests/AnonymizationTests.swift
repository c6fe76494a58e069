import GStreamer
import Glibc
import Testing

@testable import PipelineHost

/// Whole jobs over small clips made here, with `identity` in the place of the element that hides faces.
@Suite final class AnonymizationTests {
    private let folder: String

    init() throws {
        try Registry.start()
        var pattern = Array("/tmp/guise-test-XXXXXX".utf8CString)
        folder = try #require(mkdtemp(&pattern).map { String(cString: $0) })
    }

    deinit {
        for name in names { unlink("\(folder)/\(name)") }
        rmdir(folder)
    }

    private func make(_ line: String) async throws {
        let pipeline = try Pipeline(parsing: line)
        try pipeline.setState(.playing)
        for await message in pipeline.bus {
            if case .endOfStream = message.content { return }
            if case .error(let failure) = message.content { throw failure }
        }
    }

    private func clip(_ name: String, muxer: String, tags: String = "title=one", sound: String = "avenc_aac") async throws
        -> String
    {
        let path = "\(folder)/\(name)"
        try await make(
            """
            videotestsrc num-buffers=25 ! video/x-raw,format=I420,width=64,height=48,framerate=25/1 ! taginject tags="\(tags)"
            ! x264enc speed-preset=ultrafast ! h264parse ! \(muxer) name=m ! filesink location=\(path)
            audiotestsrc num-buffers=43 ! audioconvert ! \(sound) ! m.
            """)
        return path
    }

    private func run(_ input: String, to output: String, _ change: (inout AnonymizationJob) -> Void = { _ in }) async throws
        -> Int
    {
        var job = AnonymizationJob(input: input, output: "\(folder)/\(output)")
        job.hider = "identity"
        change(&job)
        return try await job.run { _ in }.frames
    }

    private func chunks(_ path: String, _ handler: String) throws -> [[UInt8]] {
        let file = try #require(MovieFile(path))
        let track = try #require(file.tracks.compactMap { $0 }.first { $0.handler == handler })
        return track.chunks.map { file.bytes(at: $0.offset, count: Int($0.size)) }
    }

    private var names: [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            names.append(withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
        }
        return names.filter { $0 != "." && $0 != ".." }.sorted()
    }

    @Test func everyFrameOfAMovieAndAllOfItsSoundArrive() async throws {
        let input = try await clip("in.mp4", muxer: "mp4mux")
        #expect(try await run(input, to: "out.mp4") == 25)
        #expect(try chunks("\(folder)/out.mp4", "soun") == chunks(input, "soun"))
        #expect(try chunks("\(folder)/out.mp4", "vide").count > 0)
        #expect(names == ["in.mp4", "out.mp4"])
    }

    @Test(arguments: ["out.mkv", "out.mov", "out.mp4"])
    func matroskaGoesIntoOtherContainers(_ output: String) async throws {
        let input = try await clip("in.mkv", muxer: "matroskamux")
        #expect(try await run(input, to: output) == 25)
    }

    /// Adds a box to the end of a movie's index, which its muxer has put behind all samples.
    private func note(_ box: MovieBox, in path: String) throws {
        var movie = try #require(MovieFile(path)).movie
        movie.children.removeAll { $0.type == "udta" }
        var contents: [UInt8] = []
        box.write(to: &contents)
        movie.children.append(MovieBox("udta", payload: contents))
        var status = stat()
        #expect(stat(path, &status) == 0)
        let bytes = try #require(MovieFile(path)).bytes(at: 0, count: Int(status.st_size))
        var offset = 0
        while bytes[(offset + 4)..<(offset + 8)] != ArraySlice("moov".utf8) { offset += Int(bytes.integer(at: offset, bytes: 4)) }
        var whole = Array(bytes[..<offset])
        movie.write(to: &whole)
        let file = open(path, O_WRONLY | O_TRUNC)
        defer { close(file) }
        #expect(write(file, whole, whole.count) == whole.count)
    }

    @Test(arguments: [false, true])
    func placesAreDroppedUnlessTheyAreToStay(_ keeps: Bool) async throws {
        let input = try await clip("in.mp4", muxer: "mp4mux")
        try note(MovieBox("©xyz", payload: [0, 18, 0x15, 0xC7] + Array("+48.1000+011.5000/".utf8)), in: input)
        _ = try await run(input, to: "out.mp4") { $0.keepLocation = keeps }
        let notes = try #require(MovieFile("\(folder)/out.mp4")).movie["udta"]?.payload ?? []
        #expect((MovieBox.boxes(in: notes[...]) ?? []).contains { $0.type == "©xyz" } == keeps)
    }

    @Test func titlesStay() async throws {
        let input = try await clip("in.mkv", muxer: "matroskamux")
        _ = try await run(input, to: "out.mp4")
        let tags = try await Media.inspect("\(folder)/out.mp4").streams.flatMap(\.tags)
        #expect(tags.contains { $0.string("title") == "one" })
    }

    @Test func namesTheStreamThatDoesNotFitAndAContainerThatTakesIt() async throws {
        let input = try await clip("in.mkv", muxer: "matroskamux", sound: "vorbisenc")
        await #expect {
            _ = try await run(input, to: "out.mp4")
        } throws: { error in
            let text = "\(error)"
            return text.contains("audio stream 2") && text.contains("vorbis") && text.contains(".mkv")
        }
        #expect(names == ["in.mkv"])
    }

    @Test func existingFilesAndTheInputItselfStay() async throws {
        let input = try await clip("in.mp4", muxer: "mp4mux")
        await #expect(throws: HostError.self) { _ = try await run(input, to: "in.mp4") { $0.overwrite = true } }
        _ = try await run(input, to: "out.mp4")
        await #expect(throws: HostError.self) { _ = try await run(input, to: "out.mp4") }
        #expect(try await run(input, to: "out.mp4") { $0.overwrite = true } == 25)
    }

    @Test func aFailureInTheMiddleLeavesNothing() async throws {
        let input = try await clip("in.mp4", muxer: "mp4mux")
        await #expect(throws: HostError.self) {
            _ = try await run(input, to: "out.mp4") {
                $0.properties = [("error-after", "5")]
            }
        }
        #expect(names == ["in.mp4"])
    }

    @Test func lostFramesAreAFailure() async throws {
        let input = try await clip("in.mp4", muxer: "mp4mux")
        await #expect(throws: HostError.self) {
            _ = try await run(input, to: "out.mp4") {
                $0.properties = [("drop-probability", "0.5")]
            }
        }
        #expect(names == ["in.mp4"])
    }

    @Test func cutFilesAndThoseWithoutVideoAreRefused() async throws {
        let input = try await clip("in.mkv", muxer: "matroskamux")
        #expect(truncate(input, 4000) == 0)
        await #expect(throws: HostError.self) { _ = try await run(input, to: "out.mkv") }
        try await make("audiotestsrc num-buffers=20 ! avenc_aac ! mp4mux ! filesink location=\(folder)/sound.mp4")
        await #expect(throws: HostError.noVideo) { _ = try await run("\(folder)/sound.mp4", to: "out.mp4") }
    }

    @Test func picturesStayPictures() async throws {
        try await make(
            "videotestsrc num-buffers=1 ! video/x-raw,width=33,height=17 ! pngenc ! filesink location=\(folder)/in.png")
        #expect(try await run("\(folder)/in.png", to: "out.png") == 1)
        #expect(try await run("\(folder)/in.png", to: "out.jpg") == 1)
        let media = try await Media.inspect("\(folder)/out.jpg")
        #expect(media.videos.first?.caps.mediaType == "image/jpeg")
    }

    @Test func detectionCountsEveryFrame() async throws {
        let input = try await clip("in.mkv", muxer: "matroskamux")
        var job = DetectionJob(input: input)
        job.finder = "identity"
        let records = Monitor<[String]>([])
        let frames = try await job.run { record in
            records.withLock { $0.append(record.json) }
            return true
        }
        #expect(frames == 25)
        let lines = records.withLock { $0 }
        #expect(lines.count == 25)
        #expect(lines[1].contains("\"frame\":1,\"pts\":0.04,\"width\":64,\"height\":48,\"faces\":[]"))
        await #expect(throws: HostError.self) { _ = try await job.run { _ in false } }
    }
}
