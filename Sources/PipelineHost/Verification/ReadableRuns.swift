import Faces

/// Puts the readable faces of successive frames together that are one face in one place for a while.
struct ReadableRuns {
    /// One readable face, from when to when.
    struct Run: Sendable {
        /// In seconds.
        var first: Double
        var last: Double
        /// Frames in which it can be read wholly, and in part.
        var whole = 0
        var part = 0
        /// Where it can be read best, and when.
        var clearest: JudgedFace
        var clearestTime: Double
        var picture: SideBySide?
        fileprivate var latest: JudgedFace
    }

    /// Seconds without it after which a face is another one.
    static let longestGap = 0.5
    /// Boxes that share more are one face, whatever their numbers.
    static let leastOverlap: Float = 0.2

    private var open: [Run] = []

    /// Takes in a readable face; `picture` is made where this is the clearest view of it so far.
    mutating func add(_ judged: JudgedFace, at time: Double, picture: () -> SideBySide?) {
        let index = open.firstIndex { isSame($0.latest, judged) }
        if let index {
            open[index].last = time
            open[index].latest = judged
            if clarity(judged) > clarity(open[index].clearest) {
                open[index].clearest = judged
                open[index].clearestTime = time
                open[index].picture = picture()
            }
        } else {
            open.append(
                Run(first: time, last: time, clearest: judged, clearestTime: time, picture: picture(), latest: judged))
        }
        if judged.correlation.legibility == .whole {
            open[index ?? open.count - 1].whole += 1
        } else {
            open[index ?? open.count - 1].part += 1
        }
    }

    /// Gives away the runs that nothing can join any more, at a time or at the end.
    mutating func close(at time: Double = .infinity) -> [Run] {
        let ended = open.filter { time - $0.last > Self.longestGap }
        open.removeAll { time - $0.last > Self.longestGap }
        return ended
    }

    private func isSame(_ one: JudgedFace, _ other: JudgedFace) -> Bool {
        if let id = one.face.id, id == other.face.id { return true }
        return one.face.box.overlap(with: other.face.box) > Self.leastOverlap
    }

    private func clarity(_ judged: JudgedFace) -> Float {
        // One that can be read wholly is clearer than any of which a part can be.
        let isWhole = judged.correlation.legibility == .whole
        return isWhole ? 2 + (judged.correlation.whole ?? 0) : judged.correlation.part ?? 0
    }
}
