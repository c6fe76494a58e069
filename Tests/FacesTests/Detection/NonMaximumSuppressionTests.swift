import Testing

@testable import Faces

@Suite struct NonMaximumSuppressionTests {
    private func face(_ x: Float, _ score: Float, width: Float = 10) -> Face {
        Face(box: Rect(x: x, y: 0, width: width, height: 10), score: score)
    }

    @Test func keepsTheBestOfAHeapAndPutsTheBestFirst() {
        let kept = NonMaximumSuppression.kept(of: [face(0, 0.5), face(100, 0.6), face(1, 0.9), face(2, 0.7)])
        #expect(kept == [face(1, 0.9), face(100, 0.6)])
    }

    @Test func keepsNeighboursThatShareLittle() {
        // 4 of 16 wide shared: 0.25; 5 of 15: 0.33.
        #expect(NonMaximumSuppression.kept(of: [face(0, 0.9), face(6, 0.8)]).count == 2)
        #expect(NonMaximumSuppression.kept(of: [face(0, 0.9), face(5, 0.8)]).count == 1)
    }

    @Test func isNotSuppressedByWhatIsItselfSuppressed() {
        // The middle one falls to the first, and so the third stays.
        let kept = NonMaximumSuppression.kept(of: [face(0, 0.9), face(5, 0.8), face(10, 0.7)])
        #expect(kept == [face(0, 0.9), face(10, 0.7)])
    }

    @Test func takesTheEarlierOfEqualScores() {
        #expect(NonMaximumSuppression.kept(of: [face(3, 0.5), face(4, 0.5)]) == [face(3, 0.5)])
    }

    @Test func hasNothingToKeepOfNothing() {
        #expect(NonMaximumSuppression.kept(of: []).isEmpty)
    }
}
