import Faces

/// Which frames are looked at in full; the known faces are followed through those between.
///
/// Whoever is in a frame that is not looked at must be found by a look that is near enough for them to be searched backwards to it.
struct LookPlan {
    /// From one look to the next, where the settings leave it open and the machine keeps up.
    static let nominalGap: UInt64 = 200_000_000
    /// Looks may take this part of the processors' time; a live stream that cannot afford more is looked at less often.
    static let affordable = 0.5

    private(set) var scenes = SceneChanges()
    private var last: (frame: HeldFrame, isLooked: Bool)?
    /// The first frame since the last look.
    private var uncovered: HeldFrame?
    private var sinceLook = 0
    private var startsAnew = true

    struct Step {
        var change: SceneChanges.Change
        var looks: Bool
        /// The frame before must be looked at as well: nothing that follows says who was in it.
        var looksBack: HeldFrame?
    }

    /// How busy those who look are.
    struct Load {
        /// Looks that nobody has begun with.
        var waiting: Int
        /// What one takes, in nanoseconds, with `workers` of them at once.
        var duration: UInt64
        var workers: Int
    }

    /// What comes has nothing to do with what was.
    mutating func startAnew() { startsAnew = true }

    /// Forgets the frames, which have left.
    mutating func reset() { self = LookPlan() }

    /// What is done with the next frame; no thumbnail is a change of scene. `load` is that of a live stream, which cannot wait.
    mutating func take(_ frame: HeldFrame, thumbnail: Thumbnail?, load: Load?) -> Step {
        let seen = thumbnail.map { scenes.take($0) } ?? .cut
        let change = startsAnew ? .cut : seen
        startsAnew = false
        let gap = last.map { span($0.frame.time, frame.time) } ?? 0
        let isBackward = last.map { frame.time < $0.frame.time } ?? false
        let breaks = last == nil || change != .none || isBackward || gap > frame.settings.hold
        var step = Step(change: change, looks: true, looksBack: nil)
        if breaks {
            if let last, !last.isLooked { step.looksBack = last.frame }
        } else {
            step.looks = isDue(frame, gap: gap, load: load)
        }
        sinceLook = step.looks ? 0 : sinceLook + 1
        uncovered = step.looks ? nil : uncovered ?? frame
        last = (frame, step.looks)
        return step
    }

    /// The last frame, where nothing covers it and nothing is to follow.
    mutating func takeLast() -> HeldFrame? {
        guard let end = last, !end.isLooked else { return nil }
        last = (end.frame, true)
        uncovered = nil
        return end.frame
    }

    private func isDue(_ frame: HeldFrame, gap: UInt64, load: Load?) -> Bool {
        // The next frame may come too late to cover the first one that is not.
        let mustBe = span(uncovered?.time ?? frame.time, frame.time) + gap > frame.settings.hold
        if let load, load.waiting >= load.workers * (mustBe ? 2 : 1) { return false }
        return mustBe || sinceLook + 1 >= interval(frame, gap: gap, load: load)
    }

    private func interval(_ frame: HeldFrame, gap: UInt64, load: Load?) -> Int {
        if frame.settings.detectInterval > 0 { return frame.settings.detectInterval }
        guard gap > 0 else { return 1 }
        let nominal = max(1, Int((Self.nominalGap + gap / 2) / gap))
        guard let load else { return nominal }
        let afforded = Double(load.duration) / (Self.affordable * Double(load.workers) * Double(gap))
        return max(nominal, Int(afforded.rounded(.up)))
    }
}
