/// The outline of the area that hides a face.
public enum MaskShape: String, CaseIterable, Sendable {
    /// The ellipse inside the face's box, grown.
    case ellipse
    /// A circle about the box's centre whose radius is the box's shorter side, grown.
    case circle
    /// The box itself, grown.
    case box
}

/// One face's mask in a frame: how much of every pixel it covers.
///
/// Its edge is one pixel soft about the outline; a wider one begins there and fades outwards, so that it hides no less.
struct MaskRegion: Coverage {
    private enum Form {
        case everything
        case ellipse(centre: Point, across: Float, down: Float)
        case box(Rect)
        case polygon([Point])
    }

    private let form: Form
    /// The width of the edge in pixels, 1 or more.
    private let soft: Float
    /// All pixels that the mask touches, within the frame.
    let bounds: PixelBounds

    /// The mask of a face; a box that is not finite or has negative sides hides the whole frame, never nothing.
    init(face box: Rect, shape: MaskShape, scale: Float, soft: Float = 1, frame: Size) {
        self.soft = max(1, soft)
        // How far the mask reaches past its outline.
        let fringe = self.soft - 0.5
        let grown = box.scaled(by: scale)
        let centre = box.centre
        let radius = min(box.width, box.height) * scale
        guard grown.isFinite, centre.isFinite, radius.isFinite, grown.width >= 0, grown.height >= 0 else {
            form = .everything
            bounds = .frame(frame)
            return
        }
        switch shape {
        case .box:
            form = .box(grown)
            let touched = Rect(
                x: grown.x - fringe, y: grown.y - fringe, width: grown.width + 2 * fringe, height: grown.height + 2 * fringe)
            bounds = PixelBounds(self.soft > 1 ? touched : grown, in: frame)
        case .ellipse, .circle:
            let across = shape == .circle ? radius : grown.width / 2
            let down = shape == .circle ? radius : grown.height / 2
            form = .ellipse(centre: centre, across: across, down: down)
            let touched = Rect(
                x: centre.x - across - fringe, y: centre.y - down - fringe, width: 2 * (across + fringe),
                height: 2 * (down + fringe))
            bounds = across > 0 && down > 0 ? PixelBounds(touched, in: frame) : PixelBounds(columns: 0..<0, rows: 0..<0)
        }
    }

    /// The mask of a face as an effect's settings have it.
    init(face: Face, shape: MaskShape, settings: EffectSettings, soft: Float, frame: Size) {
        self.init(
            face: face.box, shape: shape, scale: settings.maskScale * (1 + face.margin), soft: soft, frame: frame)
    }

    /// Whether the mask hides all of the frame because it does not know better.
    var isWholeFrame: Bool {
        if case .everything = form { return true }
        return false
    }

    /// The mask of a whole frame.
    init(wholeFrame frame: Size) {
        soft = 1
        form = .everything
        bounds = .frame(frame)
    }

    /// The mask of an area with the given corners; a corner that is not finite hides the whole frame.
    init(polygon corners: [Point], frame: Size) {
        soft = 1
        guard let first = corners.first, corners.allSatisfy(\.isFinite) else {
            form = .everything
            bounds = .frame(frame)
            return
        }
        var box = Rect(x: first.x, y: first.y, width: 0, height: 0)
        for corner in corners {
            let (left, top) = (min(box.x, corner.x), min(box.y, corner.y))
            box = Rect(x: left, y: top, width: max(box.maxX, corner.x) - left, height: max(box.maxY, corner.y) - top)
        }
        form = .polygon(corners)
        bounds = PixelBounds(box, in: frame)
    }

