import Testing

@testable import Faces

@Suite struct FaceChoiceTests {
    private func face(_ id: Int?, isSure: Bool = true) -> Face {
        var face = Face(box: Rect(x: 0, y: 0, width: 10, height: 10), score: 1, id: id)
        face.isSure = isSure
        return face
    }

    @Test(
        arguments: [
            // kept, only hidden, which of 1, 2, 3 are hidden.
            (nil, nil, [1, 2, 3]), ([1, 3], nil, [2]), (nil, [2], [2]), ([], nil, [1, 2, 3]), (nil, [], []),
            // Who is in both lists is hidden, and so is who is in neither: only one of the two would show them.
            ([1, 2], [2], [2, 3]), ([9], [9], [1, 2, 3]),
        ] as [(Set<Int>?, Set<Int>?, [Int])])
    func hidesAllButTheChosen(_ kept: Set<Int>?, _ onlyHidden: Set<Int>?, _ hidden: [Int]) {
        let choice = FaceChoice(kept: kept, onlyHidden: onlyHidden)
        #expect([1, 2, 3].filter { choice.hides(face($0)) } == hidden)
    }

    @Test(arguments: [FaceChoice(kept: [1]), FaceChoice(onlyHidden: [2])])
    func hidesWhoseIdentityIsNotSure(_ choice: FaceChoice) {
        #expect(!choice.hides(face(1)))
        #expect(choice.hides(face(1, isSure: false)))
        #expect(choice.hides(face(nil)))
    }

    @Test(arguments: [("1", [1]), ("1,3", [1, 3]), (" 2 , 10,2 ", [2, 10])] as [(String, Set<Int>)])
    func readsLists(_ text: String, _ identities: Set<Int>) throws {
        #expect(try FaceChoice.identities(text) == identities)
    }

    @Test(arguments: ["", "  "]) func takesAnEmptyTextForNoList(_ text: String) throws {
        #expect(try FaceChoice.identities(text) == nil)
    }

    @Test(arguments: [
        ("x", "x"), ("1,,2", ""), ("1,", ""), ("0", "0"), ("-1", "-1"), ("1 2", "1 2"), ("1;2", "1;2"), ("1-3", "1-3"),
        ("99999999999999999999", "99999999999999999999"),
    ])
    func namesWhatIsNoIdentity(_ text: String, _ part: String) {
        #expect(throws: FaceChoiceError.unreadable(part)) { try FaceChoice.identities(text) }
    }

    @Test func geometryKeepsWhatIsKnownOfAFace() {
        var unsure = face(3, isSure: false)
        unsure.source = .held
        let turned = FrameGeometry(width: 40, height: 20, orientation: .rotate90, analysisSize: 0).displayed(fromStored: unsure)
        #expect(turned.box == Rect(x: 10, y: 0, width: 10, height: 10))
        #expect(turned.id == 3 && turned.source == .held && !turned.isSure)
    }
}
