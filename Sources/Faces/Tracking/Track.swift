/// A face seen in one frame.
struct Sighting: Sendable {
    var frame: Int
    /// In nanoseconds.
    var time: UInt64
    /// Frames of different scenes say nothing of each other.
    var scene: Int
    var face: Face
}

/// One face through the frames: where it was seen, and where it must be when it was not.
struct Track: Sendable {
    let id: Int
    /// In the order of their frames; never empty.
    private(set) var sightings: [Sighting]
    /// When a full look, or a search with a good score, last vouched for it.
    private(set) var vouched: UInt64
    /// Searches that found nothing since it was last seen.
    var misses = 0
    /// The first frame in which it could be taken for somebody else.
    var unsureFrom: Int?
    private var seenTwice = false

    /// A search vouches for a face from this score on; weaker ones may follow a face, but not for ever.
    static let vouchingScore: Float = 0.6
    /// A single look is not enough for a face to be held, unless its score is at least this.
    static let confirmingScore: Float = 0.8
    /// Places between which a speed is measured lie at least so far apart, so that jitter is not taken for movement.
    private static let speedSpan: UInt64 = 60_000_000
    /// How long a face is expected to go on as it moved.
    private static let longestMovement: UInt64 = 200_000_000
    /// Places before the oldest frame that are kept, for speeds and gaps.
    private static let remembered = 6

    init(id: Int, first: Sighting) {
        self.id = id
        sightings = [first]
        vouched = first.time
    }

    var first: Sighting { sightings[0] }
    var last: Sighting { sightings[sightings.count - 1] }
    /// Seen often or well enough to be held when it is lost.
    var isConfirmed: Bool { seenTwice || last.face.score >= Self.confirmingScore }

    /// Takes in that it was seen in a frame, in any order of frames; what is said of a frame last counts.
    mutating func add(_ sighting: Sighting) {
        if sighting.face.source == .detected || sighting.face.score >= Self.vouchingScore {
            vouched = max(vouched, sighting.time)
        }
        let place = sightings.lastIndex { $0.frame <= sighting.frame }
        if let place, sightings[place].frame == sighting.frame {
            sightings[place] = sighting
        } else {
            sightings.insert(sighting, at: place.map { $0 + 1 } ?? 0)
            seenTwice = true
        }
        if sighting.frame == last.frame { misses = 0 }
    }

    /// Lets go of what no frame from a number on can need: all but the last places before it.
    mutating func forget(beforeFrame number: Int) {
        let stale = sightings.prefix { $0.frame < number }.count - Self.remembered
        if stale > 0 { sightings.removeFirst(stale) }
    }

    func sighting(in frame: Int) -> Sighting? { sightings.last { $0.frame == frame } }

    /// The indices of the last place at or before a frame, and of the first at or after it.
    func places(around frame: Int) -> (before: Int?, after: Int?) {
        (sightings.lastIndex { $0.frame <= frame }, sightings.firstIndex { $0.frame >= frame })
    }

    /// Where it is expected at a time on the open side of a place: as it moved there, for a while.
    func box(at time: UInt64, from index: Int) -> Rect {
        let place = sightings[index]
        let box = place.face.box
        let speed = speed(at: index, towards: time)
        let gap = Float(min(span(place.time, time), Self.longestMovement))
        return Rect(x: box.x + speed.x * gap, y: box.y + speed.y * gap, width: box.width, height: box.height)
    }

    /// How much its centre moves in a nanosecond, measured on the side of a place that lies away from a time.
    private func speed(at index: Int, towards time: UInt64) -> Point {
        let place = sightings[index]
        let others = time >= place.time ? Array(sightings[..<index].reversed()) : Array(sightings[(index + 1)...])
        let near = others.filter { $0.scene == place.scene && span($0.time, place.time) <= 5 * Self.speedSpan }
        guard let other = near.first(where: { span($0.time, place.time) >= Self.speedSpan }) ?? near.last,
            other.time != place.time
        else { return Point(x: 0, y: 0) }
        let gap = Float(span(other.time, place.time))
        return Point(
            x: (place.face.box.centre.x - other.face.box.centre.x) / gap,
            y: (place.face.box.centre.y - other.face.box.centre.y) / gap)
    }

    /// How far it moves, in its own sides, from one frame to the next near a place, on either side of it.
    func movement(at index: Int) -> Float {
        var most: Float = 0
        for other in [index - 1, index + 1] where sightings.indices.contains(other) {
            let (one, two) = (sightings[index], sightings[other])
            let frames = abs(one.frame - two.frame)
            guard one.scene == two.scene, frames > 0, frames <= 4 else { continue }
            let side = max(1, min(one.face.box.area, two.face.box.area).squareRoot())
            most = max(most, one.face.box.centre.distance(to: two.face.box.centre) / side / Float(frames))
        }
        return most
    }
}

/// The time between two; they may go backwards, as in reverse playback.
package func span(_ one: UInt64, _ other: UInt64) -> UInt64 { max(one, other) - min(one, other) }
