/// Puts cartoon eyeballs, or a picture, on the eyes of faces that have landmarks, turned as the eyes are.
///
/// A ball's radius is 0.36 of the distance between the eyes; a picture is as wide as a ball. An eye that the nose hides, faces without
/// points or with eyes closer than two pixels are left as they are: the effect hides nobody.
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
            EffectOption(
                name: "image", kind: .text, defaultValue: .string(""),
                text: "A picture file, best with transparency, to be drawn instead of eyeballs."),
            EffectOption(
                name: "faces", kind: .choice(["all", "first"]), defaultValue: .string("all"),
                text: "Whose eyes: everybody's or those of the face that was found first."),
            EffectOption(
                name: "mirror", kind: .bool, defaultValue: .bool(false),
                text: "Whether what is drawn is mirrored, for a front camera's picture that is."),
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
    /// What is drawn instead of eyeballs.
    public let image: Bitmap?
    /// Whether only the face of the lowest number gets them, or the first of those without.
    public let firstOnly: Bool
    /// Whether what is drawn is mirrored.
    public let mirror: Bool
    public var isMasking: Bool { false }

    private var painting = Painting()
    private var stamp = Stamp()

    public init(
        size: Float = 1, pupil: Float = 0.45, outline: Bool = true, image: Bitmap? = nil, firstOnly: Bool = false,
        mirror: Bool = false
    ) {
        self.size = size
        self.pupil = pupil
        self.outline = outline
        self.image = image
        self.firstOnly = firstOnly
        self.mirror = mirror
    }

    public init(options: EffectOptions) throws(EffectError) {
        let values = try Self.summary.values(from: options)
        let path = values.string("image")
        self.init(
            size: Float(values.double("size")), pupil: Float(values.double("pupil")), outline: values.bool("outline"),
            image: path.isEmpty ? nil : try EffectCatalogue.image(at: path, for: Self.summary.name),
            firstOnly: values.string("faces") == "first", mirror: values.bool("mirror"))
    }

    public mutating func apply(to picture: inout some Picture & ~Copyable, faces: [Face], settings: EffectSettings) {
        painting.clear(for: picture.layout)
        let first = faces.indices.min { (faces[$0].id ?? .max, $0) < (faces[$1].id ?? .max, $1) }
        for (index, face) in faces.enumerated() where index == first || !firstOnly {
            guard let landmarks = face.landmarks, let line = EyeLine(landmarks) else { continue }
            for isRight in [true, false] where line.sees(rightEye: isRight) {
                let centre = isRight ? landmarks.rightEye : landmarks.leftEye
                if let image {
                    let width = 2 * Self.radius * size * line.distance
                    stamp.draw(image, at: centre, width: width, right: line.direction, mirrored: mirror, on: &picture)
                } else {
                    open(at: centre, inward: isRight ? 1 : -1, line: line, frame: picture.layout.size)
                }
            }
        }
        painting.draw(on: &picture)
    }

    /// Paints the eye at a point; `inward` is the direction of the nose along the line of the eyes.
    private mutating func open(at centre: Point, inward: Float, line: EyeLine, frame: Size) {
        let radius = Self.radius * size * line.distance
        let edge = outline ? max(1, 0.08 * radius) : 0
        let black = pupil * radius
        // Cartoon eyes look a little in and down; the pupil stays on the white.
        let play = max(0, radius - edge - black)
        let pupilCentre = line.point(from: centre, right: 0.35 * inward * play, down: 0.25 * play)
        let light = mirror ? Float(0.35) : -0.35
        let highlight = line.point(from: pupilCentre, right: light * black, down: -0.35 * black)

        if outline { painting.add(Dot(centre: centre, radius: radius, frame: frame), colour: Self.outlineColour) }
        painting.add(Dot(centre: centre, radius: max(0, radius - edge), frame: frame), colour: .white)
        painting.add(Dot(centre: pupilCentre, radius: black, frame: frame), colour: .black)
        painting.add(Dot(centre: highlight, radius: 0.3 * black, frame: frame), colour: .white)
    }
}
