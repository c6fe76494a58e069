/// What was seen in successive frames, and with it the faces that a frame must have though nobody saw them in it.
///
/// A face seen before and after a frame is between the two places in it; one seen only later is carried back to where it will
/// be found, and one lost is held where it was: grown, for nobody knows how it moved.
public struct Sightings: Sendable {
    /// How far, in nanoseconds, a sighting reaches before and after its frame.
    public var reach: UInt64
    /// How much a face that is carried or held has grown at the end of the reach.
    static let growth: Float = 0.5

    private struct Frame {
        var time: UInt64
        var faces: [Face]
    }

    private var frames: [Frame] = []
    /// The number of the first frame in `frames`.
    private var first = 0

    public init(reach: UInt64) {
        self.reach = reach
    }

    /// The number that the next frame gets.
    public var next: Int { first + frames.count }

    /// Adds the next frame: its faces, each with its identity, at a time in nanoseconds.
    public mutating func add(_ faces: [Face], at time: UInt64) {
        frames.append(Frame(time: time, faces: faces))
    }

    /// The faces of a frame that was added, with those that were seen near it but not in it.
    public func faces(ofFrame number: Int) -> [Face] {
        guard frames.indices.contains(number - first) else { return [] }
        let frame = frames[number - first]
        var faces = frame.faces
        var known = Set(faces.compactMap(\.id))
        let earlier = frames[..<(number - first)].reversed()
        let later = frames[(number - first + 1)...]
        for near in [Array(earlier), Array(later)] {
            for other in near where distance(other.time, frame.time) <= reach {
                for face in other.faces {
                    guard let id = face.id, known.insert(id).inserted else { continue }
                    let before = sighting(of: id, in: earlier, from: frame.time)
                    let after = sighting(of: id, in: later, from: frame.time)
                    faces.append(filled(before, after, at: frame.time))
                }
            }
        }
        return faces
    }

    /// Lets go of the frames that no frame from this one on can need.
    public mutating func forget(beforeFrame number: Int) {
        guard frames.indices.contains(number - first) else { return }
        let time = frames[number - first].time
        let stale = frames[..<(number - first)].prefix { distance($0.time, time) > reach }.count
        frames.removeFirst(stale)
        first += stale
    }

    private typealias Sighting = (face: Face, time: UInt64)

    private func sighting(of id: Int, in frames: some Sequence<Frame>, from time: UInt64) -> Sighting? {
        for frame in frames where distance(frame.time, time) <= reach {
            if let face = frame.faces.first(where: { $0.id == id }) { return (face, frame.time) }
        }
        return nil
    }

    private func filled(_ before: Sighting?, _ after: Sighting?, at time: UInt64) -> Face {
        switch (before, after) {
        case (let before?, let after?):
            let gap = distance(before.time, after.time)
            let part = gap > 0 ? Float(distance(before.time, time)) / Float(gap) : 0
            var face = before.face
            face.box = before.face.box.moved(towards: after.face.box, by: part)
            if let from = before.face.landmarks, let to = after.face.landmarks {
                face.landmarks = from.moved(towards: to, by: part)
            }
            face.score = min(before.face.score, after.face.score)
            face.source = .interpolated
            face.isSure = false
            return face
        case (let one?, nil), (nil, let one?):
            var face = one.face
            let part = reach > 0 ? Float(distance(one.time, time)) / Float(reach) : 0
            face.box = face.box.scaled(by: 1 + Self.growth * part)
            // Where its eyes and mouth are by now is a guess that no look should be drawn on.
            face.landmarks = nil
            face.source = before == nil ? .backfilled : .held
            face.isSure = false
            return face
        case (nil, nil):
            preconditionFailure("an identity that was seen nowhere")
        }
    }

    /// Times may go backwards, as in reverse playback.
    private func distance(_ one: UInt64, _ other: UInt64) -> UInt64 { max(one, other) - min(one, other) }
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
