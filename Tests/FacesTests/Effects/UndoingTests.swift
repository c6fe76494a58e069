import Testing

@testable import Faces

/// Attacks on what hides a face: many frames of it must not tell more than one.
@Suite struct UndoingTests {
    /// Pixels of the face's box; six cells of 10.
    private static let side = 60
    private static let frameSize = Size(width: 176, height: 144)

    /// Something with detail of all sizes, as faces have.
    private static let truth: Greys = {
        var random = Random(seed: 7)
        let layers: [(step: Int, weight: Double)] = [(20, 50), (10, 35), (5, 28), (3, 16)]
        let lattices = layers.map { _ in (0..<40 * 40).map { _ in random.next() * 2 - 1 } }
        return Greys(side: side) { column, row in
            var value = 125.0
            for (index, layer) in layers.enumerated() {
                let (x, y) = (Double(column) / Double(layer.step), Double(row) / Double(layer.step))
                let (left, top) = (Int(x), Int(y))
                let (across, down) = (x - Double(left), y - Double(top))
                func at(_ column: Int, _ row: Int) -> Double { lattices[index][row * 40 + column] }
                let upper = at(left, top) * (1 - across) + at(left + 1, top) * across
                let lower = at(left, top + 1) * (1 - across) + at(left + 1, top + 1) * across
                value += layer.weight * (upper * (1 - down) + lower * down)
            }
            return max(20, min(230, value))
        }
    }()

    /// Where the face's top left corner is in a frame.
    enum Movement: String, CaseIterable, Sendable {
        case still, moving

        func place(_ frame: Int) -> (x: Int, y: Int) {
            switch self {
            case .still: (50, 40)
            // To and fro, with a bob.
            case .moving: (20 + (frame % 80 < 40 ? frame % 40 : 40 - frame % 40), 30 + (frame * 7 / 10) % 17)
            }
        }
    }

    private struct Shot {
        var picture: OwnedPicture
        var place: (x: Int, y: Int)
        /// What a detector says: up to two pixels off, in place and size.
        var box: Rect
    }

    private static func shots(_ count: Int, _ movement: Movement) -> [Shot] {
        var random = Random(seed: 3)
        return (0..<count).map { number in
            let place = movement.place(number)
            var picture = OwnedPicture(.gray8, width: frameSize.width, height: frameSize.height)
            picture.fill { _, column, row in
                let inside = (0..<side).contains(column - place.x) && (0..<side).contains(row - place.y)
                let value = inside ? truth.values[(row - place.y) * side + column - place.x] : 120
                return Int(value + 6 * random.next() - 3 + 0.5)
            }
            func jitter() -> Float { Float(4 * random.next() - 2) }
            let box = Rect(
                x: Float(place.x) + jitter(), y: Float(place.y) + jitter(), width: Float(side) + jitter(),
                height: Float(side) + jitter())
            return Shot(picture: picture, place: place, box: box)
        }
    }

    /// What an attacker takes from each frame of a mosaic.
    private enum Reading {
        /// Each cell's colour as it is shown.
        case all
        /// Only those that are another than before.
        case changes
        /// Those of the first frame again and again: smoothed by the offsets, and nothing that one frame does not tell.
        case first
    }

    private static func seen(_ shots: [Shot], _ reading: Reading) -> Observations {
        var mosaic = Mosaic(shape: .box)
        // The attacker knows how the grid is laid.
        var memory = CellMemory()
        var known: [[Int]: Int] = [:]
        var seen = Observations()
        for shot in shots {
            var picture = shot.picture
            let face = Face(box: shot.box, score: 1, id: 1)
            mosaic.apply(to: &picture, faces: [face], settings: EffectSettings())
            let region = MaskRegion(face: face, shape: .box, settings: EffectSettings(), soft: 1, frame: frameSize)
            memory.advance()
            let bounds = region.bounds.aligned(to: 1, in: frameSize)
            let (grid, _) = memory.grid(for: shot.box, id: 1, cellsAcross: 6, covering: bounds, in: picture.layout)
            let samples = picture.samples(0)
            for down in grid.down.cells {
                for across in grid.across.cells {
                    let columns = grid.across.pixels(ofCell: across)
                    let rows = grid.down.pixels(ofCell: down)
                    let value = samples[(rows.lowerBound + rows.upperBound) / 2][(columns.lowerBound + columns.upperBound) / 2]
                    let before = known[[across, down]]
                    if reading == .changes, let before, abs(before - value) <= 10 { continue }
                    let told = reading == .first ? before ?? value : value
                    known[[across, down]] = told
                    seen.add(columns, rows, of: shot.place, side: side, mean: Double(told))
                }
            }
        }
        return seen
    }

