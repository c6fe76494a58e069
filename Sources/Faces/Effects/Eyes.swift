/// Puts cartoon eyeballs on the eyes of every face that has landmarks, turned as the eyes are.
///
/// A ball's radius is 0.36 of the distance between the eyes. Faces without points or with eyes closer than two pixels
/// are left as they are: the effect hides nobody.
public struct Eyes: FrameEffect {
    public static let summary = EffectSummary(
        name: "eyes", text: "Puts cartoon eyeballs on both eyes; does not hide who it is.",
        options: [
            EffectOption(
                name: "size", kind: .double(0.2...3), defaultValue: .double(1), text: "Size of the eyeballs; 1 is usual."),
            EffectOption(
                name: "pupil", kind: .double(0.1...0.9), defaultValue: .double(0.45),
                text: "Radius of the pupil as a part of the eyeball's."),
            EffectOption(
                name: "outline", kind: .bool, defaultValue: .bool(true), text: "Whether a dark line surrounds the eyeballs."),
        ])

    /// An eyeball's radius as a part of the distance between the eyes.
    static let radius: Float = 0.36
    static let outlineColour = Colour(red: 0.1, green: 0.1, blue: 0.1)

    /// Size of the eyeballs; 1 is usual.
    public let size: Float
    /// Radius of the pupil as a part of the eyeball's.
    public let pupil: Float
    /// Whether a dark line surrounds the eyeballs.
    public let outline: Bool
    public var isMasking: Bool { false }

    /// The discs of one eye from the bottom up, kept from eye to eye.
    private var discs: [Disc] = []

    public init(size: Float = 1, pupil: Float = 0.45, outline: Bool = true) {
        self.size = size
        self.pupil = pupil
        self.outline = outline
    }

    public init(options: EffectOptions) throws(EffectError) {
        let values = try Self.summary.values(from: options)
        self.init(
            size: Float(values.double("size")), pupil: Float(values.double("pupil")), outline: values.bool("outline"))
    }

    public mutating func apply(to picture: inout some Picture & ~Copyable, faces: [Face], settings: EffectSettings) {
        let layout = picture.layout
        for face in faces {
            guard let landmarks = face.landmarks, let line = EyeLine(landmarks) else { continue }
            for (centre, inward) in [(landmarks.rightEye, Float(1)), (landmarks.leftEye, -1)] {
                open(at: centre, inward: inward, line: line)
                for index in layout.channels.indices where layout.channels[index].role != .alpha {
                    picture.withChannel(index) { channel in
                        for disc in discs { channel.paint(disc, colour: layout.colour) }
                    }
                }
            }
        }
    }

    /// Makes the discs of the eye at a point; `inward` is the direction of the nose along the line of the eyes.
    private mutating func open(at centre: Point, inward: Float, line: EyeLine) {
        let radius = Self.radius * size * line.distance
        let edge = outline ? max(1, 0.08 * radius) : 0
        let black = pupil * radius
        // Cartoon eyes look a little in and down; the pupil stays on the white.
        let play = max(0, radius - edge - black)
        let pupilCentre = line.point(from: centre, right: 0.35 * inward * play, down: 0.25 * play)
        let highlight = line.point(from: pupilCentre, right: -0.35 * black, down: -0.35 * black)

        discs.removeAll(keepingCapacity: true)
        if outline { discs.append(Disc(centre: centre, radius: radius, colour: Self.outlineColour)) }
        discs.append(Disc(centre: centre, radius: max(0, radius - edge), colour: .white))
        discs.append(Disc(centre: pupilCentre, radius: black, colour: .black))
        discs.append(Disc(centre: highlight, radius: 0.3 * black, colour: .white))
    }
}

/// The line from a person's right eye to the left one, which turns with the head.
struct EyeLine {
    let distance: Float
    /// One pixel along the line; to the right in the picture when the head is upright.
    let direction: Point

    /// Eyes closer than this many pixels are too small to draw on.
    static let leastDistance: Float = 2

    /// The line between a face's eyes, or nil if they are too close or not finite.
    init?(_ landmarks: Landmarks) {
        let x = landmarks.leftEye.x - landmarks.rightEye.x
        let y = landmarks.leftEye.y - landmarks.rightEye.y
        distance = (x * x + y * y).squareRoot()
        guard distance.isFinite, distance >= Self.leastDistance else { return nil }
        direction = Point(x: x / distance, y: y / distance)
    }

    /// A point so many pixels along the line and down the face from another.
    func point(from point: Point, right: Float, down: Float) -> Point {
        Point(
            x: point.x + right * direction.x - down * direction.y, y: point.y + right * direction.y + down * direction.x)
    }
}
