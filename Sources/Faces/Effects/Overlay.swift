/// Draws what is known of every face over it: its box, its number, the score and the five points.
///
/// The box turns with the head and is foreshortened as it looks aside, where the five points tell; the label stays upright.
public struct Overlay: FrameEffect {
    public static let summary = EffectSummary(
        name: "overlay", text: "Draws every face's box, number, score and points; does not hide who it is.",
        options: [
            EffectOption(name: "boxes", kind: .bool, defaultValue: .bool(true), text: "Whether boxes are drawn."),
            EffectOption(name: "ids", kind: .bool, defaultValue: .bool(true), text: "Whether numbers are written."),
            EffectOption(name: "scores", kind: .bool, defaultValue: .bool(true), text: "Whether scores are written, in percent."),
            EffectOption(name: "points", kind: .bool, defaultValue: .bool(true), text: "Whether the five points are drawn."),
            EffectOption(
                name: "width", kind: .double(0.5...100), defaultValue: .double(2), text: "Width of the lines in pixels."),
            EffectOption(
                name: "colour", kind: .colour, defaultValue: .string("orange"), text: "Colour of boxes and labels."),
            EffectOption(
                name: "points-colour", kind: .colour, defaultValue: .string("cyan"), text: "Colour of the points."),
            EffectOption(
                name: "text-size", kind: .int(0...500), defaultValue: .int(0),
                text: "Height of a label's digits in pixels; 0 fits them to the face, from 1/100 to 1/50 of the frame's height."),
        ])

    /// What is drawn, and how.
    public struct Style: Equatable, Sendable {
        public var boxes = true
        public var ids = true
        public var scores = true
        public var points = true
        /// Of lines, in pixels.
        public var width: Float = 2
        public var colour = Colour(red: 1, green: 128 / 255, blue: 0)
        public var pointsColour = Colour(red: 0, green: 1, blue: 1)
        /// Height of digits in pixels; nil fits them to the face, from 1/100 to 1/50 of the frame's height.
        public var textSize: Int?

        public init() {}
    }

    public let style: Style
    public var isMasking: Bool { false }

    private var painting = Painting()
    private var outline: [Point] = []
    private var text: [UInt8] = []

    public init(style: Style = Style()) {
        self.style = style
    }

    public init(options: EffectOptions) throws(EffectError) {
        let values = try Self.summary.values(from: options)
        var style = Style()
        style.boxes = values.bool("boxes")
        style.ids = values.bool("ids")
        style.scores = values.bool("scores")
        style.points = values.bool("points")
        style.width = Float(values.double("width"))
        style.colour = values.colour("colour")
        style.pointsColour = values.colour("points-colour")
        let size = values.int("text-size")
        style.textSize = size > 0 ? size : nil
        self.init(style: style)
    }

    public mutating func apply(to picture: inout some Picture & ~Copyable, faces: [Face], settings: EffectSettings) {
        let frame = picture.layout.size
        painting.clear(for: picture.layout)
        for face in faces where face.box.isFinite {
            let plane = face.landmarks.flatMap { FacePlane($0) } ?? .facing
            let corners = plane.corners(of: face.box)
            outline.removeAll(keepingCapacity: true)
            outline.append(corners.0)
            outline.append(corners.1)
            outline.append(corners.2)
            outline.append(corners.3)
            if style.boxes, let box = Stroke(through: outline, closed: true, width: style.width, frame: frame) {
                painting.add(box, colour: style.colour)
            }
            if style.points, let points = face.landmarks {
                mark(points.rightEye, of: face, frame)
                mark(points.leftEye, of: face, frame)
                mark(points.nose, of: face, frame)
                mark(points.rightMouth, of: face, frame)
                mark(points.leftMouth, of: face, frame)
            }
            label(face, frame)
        }
        painting.draw(on: &picture)
    }

    private mutating func mark(_ point: Point, of face: Face, _ frame: Size) {
        let radius = max(style.width, face.box.width / 50)
        painting.add(Dot(centre: point, radius: radius, frame: frame), colour: style.pointsColour)
    }

    /// Writes number and score above the box's highest corner, or inside the frame where there is no room.
    private mutating func label(_ face: Face, _ frame: Size) {
        text.removeAll(keepingCapacity: true)
        if style.ids, let id = face.id { write(id, before: UInt8(ascii: "#"), after: nil) }
        if style.scores {
            if !text.isEmpty { text.append(UInt8(ascii: " ")) }
            write((face.score * 100).nearest(within: 0...100), before: nil, after: UInt8(ascii: "%"))
        }
        guard !text.isEmpty, let first = outline.first else { return }
        let block = Self.block(style.textSize, over: face, length: text.count, frame)
        let size = PixelText.size(ofLength: text.count, block: block)
        let (left, top) = outline.reduce((first.x, first.y)) { (min($0.0, $1.x), min($0.1, $1.y)) }
        let edge = (style.width / 2).ceiling(within: 0...100)
        let plate = Size(width: size.width + 4 * block, height: size.height + 4 * block)
        let x = (left.nearest(within: -(1 << 20)...(1 << 20)) - edge).clamped(to: 0...max(0, frame.width - plate.width))
        let y = (top.nearest(within: -(1 << 20)...(1 << 20)) - edge - plate.height)
            .clamped(to: 0...max(0, frame.height - plate.height))
        let ground = Rect(x: Float(x), y: Float(y), width: Float(plate.width), height: Float(plate.height))
        painting.add(MaskRegion(face: ground, shape: .box, scale: 1, frame: frame), colour: style.colour)
        let isDark = LumaColour(style.colour, model: .bt709).luma < 0.5
        painting.add(
            PixelText(text, left: x + 2 * block, top: y + 2 * block, block: block, frame: frame),
            colour: isDark ? .white : .black)
    }

    /// The pixels to a block of a label's signs: by default as many as make it hardly wider than the face, within reason.
    private static func block(_ size: Int?, over face: Face, length: Int, _ frame: Size) -> Int {
        if let size { return max(1, (size + PixelText.height / 2) / PixelText.height) }
        let fitting = 1.2 * face.box.width / Float(PixelText.size(ofLength: length, block: 1).width + 4)
        let most = max(1, frame.height / 50 / PixelText.height)
        return fitting.nearest(within: max(1, frame.height / 100 / PixelText.height)...most)
    }

    private mutating func write(_ number: Int, before: UInt8?, after: UInt8?) {
        if let before { text.append(before) }
        if number < 0 { text.append(UInt8(ascii: "-")) }
        let start = text.count
        var rest = number.magnitude
        repeat {
            text.insert(UInt8(ascii: "0") + UInt8(rest % 10), at: start)
            rest /= 10
        } while rest > 0
        if let after { text.append(after) }
    }
}
