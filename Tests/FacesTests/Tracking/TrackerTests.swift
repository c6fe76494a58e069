import Testing

@testable import Faces

/// Identities, gaps and doubt, with scripted detections 40 ms apart.
struct TrackerTests {
    /// Faces of scripted frames: what a full look finds there, and what a search can find.
    private final class Script {
        /// By frame, in the order of their names.
        var visible: [[Character: Rect]]
        var searches: [Int] = []
        var failing: Set<Int> = []
        var score: Float = 0.9

        init(_ visible: [[Character: Rect]]) { self.visible = visible }

        func look(_ frame: Int) -> [Face] {
            visible[frame].sorted { $0.key < $1.key }.map { Face(box: $0.value, score: score) }
        }

        func search(_ frame: Int, _ near: Face, _ zoom: Float) throws -> [Face]? {
            searches.append(frame)
            if failing.contains(frame) { throw Broken() }
            let crop = near.box.scaled(by: 2.5 * zoom)
            return look(frame).filter { crop.intersection($0.box).area > 0.5 * $0.box.area }
        }
    }

    private struct Broken: Error {}

    private func box(_ x: Float, _ y: Float = 100, side: Float = 50) -> Rect { Rect(x: x, y: y, width: side, height: side) }

    /// Runs frames through a tracker with a full look in every `interval`th one, and in the last.
    private func track(
        _ script: Script, interval: Int = 5, reach: UInt64 = 400_000_000, cuts: [Int: SceneChanges.Change] = [:]
    ) -> Tracker {
        var tracker = Tracker(reach: reach)
        for frame in script.visible.indices {
            let isLooked = frame % interval == 0 || frame == script.visible.count - 1 || cuts[frame] != nil
            tracker.add(
                frame: frame, at: UInt64(frame) * 40_000_000, change: cuts[frame] ?? .none,
                found: isLooked ? script.look(frame) : nil, search: script.search)
        }
        return tracker
    }

    /// For each frame the sources' first letters of a face, "." where it is not.
    private func sources(_ tracker: Tracker, id: Int, count: Int) -> String {
        (0..<count).map { frame in
            tracker.faces(ofFrame: frame)?.first { $0.id == id }.map { String($0.source.rawValue.first ?? "?") } ?? "."
        }.joined()
    }

    @Test func keepsOneIdentityThroughLooksAndSearches() {
        let tracker = track(Script((0..<16).map { ["a": box(Float($0) * 10)] }))
        for frame in 0..<16 {
            let faces = tracker.faces(ofFrame: frame) ?? []
            #expect(faces.map(\.id) == [1])
            #expect(faces.first?.box == box(Float(frame) * 10), "frame \(frame)")
        }
        #expect(sources(tracker, id: 1, count: 16) == "dssssdssssdssssd")
    }

    @Test func searchesASteadyFaceInEveryOtherFrame() {
        let script = Script((0..<11).map { _ in ["a": box(100)] })
        let tracker = track(script, interval: 10)
        #expect(sources(tracker, id: 1, count: 11) == "dshshshshsd")
        #expect(tracker.faces(ofFrame: 4)?.first?.box == box(100))
        #expect(tracker.faces(ofFrame: 4)?.first?.isSure == true)
    }

    @Test func searchesANewFaceBackToWhereItEnters() {
        let tracker = track(Script((0..<21).map { $0 >= 6 ? ["a": box(100)] : [:] }), interval: 10)
        // In frames 2, 3, 4 and 5 it was searched in vain or must be held possible: 150 ms.
        #expect(sources(tracker, id: 1, count: 11) == "...bbbssssd")
    }

    @Test func doesNotReachFurtherBackThanFramesAreHeld() {
        let tracker = track(Script((0..<11).map { _ in [:] } + (11..<16).map { _ in ["a": box(100)] }), reach: 80_000_000)
        // The look at 15 reaches back to 13; 12 and 11 are not covered by anything.
        #expect(tracker.faces(ofFrame: 13) != nil)
        #expect(tracker.faces(ofFrame: 12) == nil)
        #expect(tracker.faces(ofFrame: 11) == nil)
        #expect(tracker.faces(ofFrame: 10) != nil)
    }

    @Test func bridgesAnOcclusionFromBothSides() {
        let tracker = track(Script((0..<31).map { (8..<14).contains($0) ? [:] : ["a": box(Float($0) * 4)] }))
        let letters = sources(tracker, id: 1, count: 31)
        #expect(Set(letters.dropFirst(8).prefix(6)) == ["h"])
        #expect(!letters.contains("."))
        let face = tracker.faces(ofFrame: 10)?.first
        #expect(abs((face?.box.x ?? 0) - 40) < 1)
        #expect((face?.margin ?? 0) > 0.1)
        #expect(face?.isSure == false)
    }

    @Test func holdsALostFaceLargerAndLargerUntilItIsGone() {
        let tracker = track(Script((0..<31).map { $0 <= 10 ? ["a": box(100)] : [:] }))
        let letters = sources(tracker, id: 1, count: 31)
        #expect(letters.dropFirst(10).hasPrefix("dhhhhhhhhhh."))
        let margins = (11..<21).compactMap { tracker.faces(ofFrame: $0)?.first?.margin }
        #expect(margins.count == 10 && zip(margins, margins.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test func holdsWhatWasSeenOnceAndBadlyOnlyShortly() {
        let script = Script((0..<21).map { $0 == 10 ? ["a": box(100)] : [:] })
        script.score = 0.65
        #expect(sources(track(script), id: 1, count: 21) == ".......bbbdhh........")
    }

