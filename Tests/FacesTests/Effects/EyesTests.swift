import Faces
import Testing

@Suite struct EyesTests {
    /// A face whose eyes lie at two points; the other points do not matter to the effect.
    private func face(right: Point, left: Point) -> Face {
        let landmarks = Landmarks(rightEye: right, leftEye: left, nose: right, rightMouth: right, leftMouth: left)
        return Face(box: Rect(x: 0, y: 0, width: 10, height: 10), score: 1, landmarks: landmarks)
    }

    /// Eyes 100 pixels apart: balls of radius 36, outline 2.88, pupils of 16.2 that play within 16.92.
    private var upright: Face { face(right: Point(x: 50, y: 60), left: Point(x: 150, y: 60)) }

    private func drawn(_ faces: [Face], on picture: OwnedPicture, with effect: Eyes = Eyes()) -> OwnedPicture {
        var effect = effect
        var picture = picture
        effect.apply(to: &picture, faces: faces, settings: EffectSettings())
        return picture
    }

    private func ground(_ format: PictureFormat, width: Int = 200, height: Int = 120, padding: Int = 0) -> OwnedPicture {
        var picture = OwnedPicture(format, width: width, height: height, padding: padding)
        picture.fill { _, _, _ in 100 }
        return picture
    }

    @Test func drawsOutlineBallPupilAndHighlight() {
        let luma = drawn([upright], on: ground(.gray8)).samples(0)
        // The ball: outline (10 % grey is 38) at 34.5 from the centre, white above the pupil, untouched outside.
        #expect(luma[60][84] == 38)
        #expect(luma[60][15] == 38)
        #expect(luma[94][50] == 38)
        #expect(luma[32][50] == 235)
        #expect(luma[60][87] == 100)
        // The pupil is turned in and down: its centre is (55.9, 64.2) in one eye and (144.1, 64.2) in the other.
        #expect(luma[64][56] == 16)
        #expect(luma[64][144] == 16)
        // The highlight is up and left of the pupil's centre in both: 5.67 pixels each way.
        #expect(luma[58][50] == 235)
        #expect(luma[58][138] == 235)
    }

    @Test func blendsThePixelsThatTheOutlineCrosses() {
        // The radius is 36, so that the pixel from 36 to 37 below the centre, its middle at 36.5, is covered by none,
        // and with a radius of 36.36 (eyes 101 apart) by 0.36 of the outline: 100 - 62 · 0.36 = 77.7.
        let eyes = face(right: Point(x: 50.5, y: 60), left: Point(x: 151.5, y: 60))
        #expect(drawn([upright], on: ground(.gray8)).samples(0)[96][50] == 100)
        #expect(drawn([eyes], on: ground(.gray8)).samples(0)[96][50] == 78)
    }

    @Test func isSymmetricalAboutTheNose() {
        let luma = drawn([upright], on: ground(.gray8)).samples(0)
        let touched = luma.map { $0.map { $0 != 100 } }
        #expect(touched == touched.map { $0.reversed() })
        #expect(touched.joined().contains(true))
    }

    @Test func turnsWithTheHead() {
        let size = 200
        let before = drawn(
            [face(right: Point(x: 60, y: 90), left: Point(x: 140, y: 90))], on: ground(.gray8, width: size, height: size))
        // A quarter turn clockwise takes (x, y) to (200 - y, x).
        let after = drawn(
            [face(right: Point(x: 110, y: 60), left: Point(x: 110, y: 140))], on: ground(.gray8, width: size, height: size))
        let upright = before.samples(0)
        let turned = after.samples(0)
        var worst = 0
        for row in 0..<size {
            for column in 0..<size {
                worst = max(worst, abs(upright[row][column] - turned[column][size - 1 - row]))
            }
        }
        #expect(worst <= 1)
        #expect(before != after)
    }

