import Testing

@testable import PipelineHost

/// Frames by their times, in milliseconds.
@Suite struct FrameMatcherTests {
    private struct Outcome: Equatable {
        var pairs: [Int64?]
        var skipped: Int
    }

    private func match(_ times: [Int64], with others: [Int64]) -> Outcome {
        var matcher = FrameMatcher<Int64>()
        var rest = others[...]
        func next() -> FrameMatcher<Int64>.Timed? { rest.popFirst().map { ($0 * 1_000_000, $0) } }
        let pairs = times.map { matcher.frame(at: $0 * 1_000_000, next: next) }
        matcher.drain(next: next)
        #expect(matcher.taken == others.count)
        return Outcome(pairs: pairs, skipped: matcher.skipped)
    }

    @Test func pairsByTimeAndNotByNumber() {
        #expect(match([0, 40, 80], with: [0, 40, 80]) == Outcome(pairs: [0, 40, 80], skipped: 0))
        #expect(match([0, 40, 80, 120], with: [0, 80, 120]) == Outcome(pairs: [0, nil, 80, 120], skipped: 0))
        #expect(match([40, 80], with: [0, 40, 60, 80, 120, 160]) == Outcome(pairs: [40, 80], skipped: 4))
        #expect(match([0, 40], with: []) == Outcome(pairs: [nil, nil], skipped: 0))
        #expect(match([], with: [0, 40]) == Outcome(pairs: [], skipped: 2))
    }

    @Test func allowsForRoundedTimes() {
        #expect(match([0, 33, 67], with: [1, 35, 65]) == Outcome(pairs: [1, 35, 65], skipped: 0))
        #expect(match([0, 40], with: [3, 37]) == Outcome(pairs: [nil, nil], skipped: 2))
    }

    @Test func findsTheFewThatTwoRatesShare() {
        // 25 and 30 frames a second.
        let pairs = match((0..<26).map { $0 * 40 }, with: (0..<31).map { $0 * 100 / 3 })
        #expect(pairs.pairs.compactMap(\.self) == [0, 200, 400, 600, 800, 1000])
        #expect(pairs.skipped == 25)
    }
}
