import Testing

@testable import Faces

@Suite struct ThumbnailTests {
    private func thumbnail(_ picture: OwnedPicture) -> Thumbnail {
        let channel = picture.layout.channels.first { $0.role == .luma || $0.role == .green } ?? picture.layout.channels[0]
        let bytes = picture.planes[channel.plane]
        return Thumbnail(bytes.span, stride: picture.strides[channel.plane], channel: channel)
    }

    @Test(arguments: PictureFormat.allCases)
    func showsEveryFormatsBrightness(format: PictureFormat) {
        var picture = OwnedPicture(format, width: 131, height: 75, padding: 5)
        let depths = picture.layout.channels.map(\.depth)
        picture.fill { channel, column, _ in (column < 66 ? 40 : 200) << (depths[channel] - 8) }
        let cells = thumbnail(picture).cells
        #expect(cells.count == 64 * 36)
        for row in 0..<36 {
            #expect(cells[row * 64..<row * 64 + 32].allSatisfy { $0 == 40 })
            #expect(cells[row * 64 + 33..<row * 64 + 64].allSatisfy { $0 == 200 })
        }
    }

    @Test(arguments: [(1, 1), (5, 3), (64, 36), (63, 36)])
    func coversPicturesOfFewerSamplesThanCells(width: Int, height: Int) {
        var picture = OwnedPicture(.gray8, width: width, height: height)
        picture.fill { _, column, row in 255 * (row * width + column) / (width * height) }
        let cells = thumbnail(picture).cells
        #expect(cells.first == 0)
        #expect(cells.last.map(Int.init) == 255 * (width * height - 1) / (width * height))
    }

    @Test func meanStepIsTheMeanDifferenceOfTheCells() {
        var (dark, half) = (OwnedPicture(.gray8, width: 64, height: 36), OwnedPicture(.gray8, width: 64, height: 36))
        dark.fill { _, _, _ in 10 }
        half.fill { _, column, _ in column < 32 ? 10 : 70 }
        #expect(thumbnail(dark).meanStep(to: thumbnail(half)) == 30)
        #expect(thumbnail(half).meanStep(to: thumbnail(half)) == 0)
    }

    /// Of σ 40: the sum of four even bytes has one of 148.
    @Test(arguments: [Size(width: 640, height: 360), Size(width: 1280, height: 720)])
    func noiseIsNoCut(size: Size) {
        var state: UInt64 = 1
        func noise() -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let sum = (state >> 32 & 255) + (state >> 40 & 255) + (state >> 48 & 255) + (state >> 56)
            return (Int(sum) - 510) * 40 / 148
        }
        let noisy = (0..<2).map { _ in
            var picture = OwnedPicture(.gray8, width: size.width, height: size.height)
            picture.fill { _, _, _ in min(255, max(0, 128 + noise())) }
            return thumbnail(picture)
        }
        #expect(noisy[0].meanStep(to: noisy[1]) < 10)
    }
}
