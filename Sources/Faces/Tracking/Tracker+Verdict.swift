extension Tracker {
    /// How much a mask has grown, as a fraction of its size, when its face has not been seen for as long as one is held.
    static let growth: Float = 0.6
    /// How much it grows for each side that its face moves from one frame to the next, and at most.
    static let growthByMovement: Float = 0.8
    static let mostGrowthByMovement: Float = 0.4

    /// Between places that are no more frames apart, a face is as good as seen.
    static let closeFrames = 4

    /// The faces of a frame, or nil where nobody could make sure of them: the whole of it must be hidden.
    ///
    /// A frame is sure when it was looked at in full, or one that follows in the same scene and within the reach was: whoever is
    /// in it was known already, or was searched backwards from there.
    public func faces(ofFrame number: Int) -> [Face]? {
        guard let frame = frame(number), !frame.isFailed, isCovered(frame) else { return nil }
        return tracks.compactMap { face(of: $0, in: frame) }
    }

    /// Whether a look covers a frame.
    public func isCovered(frame number: Int) -> Bool { frame(number).map(isCovered) ?? false }

    private func isCovered(_ frame: Frame) -> Bool {
        frames.contains { other in
            other.isLooked && !other.isFailed && other.number >= frame.number && other.scene == frame.scene
                && (other.number == frame.number || span(other.time, frame.time) <= reach)
        }
    }

    private func face(of track: Track, in frame: Frame) -> Face? {
        let (before, after) = track.places(around: frame.number)
        if let before, track.sightings[before].frame == frame.number {
            var face = named(track.sightings[before].face, track, frame)
            face.margin = growth(by: track.movement(at: before))
            return face
        }
        if let before, let after, let face = between(track, before, after, frame) { return face }
        let hold = track.isConfirmed ? Self.hold : Self.shortHold
        return before.flatMap { guessed(track, from: $0, frame, within: hold, as: .held) }
            ?? after.flatMap { guessed(track, from: $0, frame, within: Self.backfill, as: .backfilled) }
    }

    private func named(_ face: Face, _ track: Track, _ frame: Frame) -> Face {
        var face = face
        face.id = track.id
        face.isSure = frame.number < track.unsureFrom ?? .max
        return face
    }

    private func growth(by movement: Float) -> Float { min(Self.mostGrowthByMovement, Self.growthByMovement * movement) }
    private func growth(after away: UInt64) -> Float { Self.growth * min(1, Float(away) / Float(Self.hold)) }

    /// On the way from one place to the next, where both are of one scene and near enough.
    private func between(_ track: Track, _ before: Int, _ after: Int, _ frame: Frame) -> Face? {
        let (one, two) = (track.sightings[before], track.sightings[after])
        let gap = span(one.time, two.time)
        guard one.scene == two.scene, gap <= Self.hold + Self.backfill + reach else { return nil }
        let part = gap > 0 ? Float(span(one.time, frame.time)) / Float(gap) : 0
        var face = named(one.face, track, frame)
        face.box = one.face.box.moved(towards: two.face.box, by: part)
        // Steady faces, and many, are searched in some of the frames; longer gaps are bridged without the face having been seen.
        let isClose = two.frame - one.frame <= Self.closeFrames
        face.isSure = face.isSure && isClose
        face.landmarks =
            isClose ? one.face.landmarks.flatMap { from in two.face.landmarks.map { from.moved(towards: $0, by: part) } } : nil
        face.score = min(one.face.score, two.face.score)
        face.source = .held
        face.margin =
            growth(after: min(span(one.time, frame.time), span(two.time, frame.time)))
            + growth(by: max(track.movement(at: before), track.movement(at: after)))
        return face
    }

    /// Past the last place or before the first one: as it moved there, larger the longer it has not been seen.
    private func guessed(_ track: Track, from index: Int, _ frame: Frame, within limit: UInt64, as source: Face.Source) -> Face? {
        let place = track.sightings[index]
        let away = span(place.time, frame.time)
        guard place.scene == frame.scene, away <= limit else { return nil }
        var face = named(place.face, track, frame)
        face.box = track.box(at: frame.time, from: index)
        // Where its eyes and mouth are by now is a guess that no look should be drawn on.
        face.landmarks = nil
        face.source = source
        face.isSure = false
        face.margin = growth(after: away) + growth(by: track.movement(at: index))
        return face
    }
}

extension Rect {
    func moved(towards other: Rect, by part: Float) -> Rect {
        Rect(
            x: x + (other.x - x) * part, y: y + (other.y - y) * part, width: width + (other.width - width) * part,
            height: height + (other.height - height) * part)
    }
}

extension Landmarks {
    func moved(towards other: Landmarks, by part: Float) -> Landmarks {
        func between(_ one: Point, _ two: Point) -> Point {
            Point(x: one.x + (two.x - one.x) * part, y: one.y + (two.y - one.y) * part)
        }
        return Landmarks(
            rightEye: between(rightEye, other.rightEye), leftEye: between(leftEye, other.leftEye),
            nose: between(nose, other.nose),
            rightMouth: between(rightMouth, other.rightMouth), leftMouth: between(leftMouth, other.leftMouth))
    }
}
