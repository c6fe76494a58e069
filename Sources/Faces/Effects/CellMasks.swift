/// Areas that are hidden under cells, from the smallest cells up to the largest, which hide most.
///
/// All cells of a frame are measured before any is drawn, so that no area shows another's cells. Memory is kept from frame to
/// frame, and so is what the cells of each face showed.
struct CellMasks {
    /// How a cell's colour is spread over its pixels.
    enum Spread {
        /// One colour a cell.
        case flat
        /// A quadratic B-spline through the cells' colours: all that the cells tell and nothing else, without their corners.
        case smooth
    }

    private struct Cells {
        var grid: CellGrid
        /// The index of the mask that they fill.
        var mask: Int
        /// Where their colours begin.
        var start: Int
        /// Where the memory keeps the face's.
        var known: Int?
    }

    private var masks = Masks()
    private(set) var memory = CellMemory()
    /// From the smallest cells to the largest.
    private var groups: [Cells] = []
    private var used = 0
    /// Every cell's mean, 0 … 1, in three channels at most.
    private var parts: [Float] = []
    private var colours: [LumaColour] = []
    /// Every cell's code in three channels at most.
    private var codes: [UInt16] = []
    /// One sum for every column of bytes in a row of cells.
    private var sums: [UInt32] = []
    /// The codes of cells between two rows of them, with the outermost twice.
    private var shades: [Float] = []
    /// Where each cell of a group begins in a row of samples, and where the last ends.
    private var edges: [Int] = []
    /// One row of a channel as the cells would have it.
    private var line: [UInt16] = []

    /// Forgets the last frame's areas.
    mutating func clear(for layout: PictureLayout) {
        masks.clear(for: layout)
        memory.advance()
        groups.removeAll(keepingCapacity: true)
        used = 0
    }

    /// Adds a face's area with so many cells to the width of its box; those of a face with an id move with it.
    mutating func add(_ region: MaskRegion, face: Face, cellsAcross: Float, in layout: PictureLayout) {
        guard let id = face.id, !region.isWholeFrame else {
            // No face is wider than the frame.
            let longest = max(layout.width, layout.height)
            let width = region.isWholeFrame ? Float(longest) : min(face.box.width, Float(longest))
            let least = (width / Float(Mosaic.mostCells)).ceiling(within: 1...longest)
            return add(region, side: max(least, (width / cellsAcross).nearest(within: 1...longest)), in: layout)
        }
        guard let mask = masks.add(region) else { return }
        let (grid, known) = memory.grid(
            for: face.box, id: id, cellsAcross: cellsAcross, covering: masks.masks[mask].bounds, in: layout)
        insert(grid, mask: mask, known: known)
    }

    /// Adds an area with cells of at least a side in pixels on the frame's own grid.
    mutating func add(_ region: MaskRegion, side: Int, in layout: PictureLayout) {
        guard let mask = masks.add(region) else { return }
        let alignment = CellMemory.alignment(of: layout)
        let even = max(1, (side + alignment - 1) / alignment) * alignment
        let grid = CellGrid(
            origin: Point(x: 0, y: 0), side: Float(even), alignment: alignment, covering: masks.masks[mask].bounds,
            in: layout.size)
        insert(grid, mask: mask, known: nil)
    }

    private mutating func insert(_ grid: CellGrid, mask: Int, known: Int?) {
        let place = groups.firstIndex { $0.grid.side > grid.side } ?? groups.count
        groups.insert(Cells(grid: grid, mask: mask, start: used, known: known), at: place)
        used += grid.count
    }

    /// Hides what was added since `clear`.
    mutating func draw(on picture: inout some Picture & ~Copyable, spread: Spread) {
        guard !groups.isEmpty else { return }
        let layout = picture.layout
        parts.grow(to: 3 * used)
        codes.grow(to: 3 * used)
        if colours.count < used {
            colours.append(contentsOf: repeatElement(LumaColour(luma: 0), count: used - colours.count))
        }
        // One pass over a plane measures all of its channels.
        for index in layout.channels.indices where layout.isFirstOfPlane(index) {
            picture.withChannel(index) { channel in
                for group in groups { measure(&channel, group, layout) }
            }
        }
        settle(layout)
        var slot = 0
        for index in layout.channels.indices where layout.channels[index].role != .alpha {
            masks.prepare(for: layout.channels[index])
            picture.withChannel(index) { channel in
                for group in groups { draw(group, on: &channel, slot: slot, spread: spread) }
            }
            slot += 1
        }
    }
}

