/// Softens skin in soft spots laid over forehead, nose, cheeks and chin, and lightens dark circles under the eyes.
///
/// Where skin varies little it gives way to its means: freckles, spots, small shadows. Where it varies much it stays: brows, eyes,
/// nostrils, lips, hair. Under the eyes, colours move towards that of the cheek below where they are darker than it.
public struct Retouch: FrameEffect {
    public static let summary = EffectSummary(
        name: "retouch", text: "Softens skin and lightens dark circles under the eyes; does not hide who it is.",
        options: [
            EffectOption(
                name: "spots", kind: .double(0...1), defaultValue: .double(0.8), text: "How much skin is softened; 0 is not."),
            EffectOption(
                name: "circles", kind: .double(0...1), defaultValue: .double(0.6),
                text: "How much dark circles are lightened; 0 is not."),
        ])

    /// Places in the face, from the middle between the eyes, in distances between the eyes; sizes are standard deviations.
    private struct Place {
        var right: Float
        var down: Float
        var width: Float
        var height: Float
    }

    private static let skin = [
        Place(right: 0, down: -0.55, width: 0.32, height: 0.2), Place(right: -0.42, down: -0.5, width: 0.26, height: 0.18),
        Place(right: 0.42, down: -0.5, width: 0.26, height: 0.18), Place(right: 0, down: 0.4, width: 0.16, height: 0.3),
        Place(right: -0.6, down: 0.58, width: 0.26, height: 0.28), Place(right: 0.6, down: 0.58, width: 0.26, height: 0.28),
        Place(right: -0.42, down: 1.0, width: 0.14, height: 0.2), Place(right: 0.42, down: 1.0, width: 0.14, height: 0.2),
        Place(right: 0, down: 1.55, width: 0.26, height: 0.16),
    ]
    /// Under the right eye; the other one lies as far to the other side.
    private static let circle = Place(right: -0.5, down: 0.27, width: 0.2, height: 0.09)
    /// Where the cheek's own colour is looked for, below the circle.
    private static let cheek = Point(x: -0.52, y: 0.62)
    /// Half of the squares that skin is averaged over, in distances between the eyes.
    private static let radius: Float = 0.07
    /// The standard deviation, in 255ths, of skin that half gives way; see `GuidedFilter`.
    private static let little: Float = 14

    /// The most, in parts of white, by which a dark circle's colours are moved.
    private static let mostLift: Float = 0.15

    public let spots: Float
    public let circles: Float
    public var isMasking: Bool { false }

    /// A dark circle that is to be lightened.
    private struct Circle {
        var mask: Mask
        /// The middle of the cheek whose colour it is to have, and how far around it that is looked for.
        var cheek: Point
        var reach: Float
    }

    private var masks = Masks()
    private var filter = GuidedFilter()
    private var places: [Spots.Spot] = []
    private var dark: [Circle] = []
    private var line: [UInt16] = []

    public init(spots: Float = 0.8, circles: Float = 0.6) {
        self.spots = spots
        self.circles = circles
    }

    public init(options: EffectOptions) throws(EffectError) {
        let values = try Self.summary.values(from: options)
        self.init(spots: Float(values.double("spots")), circles: Float(values.double("circles")))
    }

    public mutating func apply(to picture: inout some Picture & ~Copyable, faces: [Face], settings: EffectSettings) {
        for face in faces {
            guard let landmarks = face.landmarks, landmarks.isFinite, let line = EyeLine(landmarks) else { continue }
            let skin = lay(landmarks, line, over: &picture)
            let bounds = dark.reduce(skin?.bounds ?? PixelBounds(columns: 0..<0, rows: 0..<0)) { $0.union($1.mask.bounds) }
            guard !bounds.isEmpty else { continue }
            let layout = picture.layout
            let radius = max(1, Self.radius * line.distance)
            for index in layout.channels.indices where layout.channels[index].role != .alpha {
                masks.prepare(for: layout.channels[index])
                picture.withChannel(index) { channel in
                    retouch(&channel, skin, bounds, radius: radius, model: layout.colour)
                }
            }
        }
    }

