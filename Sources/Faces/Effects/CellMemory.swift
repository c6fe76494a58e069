/// What the cells over each face showed, kept as long as its identity stays, so that many frames of it tell no more than one.
///
/// Whoever averages a face's pixels at many offsets can be undone: a hundred frames of a mosaic whose grid jitters against the
/// face by two pixels, or that a face moves under, give most of its detail back, however coarsely the means are written. So the
/// grid goes with the face's box, with some slack against jitter, and a cell keeps the colour it was first given. What changes from
/// frame to frame is one number for the whole face, its brightness, and those cells whose content becomes another altogether.
struct CellMemory {
    private struct Known {
        let id: Int
        /// The box that the grid is laid over; the face's own moves within a slack of it.
        var centre: Point
        var width: Float
        var cellsAcross: Float
        var cells = KeptCells()
        /// The last frame that it was in.
        var seen: Int
    }

    /// Frames after which a face that is gone is forgotten, to make room for another.
    private static let patience = 250

    private var known: [Known] = []
    private var frame = 0
    /// How many faces are kept in mind.
    var count: Int { known.count }

    /// Begins the next frame.
    mutating func advance() {
        frame += 1
    }

    /// The pixels of which cells' edges are multiples: the same in all formats, so that all show the same.
    static func alignment(of layout: PictureLayout) -> Int { max(2, layout.alignment) }

    /// The grid of the face with an identity, for this frame, and the index of what is kept of it.
    mutating func grid(
        for box: Rect, id: Int, cellsAcross: Float, covering bounds: PixelBounds, in layout: PictureLayout
    ) -> (CellGrid, Int) {
        let index = index(of: id, box: box, cellsAcross: cellsAcross)
        let alignment = Self.alignment(of: layout)
        let centre = box.centre
        known[index].width = known[index].width.clamped(to: box.width / 1.05...box.width * 1.05)
        if known[index].cellsAcross / cellsAcross > 1.25 || cellsAcross / known[index].cellsAcross > 1.25 {
            known[index].cellsAcross = cellsAcross
            known[index].cells.forget()
        }
        let width = known[index].width
        let longest = Float(max(layout.width, layout.height))
        let side = max(
            Float(alignment), min(longest, max(width / known[index].cellsAcross, box.width / Float(Mosaic.mostCells))))
        let slack = max(2, side / 4)
        known[index].centre.x = known[index].centre.x.clamped(to: centre.x - slack...centre.x + slack)
        known[index].centre.y = known[index].centre.y.clamped(to: centre.y - slack...centre.y + slack)
        let grid = CellGrid(
            origin: known[index].centre, side: side, alignment: alignment, covering: bounds, in: layout.size)
        return (grid, index)
    }

    private mutating func index(of id: Int, box: Rect, cellsAcross: Float) -> Int {
        if let index = known.firstIndex(where: { $0.id == id }) {
            known[index].seen = frame
            return index
        }
        let fresh = Known(id: id, centre: box.centre, width: box.width, cellsAcross: cellsAcross, seen: frame)
        if let stale = known.firstIndex(where: { $0.seen < frame - Self.patience }) {
            known[stale] = fresh
            return stale
        }
        known.append(fresh)
        return known.count - 1
    }

    /// Replaces the means of a grid's cells by the colours that they may show.
    mutating func settle(_ colours: inout [LumaColour], from start: Int, grid: CellGrid, known index: Int?) {
        guard let index else {
            for cell in start..<start + grid.count { colours[cell] = KeptCells.Level(of: colours[cell]).colour }
            return
        }
        let reach = known[index].cellsAcross / 2
        let gain = known[index].cells.gain(for: colours, from: start, grid: grid, reach: reach)
        var cell = start
        for down in grid.down.cells {
            for across in grid.across.cells {
                colours[cell] = known[index].cells.shown(colours[cell], across: across, down: down, gain: gain)
                cell += 1
            }
        }
    }
}