    @Test(arguments: PictureFormat.allCases)
    func drawsTheSameInEveryFormat(format: PictureFormat) throws {
        let picture = drawn([upright], on: ground(format, padding: 6))
        let scale = format == .i420With10Bits || format == .p010 ? 4 : 1
        if let luma = Optional(picture.samples(of: .luma)), !luma.isEmpty {
            #expect([luma[32][50], luma[64][56]] == [235 * scale, 16 * scale])
        } else {
            #expect(picture.samples(of: .green)[60][84] == 26)
            for role in [ChannelRole.red, .green, .blue] {
                let samples = picture.samples(of: role)
                #expect([samples[32][50], samples[64][56]] == [255, 0])
            }
        }
        for chroma in [picture.samples(of: .blueDifference), picture.samples(of: .redDifference)] where !chroma.isEmpty {
            let down = chroma.count < 120 ? 1 : 0
            let across = chroma[0].count < 200 ? 1 : 0
            #expect(chroma[32 >> down][50 >> across] == 128 * scale)
            #expect(chroma[64 >> down][56 >> across] == 128 * scale)
            #expect(chroma[0][0] == 100)
        }
        #expect(picture.samples(of: .alpha).joined().allSatisfy { $0 == 100 })
    }

    @Test(arguments: PictureFormat.allCases)
    func leavesPaddingAlone(format: PictureFormat) {
        let tight = drawn([upright], on: ground(format))
        let padded = drawn([upright], on: ground(format, padding: 6))
        for (index, plane) in padded.planes.enumerated() {
            let stride = padded.strides[index]
            let rows = (0..<plane.count / stride).map { Array(plane[$0 * stride..<($0 + 1) * stride]) }
            #expect(rows.flatMap { $0.dropLast(6) } == tight.planes[index])
            #expect(rows.allSatisfy { $0.suffix(6).allSatisfy { $0 == OwnedPicture.filler } })
        }
    }

    @Test func leavesFacesWithoutPointsOrWithEyesTooClose() {
        let picture = OwnedPicture.noise(.i420, width: 64, height: 64)
        let faces = [
            Face(box: Rect(x: 5, y: 5, width: 40, height: 40), score: 1),
            face(right: Point(x: 20, y: 20), left: Point(x: 21.9, y: 20)),
            face(right: Point(x: 20, y: 20), left: Point(x: .nan, y: 20)),
            face(right: Point(x: 20, y: 20), left: Point(x: .infinity, y: 20)),
        ]
        #expect(drawn(faces, on: picture) == picture)
        #expect(drawn([], on: picture) == picture)
    }

    @Test(arguments: [PictureFormat.i420, .yuy2, .p010])
    func isSafePastTheEdges(format: PictureFormat) {
        let picture = ground(format, width: 33, height: 21)
        let past = [
            face(right: Point(x: -10, y: -5), left: Point(x: 40, y: 25)),
            face(right: Point(x: -1e9, y: 5), left: Point(x: 1e9, y: 5)),
            face(right: Point(x: 500, y: 500), left: Point(x: 540, y: 500)),
        ]
        #expect(drawn([past[0]], on: picture) != picture)
        #expect(drawn([past[2]], on: picture) == picture)
        _ = drawn(past, on: picture)
    }

    @Test func growsWithItsSize() {
        func touched(_ size: Float) -> Int {
            let luma = drawn([upright], on: ground(.gray8, width: 400, height: 300), with: Eyes(size: size)).samples(0)
            return luma.joined().count { $0 != 100 }
        }
        // Two discs of radius 18.
        #expect(abs(Float(touched(0.5)) - 2 * .pi * 18 * 18) < 130)
        #expect(touched(0.5) < touched(1))
    }

    @Test func leavesTheOutlineOutOnDemand() {
        let luma = drawn([upright], on: ground(.gray8), with: Eyes(outline: false)).samples(0)
        #expect(luma[60][84] == 235)
        #expect(!luma.joined().contains(38))
    }

    @Test func hidesWhatTheNoseHides() {
        func touched(nose: Float) -> (right: Bool, left: Bool) {
            var turned = upright
            turned.landmarks?.nose = Point(x: nose, y: 80)
            let luma = drawn([turned], on: ground(.gray8)).samples(0)
            return (luma[60][50] != 100, luma[60][150] != 100)
        }
        #expect(touched(nose: 100) == (true, true))
        // A tenth of the distance between the eyes beyond one.
        #expect(touched(nose: 159) == (true, true))
        #expect(touched(nose: 161) == (true, false))
        #expect(touched(nose: 39) == (false, true))
    }

