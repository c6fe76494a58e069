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
        var slot = 0
        for index in layout.channels.indices where layout.channels[index].role != .alpha {
            picture.withChannel(index) { channel in
                for group in groups { measure(&channel, group, slot: slot, colour: layout.colour) }
            }
            slot += 1
        }
        settle(layout)
        slot = 0
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
    private mutating func measure(_ channel: inout Channel, _ group: Cells, slot: Int, colour: ColourModel) {
        let layout = channel.layout
        let grid = group.grid
        let columns = layout.columns(spanning: grid.across.pixels)
        let length = channel.length(ofSamples: columns.count)
        sums.grow(to: length)
        var cell = group.start
        for down in grid.down.cells {
            let rows = layout.rows(spanning: grid.down.pixels(ofCell: down))
            var columnSums = sums.mutableSpan
            for index in 0..<length { columnSums[index] = 0 }
            for row in rows { channel.addBytes(row: row, columns: columns, to: &columnSums) }
            for across in grid.across.cells {
                let cellColumns = layout.columns(spanning: grid.across.pixels(ofCell: across))
                let code = mean(of: cellColumns, from: columns.lowerBound, height: rows.count, layout: layout)
                parts[3 * cell + slot] = colour.part(ofCode: code, role: layout.role, depth: layout.depth)
                cell += 1
            }
        }
    }

    /// The mean code of a cell whose columns were summed; 0 of a cell that a channel has no samples of.
    private func mean(of columns: Range<Int>, from first: Int, height: Int, layout: ChannelLayout) -> Float {
        guard !columns.isEmpty, height > 0 else { return 0 }
        var sum: UInt64 = 0
        for column in columns {
            let byte = (column - first) * layout.pixelStride
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
        for down in group.grid.down.cells {
            let cellRows = layout.rows(spanning: group.grid.down.pixels(ofCell: down))
            let drawn = cellRows.clamped(to: rows)
            if spread == .flat { self.flat(group, down, over: columns, slot: slot, layout: layout) }
            for row in drawn {
                if spread == .smooth {
                    let part = (Float(row - cellRows.lowerBound) + 0.5) / Float(cellRows.count)
                    smooth(group, down, part, over: columns, slot: slot, layout: layout)
                }
                channel.blend(
                    row: row, columns: columns, towards: line.span, coverage: masks.coverage(of: mask, row: row, layout: layout))
            }
        }
    }

    /// Writes a row of cells' codes out to one value a column.
    private mutating func flat(_ group: Cells, _ down: Int, over columns: Range<Int>, slot: Int, layout: ChannelLayout) {
        let across = group.grid.across
        var cell = group.start + (down - group.grid.down.cells.lowerBound) * across.cells.count
        for number in across.cells {
            let code = codes[3 * cell + slot]
            for column in layout.columns(spanning: across.pixels(ofCell: number)).clamped(to: columns) {
                line[column - columns.lowerBound] = code
            }
            cell += 1
        }
    }

    /// The same at a part, 0 … 1, of a row of cells' height, the colours running into each other both ways.
    private mutating func smooth(
        _ group: Cells, _ down: Int, _ part: Float, over columns: Range<Int>, slot: Int, layout: ChannelLayout
    ) {
        let across = group.grid.across
        let count = across.cells.count
        let row = down - group.grid.down.cells.lowerBound
        let start = 3 * (group.start + row * count) + slot
        // Beyond the outermost cells their colours go on.
        let above = row > 0 ? start - 3 * count : start
        let below = row + 1 < group.grid.down.cells.count ? start + 3 * count : start
        let weights = (above: (1 - part) * (1 - part) / 2, here: 0.5 + part * (1 - part), below: part * part / 2)
        func value(_ index: Int) -> Float {
            let offset = 3 * max(0, min(count - 1, index))
            return weights.above * Float(codes[above + offset]) + weights.here * Float(codes[start + offset])
                + weights.below * Float(codes[below + offset])
        }
        var (left, here) = (value(-1), value(0))
        for number in across.cells {
            let right = value(number - across.cells.lowerBound + 1)
            let all = layout.columns(spanning: across.pixels(ofCell: number))
            let drawn = all.clamped(to: columns)
            // The spline within this cell as a polynomial of the place in it; 0.5 rounds.
            let step = 1 / Float(max(1, all.count))
            let constant = (left + here) / 2 + 0.5
            let slope = here - left
            let bend = (left + right) / 2 - here
            var run = line.mutableSpan
            for column in drawn {
                let place = (Float(column &- all.lowerBound) + 0.5) * step
                run[column &- columns.lowerBound] = UInt16(constant + place * (slope + place * bend))
            }
            (left, here) = (here, right)
        }
    }
}
