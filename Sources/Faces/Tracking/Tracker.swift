/// Follows faces through successive frames: forwards as they come, and backwards through those that are still held.
///
/// A full look finds who is there; between looks each known face is searched near where it is expected. Whoever is new is searched
/// backwards to where it enters; whoever is lost is held until it is gone. The same input always gives the same faces and numbers.
public struct Tracker: Sendable {
    /// Looks for faces near one of which the box is a guess, in one frame; `zoom` above 1 looks in a wider surrounding.
    ///
    /// The best come first; nil where the frame can no longer be looked at.
    public typealias Search = (_ frame: Int, _ near: Face, _ zoom: Float) throws -> [Face]?

    /// How far, in nanoseconds, a look reaches backwards: frames are held for as long.
    public var reach: UInt64

    /// How long a face that was lost is held.
    static let hold: UInt64 = 400_000_000
    /// The same of a face that was seen only once, and not well.
    static let shortHold: UInt64 = 100_000_000
    /// How long before it is first found, though it was searched there too, a face may have been there.
    static let backfill: UInt64 = 150_000_000
    /// How long a lost face keeps its number, and is searched now and then.
    static let patience: UInt64 = 2_000_000_000
    /// How long a face is followed by weak searches alone.
    static let longestWeakness: UInt64 = 1_000_000_000
    /// Searches that find nothing, one after the other, before a face counts as not yet or no longer there.
    static let mostMisses = 3
    /// Searches in one frame; with more faces than this, each is searched in some of the frames.
    static let mostSearches = 8
    /// A face that moves less than this, in sides a frame, is searched in every other frame.
    static let steadyMovement: Float = 0.03
    /// Faces that share more (intersection over union) can no longer be told apart for sure.
    static let crossingOverlap: Float = 0.15
    /// Boxes that share more are one face.
    static let sameOverlap: Float = 0.5
    /// A gap after which the frames before say nothing of those behind.
    static let longestGap: UInt64 = 1_000_000_000

    struct Frame: Sendable {
        var number: Int
        var time: UInt64
        var scene: Int
        var isLooked = false
        var isFailed = false
    }

    private(set) var frames: [Frame] = []
    private(set) var tracks: [Track] = []
    private var scene = 0
    private var sceneBefore = 0
    private var scenes = 0
    private var nextID = 1

    /// A tracker whose frames are held for `reach` nanoseconds.
    public init(reach: UInt64) {
        self.reach = reach
    }

    /// The last frame that was taken in.
    public var front: Int? { frames.last?.number }

    /// Takes in the next frame, with what a full look at it found, or nil where none was made.
    ///
    /// `search` is called for this frame and for earlier ones; an error of it puts the frame that it was called for in doubt.
    public mutating func add(
        frame number: Int, at time: UInt64, change: SceneChanges.Change, found: [Face]?, search: Search
    ) {
        turn(to: change, at: time)
        frames.append(Frame(number: number, time: time, scene: scene))
        if let found {
            take(found, inFrame: number, search: search)
        } else {
            follow(inFrame: number, all: false, search: search)
        }
        noteCrossings(inFrame: number)
    }

    /// Takes in a full look at a frame that was taken in without one.
    public mutating func look(_ found: [Face], atFrame number: Int, search: Search) {
        guard index(number) != nil else { return }
        take(found, inFrame: number, search: search)
        noteCrossings(inFrame: number)
    }

    /// Takes in that a frame could not be looked at or searched.
    public mutating func fail(frame number: Int) {
        if let index = index(number) { frames[index].isFailed = true }
    }

    /// Lets go of the frames before one, which have left.
    public mutating func forget(beforeFrame number: Int) {
        let front = front
        frames.removeAll { $0.number < number && $0.number != front }
        guard let oldest = frames.first else { return }
        for index in tracks.indices { tracks[index].forget(beforeFrame: oldest.number) }
        tracks.removeAll { $0.last.frame < oldest.number && span($0.last.time, oldest.time) > Self.patience }
    }

    /// Forgets all frames and faces; numbers go on and are not given twice.
    public mutating func startAnew() {
        frames = []
        tracks = []
    }

    // MARK: Frames

    private mutating func turn(to change: SceneChanges.Change, at time: UInt64) {
        let isGap = frames.last.map { time < $0.time || time - $0.time > Self.longestGap } ?? false
        if isGap || change == .cut {
            sceneBefore = scene
            scenes += 1
            scene = scenes
        } else if change == .back {
            scene = sceneBefore
        }
    }

    private func index(_ number: Int) -> Int? { frames.lastIndex { $0.number == number } }
    func frame(_ number: Int) -> Frame? { index(number).map { frames[$0] } }

    // MARK: Looks

    private mutating func take(_ found: [Face], inFrame number: Int, search: Search) {
        guard let place = index(number) else { return }
        frames[place].isLooked = true
        let frame = frames[place]
        let known = tracks.indices.filter { isKnown(tracks[$0], in: frame) }
        var isNew = Array(repeating: true, count: found.count)
        for pair in Association.pairs(known.map { expected(tracks[$0], in: frame) }, found) {
            isNew[pair.face] = false
            see(found[pair.face], as: .detected, in: frame, track: known[pair.expected])
        }
        var born: [Int] = []
        for index in found.indices where isNew[index] {
            born.append(tracks.count)
            tracks.append(Track(id: nextID, first: sighting(of: found[index], as: .detected, in: frame)))
            nextID += 1
        }
        follow(inFrame: number, all: true, search: search)
        for index in born { trace(index, from: place, search: search) }
    }