    /// What a mosaic tells whose six cells are laid anew over each box and that shows their very means.
    private static func seenUnprotected(_ shots: [Shot]) -> Observations {
        var seen = Observations()
        for shot in shots {
            let samples = shot.picture.samples(0)
            let cell = shot.box.width / 6
            func edges(_ start: Float) -> [Int] { (0...6).map { Int(start + Float($0) * cell + 0.5) } }
            let (across, down) = (edges(shot.box.x), edges(shot.box.y))
            for row in 0..<6 {
                for column in 0..<6 {
                    let (columns, rows) = (across[column]..<across[column + 1], down[row]..<down[row + 1])
                    let sum = rows.reduce(0) { $0 + samples[$1][columns].reduce(0, +) }
                    let mean = Double(sum / (columns.count * rows.count))
                    seen.add(columns, rows, of: shot.place, side: side, mean: mean)
                }
            }
        }
        return seen
    }

    @Test(arguments: Movement.allCases)
    func aHundredFramesOfAMosaicTellNoMoreThanOne(movement: Movement) {
        let shots = Self.shots(100, movement)
        func likeness(_ seen: Observations) -> Double {
            Greys.reconstructed(from: seen, truth: Self.truth).likeness(to: Self.truth)
        }
        let one = max(likeness(Self.seen([shots[0]], .all)), likeness(Self.seen(shots, .first)))
        let many = max(likeness(Self.seen(shots, .changes)), likeness(Self.seen(shots, .all)))
        let bare = likeness(Self.seenUnprotected(shots))
        // The attack works where nothing is done against it.
        #expect(bare > one + 3)
        #expect(many < one + 0.3)
    }

    /// Pictures whose cells have the same means in any order of their pixels come out the same.
    @Test(arguments: [true, false])
    func onlyTheCellsMeansAreToldOf(asBlur: Bool) throws {
        let one = OwnedPicture.noise(.nv12, width: 96, height: 96)
        var other = one
        // Cells of 16 pixels turned upside down.
        let planes = one.layout.channels.indices.map { one.samples($0) }
        let shifts = one.layout.channels.map(\.horizontalShift)
        other.fill { channel, column, row in
            let cell = 16 >> shifts[channel]
            return planes[channel][row / cell * cell + cell - 1 - row % cell][column / cell * cell + cell - 1 - column % cell]
        }
        #expect(one != other)
        var effect: any FrameEffect = asBlur ? Blur(shape: .box) : Mosaic(shape: .box)
        var (first, second) = (one, other)
        effect.apply(to: &first, faces: [face(0, 0, 96, 96)], settings: ungrown)
        effect.apply(to: &second, faces: [face(0, 0, 96, 96)], settings: ungrown)
        #expect(first == second)
    }

    @Test func deconvolutionBringsNothingBack() {
        // As wide as it looks: see `Blur`.
        let deviation = Double(Self.side) / 10
        var soft = Self.truth.blurred(deviation)
        for index in soft.values.indices { soft.values[index] = Double(Int(soft.values[index] + 0.5)) }
        let bare = (before: soft.likeness(to: Self.truth), after: soft.sharpened(deviation, truth: Self.truth, rounds: 60))

        var picture = OwnedPicture(.gray8, width: Self.side, height: Self.side)
        picture.fill { _, column, row in Int(Self.truth.values[row * Self.side + column]) }
        var blur = Blur(shape: .box)
        blur.apply(to: &picture, faces: [face(0, 0, Float(Self.side), Float(Self.side))], settings: ungrown)
        let samples = picture.samples(0)
        let seen = Greys(side: Self.side) { Double(samples[$1][$0]) }
        let hidden = (before: seen.likeness(to: Self.truth), after: seen.sharpened(deviation, truth: Self.truth, rounds: 60))
        #expect(bare.after > bare.before + 3)
        // The rest is what the corners between cells lost, which the cells tell as well.
        #expect(hidden.after < hidden.before + 1.5 && hidden.after < bare.after - 2)
    }
}

extension Observations {
    /// Adds a cell of a frame with its place in the face, unless it reaches past it.
    mutating func add(_ columns: Range<Int>, _ rows: Range<Int>, of place: (x: Int, y: Int), side: Int, mean: Double) {
        let columns = columns.lowerBound - place.x..<columns.upperBound - place.x
        let rows = rows.lowerBound - place.y..<rows.upperBound - place.y
        guard columns.lowerBound >= 0, rows.lowerBound >= 0, columns.upperBound <= side, rows.upperBound <= side else { return }
        cells.append(Cell(columns: columns, rows: rows, mean: mean))
    }
}

/// Numbers that look random and are always the same.
struct Random {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    /// 0 ..< 1.
    mutating func next() -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(state >> 40) / Double(1 << 24)
    }
}
