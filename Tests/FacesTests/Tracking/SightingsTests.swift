import Faces
import Testing

@Suite struct SightingsTests {
    private func face(_ id: Int, x: Float) -> Face {
        let eye = Point(x: x, y: 10)
        return Face(
            box: Rect(x: x, y: 20, width: 40, height: 60), score: 0.9,
            landmarks: Landmarks(rightEye: eye, leftEye: eye, nose: eye, rightMouth: eye, leftMouth: eye), id: id)
    }

    /// Frames 100 ns apart, with a reach of 200.
    private func sightings(_ frames: [[Face]]) -> Sightings {
        var sightings = Sightings(reach: 200)
        for (index, faces) in frames.enumerated() { sightings.add(faces, at: UInt64(index) * 100) }
        return sightings
    }

    @Test func leavesWhatWasSeenAsItIs() {
        let seen = [face(1, x: 0), face(2, x: 100)]
        #expect(sightings([seen, seen]).faces(ofFrame: 1) == seen)
    }

    @Test func bridgesAGapFromBothSides() throws {
        let filled = try #require(sightings([[face(1, x: 0)], [], [face(1, x: 20)]]).faces(ofFrame: 1).first)
        #expect(filled.box == Rect(x: 10, y: 20, width: 40, height: 60))
        #expect(filled.landmarks?.nose == Point(x: 10, y: 10))
        #expect(filled.id == 1 && filled.source == .interpolated)
    }

    @Test func beginsAMaskBeforeTheFaceIsSeen() throws {
        let frames = sightings([[], [], [], [face(1, x: 0)]])
        #expect(frames.faces(ofFrame: 0).isEmpty)
        let early = try #require(frames.faces(ofFrame: 1).first)
        // Grown by half at the end of the reach, about its centre.
        #expect(early.box == Rect(x: -10, y: 5, width: 60, height: 90))
        #expect(early.source == .backfilled && early.landmarks == nil)
        #expect(frames.faces(ofFrame: 2).first?.box == Rect(x: -5, y: 12.5, width: 50, height: 75))
    }

    @Test func holdsAFaceThatIsLost() {
        let frames = sightings([[face(1, x: 0)], [], [], []])
        #expect(frames.faces(ofFrame: 1).first?.source == .held)
        #expect(frames.faces(ofFrame: 2).first?.box == Rect(x: -10, y: 5, width: 60, height: 90))
        #expect(frames.faces(ofFrame: 3).isEmpty)
    }

    @Test func takesTheNearestSightings() {
        let frames = sightings([[face(1, x: 0)], [face(1, x: 10)], [], [face(1, x: 30)], [face(1, x: 90)]])
        #expect(frames.faces(ofFrame: 2).map(\.box.x) == [20])
    }

    @Test func fillsNothingWithoutReach() {
        var sightings = Sightings(reach: 0)
        sightings.add([face(1, x: 0)], at: 0)
        sightings.add([], at: 100)
        #expect(sightings.faces(ofFrame: 1).isEmpty)
    }

    @Test func worksBackwardsInTime() {
        var sightings = Sightings(reach: 200)
        for (index, faces) in [[face(1, x: 0)], [], [face(1, x: 20)]].enumerated() {
            sightings.add(faces, at: 1000 - UInt64(index) * 100)
        }
        #expect(sightings.faces(ofFrame: 1).map(\.box.x) == [10])
    }

    @Test func forgetsOnlyWhatNobodyNeeds() {
        var frames = sightings([[face(1, x: 0)], [face(2, x: 0)], [], [], []])
        frames.forget(beforeFrame: 3)
        #expect(frames.next == 5)
        #expect(frames.faces(ofFrame: 0).isEmpty)
        #expect(frames.faces(ofFrame: 3).map(\.id) == [2])
    }
}