    /// Lays the masks of a face and looks which of its circles are dark; it returns the skin's mask.
    private mutating func lay(
        _ landmarks: Landmarks, _ line: EyeLine, over picture: inout some Picture & ~Copyable
    ) -> Mask? {
        let layout = picture.layout
        let eyes = Point(
            x: (landmarks.rightEye.x + landmarks.leftEye.x) / 2, y: (landmarks.rightEye.y + landmarks.leftEye.y) / 2)
        func point(_ right: Float, _ down: Float) -> Point {
            line.point(from: eyes, right: right * line.distance, down: down * line.distance)
        }
        func spot(_ place: Place, side: Float = 1) -> Spots.Spot {
            Spots.Spot(
                centre: point(side * place.right, place.down), right: line.direction, width: place.width * line.distance,
                height: place.height * line.distance)
        }
        masks.clear(for: layout)
        dark.removeAll(keepingCapacity: true)
        for side in [Float(1), -1] where circles > 0 {
            let circle = spot(Self.circle, side: side)
            let cheek = point(side * Self.cheek.x, Self.cheek.y)
            let reach = 0.06 * line.distance
            guard luma(of: &picture, at: circle.centre, reach) < luma(of: &picture, at: cheek, reach) else { continue }
            places.removeAll(keepingCapacity: true)
            places.append(circle)
            if let mask = masks.add(Spots(places, strength: circles, frame: layout.size)) {
                dark.append(Circle(mask: masks.masks[mask], cheek: cheek, reach: reach))
            }
        }
        guard spots > 0 else { return nil }
        places.removeAll(keepingCapacity: true)
        for place in Self.skin { places.append(spot(place)) }
        return masks.add(Spots(places, strength: spots, frame: layout.size)).map { masks.masks[$0] }
    }

    /// The mean luma about a point, in parts of white.
    private func luma(of picture: inout some Picture & ~Copyable, at point: Point, _ reach: Float) -> Float {
        let layout = picture.layout
        var sum: Float = 0
        for index in layout.channels.indices {
            let shape = layout.channels[index]
            let weight: Float =
                switch shape.role {
                case .luma: 1
                case .red: layout.colour.redWeight
                case .green: 1 - layout.colour.redWeight - layout.colour.blueWeight
                case .blue: layout.colour.blueWeight
                case .blueDifference, .redDifference, .alpha: 0
                }
            guard weight > 0 else { continue }
            let mean = picture.withChannel(index) { $0.mean(about: point, reach) }
            sum += weight * layout.colour.part(ofCode: mean, role: shape.role, depth: shape.depth)
        }
        return sum
    }

    private mutating func retouch(
        _ channel: inout Channel, _ skin: Mask?, _ bounds: PixelBounds, radius: Float, model: ColourModel
    ) {
        let layout = channel.layout
        let columns = layout.columns(spanning: bounds.columns)
        let across = (radius / Float(1 << layout.horizontalShift)).nearest(within: 1...1 << 12)
        let down = (radius / Float(1 << layout.verticalShift)).nearest(within: 1...1 << 12)
        filter.read(
            &channel, columns: columns, rows: layout.rows(spanning: bounds.rows), radius: (across, down), little: Self.little)
        line.grow(to: columns.count)
        let span = model.partCodes(depth: layout.depth).span
        if let skin {
            let run = layout.columns(spanning: skin.bounds.columns)
            for row in layout.rows(spanning: skin.bounds.rows) {
                let start = filter.start(ofRow: row) + run.lowerBound - columns.lowerBound
                channel.blend(
                    row: row, columns: run, towards: filter.smooth.span.extracting(start..<start + run.count),
                    coverage: masks.coverage(of: skin, row: row, layout: layout))
            }
        }
        for circle in dark {
            let run = layout.columns(spanning: circle.mask.bounds.columns)
            let cheek = Int32(channel.mean(about: circle.cheek, circle.reach) + 0.5)
            for row in layout.rows(spanning: circle.mask.bounds.rows) {
                let start = filter.start(ofRow: row) + run.lowerBound - columns.lowerBound
                var codes = line.mutableSpan
                channel.read(row: row, columns: run, to: &codes)
                Self.lift(
                    &line, filter.means, from: start, count: run.count, towards: cheek, most: Int32(Self.mostLift * span),
                    white: Int32((1 << layout.depth) - 1))
                channel.blend(
                    row: row, columns: run, towards: line.span,
                    coverage: masks.coverage(of: circle.mask, row: row, layout: layout))
            }
        }
    }

    /// Moves codes as far as their surroundings are from a code.
    private static func lift(
        _ line: inout [UInt16], _ soft: [UInt16], from start: Int, count: Int, towards code: Int32, most: Int32, white: Int32
    ) {
        let soft = soft.span.extracting(start..<start + count)
        var span = line.mutableSpan
        var line = span._mutatingExtracting(0..<count)
        for index in 0..<count {
            let lift = max(0 &- most, min(most, code &- Int32(soft[index])))
            line[index] = UInt16(truncatingIfNeeded: max(0, min(white, Int32(line[index]) &+ lift)))
        }
    }
}

extension Channel {
    /// The mean of a few samples about a point in pixels, as far as the channel has them.
    fileprivate mutating func mean(about point: Point, _ reach: Float) -> Float {
        var sum = 0
        for down in -2...2 {
            for across in -2...2 {
                let x = (point.x + Float(across) / 2 * reach).floor(within: 0...Int(Int32.max)) >> layout.horizontalShift
                let y = (point.y + Float(down) / 2 * reach).floor(within: 0...Int(Int32.max)) >> layout.verticalShift
                sum += self[min(x, layout.width - 1), min(y, layout.height - 1)]
            }
        }
        return Float(sum) / 25
    }
}