// MARK: Measuring

extension CellMasks {
    /// Averages the cells of all channels in the plane that a channel is lent with.
    private mutating func measure(_ lent: inout Channel, _ group: Cells, _ layout: PictureLayout) {
        let plane = lent.layout.plane
        let grid = group.grid
        let run = layout.bytes(ofPlane: plane, spanning: grid.across.pixels)
        sums.grow(to: run.count)
        var cell = group.start
        for down in grid.down.cells {
            let rows = lent.layout.rows(spanning: grid.down.pixels(ofCell: down))
            var columnSums = sums.mutableSpan
            for index in 0..<run.count { columnSums[index] = 0 }
            for row in rows { lent.addBytes(run, ofRow: row, to: &columnSums) }
            var slot = 0
            for channel in layout.channels where channel.role != .alpha {
                if channel.plane == plane {
                    let first = channel.offset - run.lowerBound
                    for (place, across) in grid.across.cells.enumerated() {
                        let columns = channel.columns(spanning: grid.across.pixels(ofCell: across))
                        let code = mean(of: columns, from: first, height: rows.count, layout: channel)
                        parts[3 * (cell + place) + slot] = layout.colour.part(
                            ofCode: code, role: channel.role, depth: channel.depth)
                    }
                }
                slot += 1
            }
            cell += grid.across.cells.count
        }
    }

    /// The mean code of a cell whose columns were summed, the sample of column 0 at byte `first`; 0 where there is no sample.
    private func mean(of columns: Range<Int>, from first: Int, height: Int, layout: ChannelLayout) -> Float {
        guard !columns.isEmpty, height > 0 else { return 0 }
        var sum: UInt64 = 0
        for column in columns {
            let byte = column * layout.pixelStride + first
            sum += UInt64(sums[byte])
            if layout.sampleBytes == 2 { sum += UInt64(sums[byte + 1]) << 8 }
        }
        // Unused low bits count as the fractions of a code that they are.
        let code = Float(sum) / Float((columns.count * height) << layout.lowBits)
        return min(Float((1 << layout.depth) - 1), code)
    }

    /// Makes every cell's colour the one that it may show, and the codes to draw it.
    private mutating func settle(_ layout: PictureLayout) {
        let model = layout.colour
        var slots: (luma: Int?, blue: Int?, red: Int?) = (nil, nil, nil)
        var green: Int?
        var slot = 0
        for channel in layout.channels where channel.role != .alpha {
            switch channel.role {
            case .luma: slots.luma = slot
            case .green: green = slot
            case .blue, .blueDifference: slots.blue = slot
            case .red, .redDifference: slots.red = slot
            case .alpha: break
            }
            slot += 1
        }
        for cell in 0..<used {
            func part(_ slot: Int?) -> Float { slot.map { parts[3 * cell + $0] } ?? 0 }
            if let green {
                let colour = Colour(red: part(slots.red), green: part(green), blue: part(slots.blue))
                colours[cell] = LumaColour(colour, model: model)
            } else {
                colours[cell] = LumaColour(
                    luma: part(slots.luma), blueDifference: part(slots.blue), redDifference: part(slots.red))
            }
        }
        for group in groups {
            memory.settle(&colours, from: group.start, grid: group.grid, known: group.known)
        }
        for cell in 0..<used {
            let settled = colours[cell]
            let colour = green == nil ? nil : settled.colour(model: model)
            var slot = 0
            for channel in layout.channels where channel.role != .alpha {
                let code =
                    colour.map { model.sampleValue(of: $0, role: channel.role, depth: channel.depth) }
                    ?? model.sampleValue(of: settled, role: channel.role, depth: channel.depth)
                codes[3 * cell + slot] = UInt16(truncatingIfNeeded: code ?? 0)
                slot += 1
            }
        }
    }
}