    @Test func drawsTheFirstFaceOnlyOnDemand() {
        var second = face(right: Point(x: 50, y: 60), left: Point(x: 80, y: 60))
        var first = face(right: Point(x: 120, y: 60), left: Point(x: 150, y: 60))
        (second.id, first.id) = (8, 3)
        let only = Eyes(firstOnly: true)
        let alone = drawn([first], on: ground(.i420))
        #expect(drawn([second, first], on: ground(.i420), with: only) == alone)
        #expect(drawn([second, first], on: ground(.i420)) != alone)
        // Of faces without numbers the first in order.
        (second.id, first.id) = (nil, nil)
        #expect(drawn([first, second], on: ground(.i420), with: only) == alone)
    }

    @Test func putsTheLightOnTheOtherSideOfAMirroredPicture() {
        let luma = drawn([upright], on: ground(.gray8)).samples(0)
        let mirrored = drawn([upright], on: ground(.gray8), with: Eyes(mirror: true)).samples(0)
        #expect(mirrored == luma.map { $0.reversed() })
        #expect(mirrored != luma)
    }

    /// Four colours in quarters, the last one transparent.
    private let quarters = Bitmap(
        size: Size(width: 2, height: 2),
        pixels: [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 0])!

    @Test func drawsAPictureOnTheEyes() {
        let eyes = Eyes(image: quarters)
        let result = drawn([upright], on: ground(.bgra), with: eyes)
        func colour(_ x: Int, _ y: Int) -> [Int] { [ChannelRole.red, .green, .blue].map { result.samples(of: $0)[y][x] } }
        // 72 pixels wide about (50, 60); colours run into each other only between the middles of the bitmap's pixels.
        for x in [31, 131] {
            #expect(colour(x, 41) == [255, 0, 0])
            #expect(colour(x - 17, 24) == [255, 0, 0])
            #expect(colour(x + 37, 41) == [0, 255, 0])
            #expect(colour(x, 78) == [0, 0, 255])
            #expect(colour(x + 37, 78) == [100, 100, 100])
            #expect(colour(x - 18, 41) == [100, 100, 100])
        }
    }

    @Test func turnsAndMirrorsThePicture() {
        let mirrored = drawn([upright], on: ground(.bgra), with: Eyes(image: quarters, mirror: true))
        #expect(mirrored.samples(of: .red)[41][68] == 255)
        let turned = face(right: Point(x: 100, y: 40), left: Point(x: 100, y: 80))
        let result = drawn([turned], on: ground(.bgra), with: Eyes(image: quarters))
        // 28.8 pixels wide, a quarter turn clockwise: red from top left to top right.
        #expect(result.samples(of: .red)[32][107] == 255)
        #expect(result.samples(of: .green)[47][107] == 255)
    }

    @Test(arguments: PictureFormat.allCases)
    func leavesAlphaAndPaddingUnderAPicture(format: PictureFormat) {
        let plain = ground(format, width: 203, height: 121, padding: 6)
        let result = drawn([upright], on: plain, with: Eyes(image: quarters))
        #expect(result != plain)
        #expect(result.samples(of: .alpha) == plain.samples(of: .alpha))
        _ = drawn([face(right: Point(x: -10, y: -5), left: Point(x: 240, y: 125))], on: plain, with: Eyes(image: quarters))
    }

    @Test func drawsSmallPicturesOfLargeOnesByTheirMeans() {
        // A chequered board of single pixels, four times as wide as the eye.
        let board = Bitmap(
            size: Size(width: 288, height: 288),
            pixels: (0..<288 * 288).flatMap { index -> [UInt8] in
                let value: UInt8 = (index % 288 + index / 288) % 2 == 0 ? 255 : 0
                return [value, value, value, 255]
            })!
        let result = drawn([upright], on: ground(.bgra), with: Eyes(image: board)).samples(of: .green)
        #expect((50..<70).allSatisfy { result[$0][40..<60].allSatisfy { (127...128).contains($0) } })
    }

    @Test func refusesBitmapsWithoutTheRightNumberOfPixels() {
        #expect(Bitmap(size: Size(width: 2, height: 1), pixels: [0, 0, 0, 0]) == nil)
        #expect(Bitmap(size: Size(width: 0, height: 0), pixels: []) == nil)
    }
}