    /// Whether a face is known from frames up to this one: seen in the same scene, not too long ago.
    private func isKnown(_ track: Track, in frame: Frame) -> Bool {
        guard let before = track.places(around: frame.number).before else { return false }
        let place = track.sightings[before]
        return place.scene == frame.scene && span(place.time, frame.time) <= Self.patience
    }

    private func expected(_ track: Track, in frame: Frame) -> Association.Expected {
        let before = track.places(around: frame.number).before ?? 0
        let lost = Float(span(track.sightings[before].time, frame.time)) / Float(Self.hold)
        return Association.Expected(box: track.box(at: frame.time, from: before), slack: 1 + min(1, lost))
    }

    private func sighting(of face: Face, as source: Face.Source, in frame: Frame) -> Sighting {
        var face = face
        face.source = source
        return Sighting(frame: frame.number, time: frame.time, scene: frame.scene, face: face)
    }

    private mutating func see(_ face: Face, as source: Face.Source, in frame: Frame, track index: Int) {
        // Whoever comes back after a while could be another one.
        if tracks[index].last.frame < frame.number, span(tracks[index].last.time, frame.time) > Self.backfill {
            tracks[index].unsureFrom = min(tracks[index].unsureFrom ?? frame.number, frame.number)
        }
        tracks[index].add(sighting(of: face, as: source, in: frame))
    }

    // MARK: Searches

    /// Searches the known faces that were not seen in a frame: all of them, or those whose turn it is.
    private mutating func follow(inFrame number: Int, all: Bool, search: Search) {
        guard let place = index(number) else { return }
        let frame = frames[place]
        let due = tracks.indices.filter {
            tracks[$0].sighting(in: number) == nil && isKnown(tracks[$0], in: frame) && (all || isDue(tracks[$0], in: frame))
        }
        let oldestFirst = due.sorted { (tracks[$0].last.time, tracks[$0].id) < (tracks[$1].last.time, tracks[$1].id) }
        for index in all ? oldestFirst[...] : oldestFirst.prefix(Self.mostSearches) {
            let wasLost = span(tracks[index].last.time, frame.time) > Self.hold
            guard let face = find(index, in: frame, search: search) else { continue }
            see(face, as: .searched, in: frame, track: index)
            if wasLost { trace(index, from: place, search: search) }
        }
    }

    private func isDue(_ track: Track, in frame: Frame) -> Bool {
        if track.misses > 0 {
            // The longer it has been lost, the less it pays to search it in every frame.
            return span(track.last.time, frame.time) <= Self.hold || (frame.number + track.id) % 4 == 0
        }
        let isSteady = track.sightings.count > 1 && track.movement(at: track.sightings.count - 1) < Self.steadyMovement
        return !isSteady || frame.number - track.last.frame >= 2
    }

    /// The face of a track in a frame, or nil; takes note that it was missed.
    private mutating func find(_ index: Int, in frame: Frame, search: Search) -> Face? {
        let track = tracks[index]
        let (before, after) = track.places(around: frame.number)
        guard let place = before ?? after else { return nil }
        var near = track.sightings[place].face
        near.box = track.box(at: frame.time, from: place)
        let zoom: Float = track.misses % 2 == 1 ? 1.6 : 1
        do {
            guard let found = try search(frame.number, near, zoom) else { return nil }
            let others = tracks.indices.filter { $0 != index }.compactMap { tracks[$0].sighting(in: frame.number)?.face.box }
            let isWeak = span(track.vouched, frame.time) > Self.longestWeakness
            let fitting = found.filter { face in
                (!isWeak || face.score >= Track.vouchingScore)
                    && others.allSatisfy { $0.overlap(with: face.box) <= Self.sameOverlap }
            }
            if let pair = Association.pairs([Association.Expected(box: near.box)], fitting).first { return fitting[pair.face] }
        } catch {
            fail(frame: frame.number)
        }
        if frame.number > track.last.frame { tracks[index].misses += 1 }
        return nil
    }

    /// Searches a face that a look has just brought up in the frames before it, and in those behind it that came in meanwhile.
    private mutating func trace(_ index: Int, from place: Int, search: Search) {
        let origin = frames[place]
        for step in [-1, 1] {
            var misses = 0
            var place = place + step
            while frames.indices.contains(place), misses < Self.mostMisses, span(frames[place].time, origin.time) <= reach {
                defer { place += step }
                let frame = frames[place]
                guard frame.scene == origin.scene else { continue }
                if tracks[index].sighting(in: frame.number) != nil { break }
                if let face = find(index, in: frame, search: search) {
                    tracks[index].add(sighting(of: face, as: .searched, in: frame))
                    misses = 0
                } else {
                    misses += 1
                }
            }
        }
    }

    private mutating func noteCrossings(inFrame number: Int) {
        let present = tracks.indices.compactMap { index in tracks[index].sighting(in: number).map { (index, $0.face.box) } }
        for (position, one) in present.enumerated() {
            for other in present[(position + 1)...] where one.1.overlap(with: other.1) > Self.crossingOverlap {
                for index in [one.0, other.0] { tracks[index].unsureFrom = min(tracks[index].unsureFrom ?? number, number) }
            }
        }
    }
}