// MARK: Drawing

extension CellMasks {
    private mutating func draw(_ group: Cells, on channel: inout Channel, slot: Int, spread: Spread) {
        let mask = masks.masks[group.mask]
        let layout = channel.layout
        let columns = layout.columns(spanning: mask.bounds.columns)
        let rows = layout.rows(spanning: mask.bounds.rows)
        line.grow(to: columns.count)
        edges.removeAll(keepingCapacity: true)
        for across in group.grid.across.cells {
            let cell = layout.columns(spanning: group.grid.across.pixels(ofCell: across))
            if edges.isEmpty { edges.append(cell.lowerBound) }
            edges.append(cell.upperBound)
        }
        for down in group.grid.down.cells {
            let cellRows = layout.rows(spanning: group.grid.down.pixels(ofCell: down))
            let drawn = cellRows.clamped(to: rows)
            if spread == .flat { flat(group, down, over: columns, slot: slot) }
            for row in drawn {
                if spread == .smooth {
                    let part = (Float(row - cellRows.lowerBound) + 0.5) / Float(cellRows.count)
                    smooth(group, down, part, over: columns, slot: slot, depth: layout.depth)
                }
                channel.blend(
                    row: row, columns: columns, towards: line.span, coverage: masks.coverage(of: mask, row: row, layout: layout))
            }
        }
    }

    /// Writes a row of cells' codes out to one value a column.
    private mutating func flat(_ group: Cells, _ down: Int, over columns: Range<Int>, slot: Int) {
        let count = group.grid.across.cells.count
        let start = group.start + (down - group.grid.down.cells.lowerBound) * count
        for cell in 0..<count {
            let code = codes[3 * (start + cell) + slot]
            for column in (edges[cell]..<edges[cell + 1]).clamped(to: columns) { line[column - columns.lowerBound] = code }
        }
    }

    /// The same at a part, 0 … 1, of a row of cells' height, the colours running into each other both ways.
    private mutating func smooth(
        _ group: Cells, _ down: Int, _ part: Float, over columns: Range<Int>, slot: Int, depth: Int
    ) {
        let count = group.grid.across.cells.count
        let row = down - group.grid.down.cells.lowerBound
        let start = 3 * (group.start + row * count) + slot
        // Beyond the outermost cells their colours go on.
        let above = row > 0 ? start - 3 * count : start
        let below = row + 1 < group.grid.down.cells.count ? start + 3 * count : start
        let weights = (above: (1 - part) * (1 - part) / 2, here: 0.5 + part * (1 - part), below: part * part / 2)
        shades.removeAll(keepingCapacity: true)
        for cell in -1...count {
            let offset = 3 * max(0, min(count - 1, cell))
            shades.append(
                weights.above * Float(codes[above + offset]) + weights.here * Float(codes[start + offset])
                    + weights.below * Float(codes[below + offset]))
        }
        let shift = Int32(29 - depth)
        let unit = Float(1 << shift)
        for cell in 0..<count {
            let (left, here, right) = (shades[cell], shades[cell + 1], shades[cell + 2])
            let all = edges[cell]..<edges[cell + 1]
            let drawn = all.clamped(to: columns)
            // The spline within this cell as a polynomial of the sample's number, in integers, which are faster; 0.5 rounds.
            let step = 1 / Float(max(1, all.count))
            let (slope, bend) = ((here - left) * step, ((left + right) / 2 - here) * step * step)
            let constant = Int32(((left + here) / 2 + slope / 2 + bend / 4 + 0.5) * unit)
            let linear = Int32((slope + bend) * unit)
            let square = Int32(bend * unit)
            let first = Int32(truncatingIfNeeded: drawn.lowerBound - all.lowerBound)
            let start = drawn.lowerBound - columns.lowerBound
            var span = line.mutableSpan
            var run = span._mutatingExtracting(start..<start + drawn.count)
            for index in 0..<run.count {
                let place = first &+ Int32(truncatingIfNeeded: index)
                run[index] = UInt16(truncatingIfNeeded: (constant &+ place &* (linear &+ place &* square)) &>> shift)
            }
        }
    }
}
