import Faces
import Testing

@testable import PipelineHost

@Suite struct ReadableRunsTests {
    private func judged(_ x: Double, id: Int?, whole: Float = 0.9, part: Float = 0.95) -> JudgedFace {
        JudgedFace(
            face: FrameRecord.Face(x: x, y: 0, width: 40, height: 40, score: 0.8, id: id, landmarks: nil),
            correlation: DetailCorrelation(whole: whole, part: part))
    }

    @Test func joinsOneFaceOverFrames() {
        var runs = ReadableRuns()
        // Moves on, gets another number, is only partly bare for a while.
        runs.add(judged(0, id: 1, whole: 0.6), at: 1.0) { nil }
        runs.add(judged(50, id: 1, whole: 0.2, part: 0.99), at: 1.04) { nil }
        runs.add(judged(60, id: 7, whole: 0.8), at: 1.5) { nil }
        #expect(runs.close(at: 2.0).isEmpty)
        let run = runs.close()
        #expect(run.count == 1)
        #expect(run.map { [$0.first, $0.last, $0.clearestTime, $0.clearest.face.x] } == [[1, 1.5, 1.5, 60]])
        #expect(run.map { [$0.whole, $0.part] } == [[2, 1]])
        #expect(runs.close().isEmpty)
    }

    @Test func keepsFacesAndTimesApart() {
        var runs = ReadableRuns()
        runs.add(judged(0, id: 1), at: 0) { nil }
        runs.add(judged(200, id: 2), at: 0) { nil }
        #expect(runs.close(at: 0.5).isEmpty)
        #expect(runs.close(at: 0.51).map(\.clearest.face.id) == [1, 2])
        runs.add(judged(0, id: 1), at: 0.51) { nil }
        #expect(runs.close().map(\.first) == [0.51])
    }

    @Test func cutsAPictureOnlyForAClearerView() {
        var runs = ReadableRuns()
        var cuts: [Double] = []
        for (time, whole) in [(0.0, Float(0.7)), (0.04, 0.6), (0.08, 0.9), (0.12, 0.9)] {
            runs.add(judged(0, id: 1, whole: whole), at: time) {
                cuts.append(time)
                return nil
            }
        }
        #expect(cuts == [0, 0.08])
    }
}
