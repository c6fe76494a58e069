import Testing

@testable import Faces

@Suite struct ChannelSamplesTests {
    @Test(arguments: PictureFormat.allCases, [(4, 2), (5, 3), (1, 1)])
    func readsBackWhatWasWritten(format: PictureFormat, size: (Int, Int)) {
        var picture = OwnedPicture(format, width: size.0, height: size.1, padding: 3)
        func value(_ channel: Int, _ column: Int, _ row: Int) -> Int { channel * 64 + row * 8 + column }
        picture.fill(value)
        for (index, channel) in picture.layout.channels.enumerated() {
            let expected = (0..<channel.height).map { row in (0..<channel.width).map { value(index, $0, row) } }
            #expect(picture.samples(index) == expected)
        }
    }

    @Test func putsTenBitsIntoTheRightEndOfTheWord() {
        var low = OwnedPicture(.i420With10Bits, width: 2, height: 1)
        low.fill { _, _, _ in 0x2A5 }
        #expect(low.planes[0] == [0xA5, 0x02, 0xA5, 0x02])
        var high = OwnedPicture(.p010, width: 2, height: 1)
        high.fill { _, _, _ in 0x2A5 }
        #expect(high.planes[0] == [0x40, 0xA9, 0x40, 0xA9])
    }

    @Test func spansEvenAnOddPixelWithASample() {
        let chroma = PictureFormat.i420.layout(width: 5, height: 5).channels[1]
        #expect(chroma.columns(spanning: 0..<5) == 0..<3)
        #expect(chroma.columns(spanning: 2..<4) == 1..<2)
        #expect(chroma.rows(spanning: 1..<3) == 0..<2)
        #expect(chroma.rows(spanning: 4..<6) == 2..<3)
    }
}
