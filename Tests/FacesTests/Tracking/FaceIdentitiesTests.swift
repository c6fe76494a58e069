import Faces
import Testing

@Suite struct FaceIdentitiesTests {
    private let millisecond: UInt64 = 1_000_000

    private func face(_ x: Float, _ y: Float = 0, side: Float = 40) -> Face {
        Face(box: Rect(x: x, y: y, width: side, height: side), score: 1)
    }

    private func ids(_ identities: inout FaceIdentities, _ faces: [Face], at milliseconds: UInt64) -> [Int?] {
        identities.identify(faces, at: milliseconds * millisecond).map(\.id)
    }

    @Test func numbersNewFacesFromOne() {
        var identities = FaceIdentities()
        #expect(ids(&identities, [face(0), face(100), face(200)], at: 0) == [1, 2, 3])
        #expect(ids(&identities, [], at: 40) == [])
    }

    @Test func keepsNumbersWhateverTheOrderOfTheFaces() {
        var identities = FaceIdentities()
        _ = ids(&identities, [face(0), face(100)], at: 0)
        #expect(ids(&identities, [face(103), face(3), face(300)], at: 40) == [2, 1, 3])
    }

    @Test func keepsIdentityAcrossOneMissedFrame() {
        var identities = FaceIdentities()
        _ = ids(&identities, [face(0), face(100)], at: 0)
        #expect(ids(&identities, [face(100)], at: 40) == [2])
        #expect(ids(&identities, [face(2), face(100)], at: 80) == [1, 2])
    }

    @Test(arguments: [(500, 1), (501, 2)])
    func forgetsAFaceAfterItsPatience(later: Int, id: Int) {
        var identities = FaceIdentities()
        _ = ids(&identities, [face(0)], at: 1000)
        #expect(ids(&identities, [face(0)], at: UInt64(1000 + later)) == [id])
    }

    @Test func countsItsPatienceFromTheLastSight() {
        var identities = FaceIdentities()
        for time in stride(from: UInt64(0), to: 2000, by: 400) { #expect(ids(&identities, [face(0)], at: time) == [1]) }
    }

    @Test func keepsAFaceThatGrowsFastInItsPlace() {
        var identities = FaceIdentities()
        _ = ids(&identities, [face(0)], at: 0)
        // 40² / 85² = 0.22 shared, but more than twice the side.
        #expect(ids(&identities, [face(-20, -20, side: 85)], at: 40) == [1])
    }

    @Test func prefersTheGreaterOverlap() {
        var identities = FaceIdentities()
        _ = ids(&identities, [face(0), face(20)], at: 0)
        // Both know a face that overlaps the first; the second fits better.
        #expect(ids(&identities, [face(18)], at: 40) == [2])
    }

    @Test func followsAFastFaceByItsDistance() {
        var identities = FaceIdentities()
        _ = ids(&identities, [face(0)], at: 0)
        #expect(ids(&identities, [face(29)], at: 40) == [1])
        #expect(ids(&identities, [face(60)], at: 80) == [2])
    }

    @Test func takesAFaceOfAnotherSizeBesideForAnother() {
        var identities = FaceIdentities()
        _ = ids(&identities, [face(0)], at: 0)
        #expect(ids(&identities, [face(0, side: 15)], at: 40) == [2])
    }

    @Test(arguments: [(4500, 1), (4499, 2), (0, 2)])
    func measuresPatienceBackInTimeToo(back: UInt64, id: Int) {
        var identities = FaceIdentities()
        _ = ids(&identities, [face(0)], at: 5000)
        #expect(ids(&identities, [face(0)], at: back) == [id])
    }

    @Test func doesNotGiveANumberTwice() {
        var identities = FaceIdentities()
        _ = ids(&identities, [face(0), face(100)], at: 0)
        identities.reset()
        #expect(ids(&identities, [face(0)], at: 40) == [3])
    }

    @Test func numbersAgainWhateverNumbersTheFacesBring() {
        var identities = FaceIdentities()
        var known = face(0)
        known.id = 77
        #expect(ids(&identities, [known], at: 0) == [1])
    }

    @Test func takesABrokenBoxForANewFace() {
        var identities = FaceIdentities()
        let broken = Face(box: Rect(x: .nan, y: 0, width: 10, height: 10), score: 1)
        #expect(ids(&identities, [broken, face(0)], at: 0) == [1, 2])
        #expect(ids(&identities, [broken, face(0)], at: 40) == [3, 2])
    }
}