    @Test func growsWithMovement() {
        let still = track(Script((0..<11).map { _ in ["a": box(100)] }))
        let moving = track(Script((0..<11).map { ["a": box(Float($0) * 15)] }))
        #expect(still.faces(ofFrame: 5)?.first?.margin == 0)
        let margin = moving.faces(ofFrame: 5)?.first?.margin ?? 0
        #expect(abs(margin - 0.24) < 0.001)
    }

    @Test func tellsTwoFacesApartThatCross() {
        let tracker = track(
            Script((0..<26).map { ["a": box(Float($0) * 10, 100), "b": box(250 - Float($0) * 10, 125)] }))
        for frame in [0, 5, 20, 25] {
            let faces = tracker.faces(ofFrame: frame) ?? []
            #expect(faces.first { $0.id == 1 }?.box.x == Float(frame) * 10, "frame \(frame)")
            #expect(faces.first { $0.id == 2 }?.box.x == 250 - Float(frame) * 10, "frame \(frame)")
        }
        // But nobody should be shown on the strength of it.
        #expect(tracker.faces(ofFrame: 5)?.allSatisfy(\.isSure) == true)
        #expect(tracker.faces(ofFrame: 20)?.allSatisfy { !$0.isSure } == true)
    }

    @Test func aCutEndsFacesAtOnce() {
        let tracker = track(
            Script((0..<16).map { $0 < 8 ? ["a": box(100)] : ["b": box(300)] }), cuts: [8: .cut])
        #expect(tracker.faces(ofFrame: 8)?.map(\.id) == [2])
        #expect(tracker.faces(ofFrame: 9)?.map(\.id) == [2])
        // Nothing covers what was before the cut and after the last look.
        #expect(tracker.faces(ofFrame: 7) == nil)
        #expect(tracker.faces(ofFrame: 5) != nil)
    }

    @Test func aLateLookCoversTheEndOfAScene() {
        let script = Script((0..<16).map { $0 < 8 ? ["a": box(100), "c": $0 >= 6 ? box(200) : box(900)] : [:] })
        for frame in 0..<6 { script.visible[frame]["c"] = nil }
        var tracker = track(script, cuts: [8: .cut])
        tracker.look(script.look(7), atFrame: 7, search: script.search)
        #expect(tracker.faces(ofFrame: 7)?.count == 2)
        #expect(tracker.faces(ofFrame: 6)?.count == 2)
        #expect(tracker.faces(ofFrame: 8)?.isEmpty == true)
    }

    @Test func aFlashDoesNotEndFaces() {
        let tracker = track(
            Script((0..<16).map { $0 == 8 ? [:] : ["a": box(100)] }), cuts: [8: .cut, 9: .back])
        #expect(tracker.faces(ofFrame: 8)?.map(\.id) == [1])
        #expect(tracker.faces(ofFrame: 9)?.map(\.id) == [1])
    }

    @Test func aFrameWhoseSearchFailsIsInDoubt() {
        let script = Script((0..<11).map { ["a": box(Float($0) * 10)] })
        script.failing = [3]
        let tracker = track(script)
        #expect(tracker.faces(ofFrame: 3) == nil)
        #expect(tracker.faces(ofFrame: 2) != nil && tracker.faces(ofFrame: 4) != nil)
    }

    @Test func aFrameWhoseLookFailedIsInDoubt() {
        var tracker = track(Script((0..<11).map { _ in ["a": box(100)] }))
        tracker.fail(frame: 5)
        #expect(tracker.faces(ofFrame: 5) == nil)
        #expect(tracker.faces(ofFrame: 4) != nil, "the look at frame 10 covers it")
    }

    @Test func searchesManyFacesInTurns() {
        let script = Script(
            (0..<11).map { frame in
                Dictionary(
                    uniqueKeysWithValues: "abcdefghijklmnopqrst".enumerated().map { ($1, box(Float($0 * 100 + frame * 5))) })
            })
        let tracker = track(script, interval: 10)
        #expect(script.searches.filter { $0 == 3 }.count == Tracker.mostSearches)
        for frame in 0..<11 {
            let boxes = (tracker.faces(ofFrame: frame) ?? []).sorted { $0.box.x < $1.box.x }.map(\.box.x)
            #expect(boxes.count == 20)
            for (index, x) in boxes.enumerated() { #expect(abs(x - Float(index * 100 + frame * 5)) < 3) }
        }
    }

    @Test func numbersGoOnAfterStartingAnew() {
        var tracker = track(Script([["a": box(100)]]))
        tracker.startAnew()
        tracker.add(frame: 5, at: 0, change: .cut, found: [Face(box: box(100), score: 0.9)]) { _, _, _ in [] }
        #expect(tracker.faces(ofFrame: 5)?.map(\.id) == [2])
    }

    @Test func forgetsWhatNoFrameNeeds() {
        let script = Script((0..<300).map { ["a": box(Float($0 % 100) * 5)] })
        var tracker = Tracker(reach: 400_000_000)
        for frame in script.visible.indices {
            tracker.add(
                frame: frame, at: UInt64(frame) * 40_000_000, change: .none, found: frame % 5 == 0 ? script.look(frame) : nil,
                search: script.search)
            tracker.forget(beforeFrame: frame - 10)
        }
        #expect(tracker.frames.count <= 11)
        #expect(tracker.tracks.allSatisfy { $0.sightings.count <= 20 })
        #expect(tracker.tracks.count < 5)
    }
}