    /// Raises the coverage, 0 … 255, of one row's pixels from column `first` on to this mask's.
    func cover(row: Int, from first: Int, in coverage: inout MutableSpan<UInt8>) {
        guard bounds.rows.contains(row) else { return }
        let columns = bounds.columns.clamped(to: first..<first + coverage.count)
        switch form {
        case .everything:
            coverage.fill(columns, from: first, with: 255)
        case .polygon(let corners):
            // Four lines through each row of pixels, exact along them: an edge is soft over a pixel, as for other masks.
            for line in 0..<4 {
                let crossings = Self.crossings(of: corners, at: Float(row) + (Float(line) + 0.5) / 4)
                for index in stride(from: 0, to: crossings.count - 1, by: 2) {
                    for column in columns {
                        let share = Self.shared(column, crossings[index], crossings[index + 1])
                        let raised = Int(coverage[column - first]) + Int(share * 63.75 + 0.5)
                        coverage[column - first] = UInt8(min(255, raised))
                    }
                }
            }
        case .box(let rect):
            let down = share(row, rect.y, rect.maxY)
            for column in columns {
                let share = down * share(column, rect.x, rect.maxX)
                coverage[column - first] = max(coverage[column - first], UInt8(share * 255 + 0.5))
            }
        case .ellipse(let centre, let across, let down):
            let y = Float(row) + 0.5 - centre.y
            let touched = Self.columns(of: centre, across: across + soft, down: down + soft, at: y).clamped(to: columns)
            let filled = Self.columns(of: centre, across: across - 2, down: down - 2, at: y).clamped(to: touched)
            let edges =
                filled.isEmpty
                ? (touched, touched.upperBound..<touched.upperBound)
                : (touched.lowerBound..<filled.lowerBound, filled.upperBound..<touched.upperBound)
            for edge in [edges.0, edges.1] {
                for column in edge {
                    let x = Float(column) + 0.5 - centre.x
                    let share = ellipseCoverage(x: x, y: y, across: across, down: down)
                    coverage[column - first] = max(coverage[column - first], share)
                }
            }
            coverage.fill(filled, from: first, with: 255)
        }
    }

    /// Where a horizontal line meets a polygon's outline, from left to right.
    private static func crossings(of corners: [Point], at y: Float) -> [Float] {
        corners.indices.compactMap { index -> Float? in
            let (one, other) = (corners[index], corners[(index + 1) % corners.count])
            guard (one.y <= y) != (other.y <= y) else { return nil }
            return one.x + (y - one.y) / (other.y - one.y) * (other.x - one.x)
        }.sorted()
    }

    /// How much of a pixel, 0 … 1, is hidden between two edges.
    private func share(_ pixel: Int, _ least: Float, _ most: Float) -> Float {
        guard soft > 1 else { return Self.shared(pixel, least, most) }
        let centre = Float(pixel) + 0.5
        return Self.fade(max(least - centre, centre - most), over: soft)
    }

    /// Coverage, 0 … 1, at a distance from the outline, outwards.
    private static func fade(_ distance: Float, over soft: Float) -> Float {
        max(0, min(1, (soft - 0.5 - distance) / soft))
    }

    /// The part of a pixel, 0 … 1, that lies between two edges.
    private static func shared(_ pixel: Int, _ least: Float, _ most: Float) -> Float {
        max(0, min(Float(pixel) + 1, most) - max(Float(pixel), least))
    }

    /// The columns whose pixels an ellipse touches in the row at distance `y` from its centre.
    private static func columns(of centre: Point, across: Float, down: Float, at y: Float) -> Range<Int> {
        guard across > 0, down > 0, y.magnitude < down else { return 0..<0 }
        let half = across * (1 - y / down * (y / down)).squareRoot()
        let limits = 0...(1 << 24)
        let first = (centre.x - half).floor(within: limits)
        return first..<max(first, (centre.x + half).ceiling(within: limits))
    }

    /// The coverage of a pixel whose centre lies at (x, y) from an ellipse's, by its distance to the outline.
    private func ellipseCoverage(x: Float, y: Float, across: Float, down: Float) -> UInt8 {
        let u = x / across
        let v = y / down
        let level = (u * u + v * v).squareRoot()
        let slope = (u / across * (u / across) + v / down * (v / down)).squareRoot()
        // To the first order; NaN (the very centre) and everything well inside are covered.
        let distance = (level - 1) * level / slope
        guard distance > -0.5 else { return 255 }
        return UInt8(Self.fade(distance, over: soft) * 255 + 0.5)
    }
}

extension MutableSpan<UInt8> {
    /// Sets the bytes of a range of columns when the first byte is that of column `first`.
    mutating func fill(_ columns: Range<Int>, from first: Int, with value: UInt8) {
        var run = _mutatingExtracting(columns.lowerBound - first..<columns.upperBound - first)
        run.update(repeating: value)
    }
}
