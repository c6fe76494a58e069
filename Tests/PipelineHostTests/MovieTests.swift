import Testing

@testable import PipelineHost

@Suite struct MovieTests {
    private func numbers(_ values: [UInt64]) -> [UInt8] {
        values.reduce(into: [UInt8]()) { $0.append(integer: $1, bytes: 4) }
    }

    /// Five samples of 10 … 14 bytes in chunks of two, 100 ticks each.
    private func track(offsets: [UInt64]) -> MovieBox {
        let table = MovieBox(
            "stbl",
            children: [
                MovieBox("stts", payload: numbers([0, 2, 3, 100, 2, 50])),
                MovieBox("stsc", payload: numbers([0, 2, 1, 2, 1, 3, 1, 1])),
                MovieBox("stsz", payload: numbers([0, 0, 5, 10, 11, 12, 13, 14])),
                MovieBox("stco", payload: numbers([0, UInt64(offsets.count)] + offsets)),
            ])
        return MovieBox(
            "trak",
            children: [
                MovieBox("tkhd", payload: numbers([0, 0, 0, 7, 0, 400]) + [UInt8](repeating: 0, count: 60)),
                MovieBox(
                    "mdia",
                    children: [
                        MovieBox("mdhd", payload: numbers([0, 0, 0, 1000, 400, 0])),
                        MovieBox("hdlr", payload: numbers([0, 0]) + Array("soun".utf8) + [0, 0]),
                        MovieBox("minf", children: [table]),
                    ]),
            ])
    }

    @Test func boxesSurviveReadingAndWriting() throws {
        let box = MovieBox(
            "moov", children: [MovieBox("udta", payload: [1, 2, 3]), MovieBox("©nam", payload: [4]), track(offsets: [1, 2, 3])])
        var bytes: [UInt8] = []
        box.write(to: &bytes)
        #expect(bytes.count == box.size)
        #expect(MovieBox.boxes(in: bytes[...]) == [box])
        #expect(MovieBox.boxes(in: bytes.dropLast()) == nil)
    }

    @Test func findsChunksWithSizesAndTimes() throws {
        let track = try #require(MovieTrack(track(offsets: [1000, 2000, 3000])))
        #expect(track.id == 7 && track.handler == "soun" && track.timescale == 1000)
        #expect(track.chunks.map(\.offset) == [1000, 2000, 3000])
        #expect(track.chunks.map(\.size) == [21, 25, 14])
        #expect(track.chunks.map(\.time) == [0, 0.2, 0.35])
    }

    @Test func refusesTablesThatPromiseMoreThanThereIs() {
        #expect(MovieTrack(track(offsets: [1000, 2000, 3000, 4000])) == nil)
    }

    @Test(arguments: [false, true])
    func movesChunks(_ wide: Bool) throws {
        let moved = try #require(MovieTrack(track(offsets: [1, 2, 3]))).boxWithOffsets([5_000_000, 6, 7], wide: wide)
        #expect(MovieTrack(moved)?.chunks.map(\.offset) == [5_000_000, 6, 7])
        #expect(MovieTrack(moved)?.chunks.map(\.size) == [21, 25, 14])
    }

    @Test(arguments: [("1:0:0:0", 480, "1:4:0:0"), ("1:0:5:1", 720, "1:3:5:1")])
    func namesTheMatrixWhereOnlyTheRangeIsKnown(_ colorimetry: String, _ height: Int, _ expected: String) {
        #expect(VideoRepairs.namingMatrix(colorimetry, height: height) == expected)
        #expect(VideoRepairs.namingMatrix("2:0:0:0", height: height) == nil)
        #expect(VideoRepairs.namingMatrix("bt709", height: height) == nil)
    }
}
