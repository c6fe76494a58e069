@testable import Faces

/// The mosaic as its documentation defines it, one sample at a time; slow and plain.
struct MosaicDefinition {
    var cell: Int
    var shape: MaskShape
    var maskScale: Float

    func applied(to original: OwnedPicture, faces: [Face]) -> OwnedPicture {
        var result = original
        let width = original.layout.width
        let height = original.layout.height
        let coverage = faces.map { face in
            (0..<height).map { row in (0..<width).map { column in share(column, row, of: face.box) } }
        }
        let channels = original.layout.channels.indices.filter { original.layout.channels[$0].role != .alpha }
        let samples = original.layout.channels.indices.map { original.samples($0) }
        var cells: [[Int]: LumaColour] = [:]
        for index in channels {
            let layout = original.layout.channels[index]
            result.withChannel(index) { channel in
                for row in 0..<layout.height {
                    for column in 0..<layout.width {
                        let lines = row << layout.verticalShift..<min(height, (row + 1) << layout.verticalShift)
                        let run = column << layout.horizontalShift..<min(width, (column + 1) << layout.horizontalShift)
                        let shares = coverage.map { mask in
                            let pixels = lines.flatMap { mask[$0][run] }
                            return (pixels.reduce(0, +) + pixels.count / 2) / pixels.count
                        }
                        guard shares.contains(where: { $0 > 0 }) else { continue }
                        let across = range(at: column << layout.horizontalShift, of: width)
                        let down = range(at: row << layout.verticalShift, of: height)
                        let key = [across.lowerBound, down.lowerBound]
                        let shown = cells[key] ?? colour(of: original, samples, across, down)
                        cells[key] = shown
                        let code = self.code(of: shown, in: layout, colour: original.layout.colour)
                        channel[column, row] = shares.reduce(samples[index][row][column]) {
                            ($0 * (255 - $1) + code * $1 + 127) / 255
                        }
                    }
                }
            }
        }
        return result
    }

    /// The pixels of the cell at one of them; a last one that is less than half joins the one before.
    private func range(at pixel: Int, of length: Int) -> Range<Int> {
        let last = (length - 1) / cell * cell
        let joined = length - last < (cell + 1) / 2 && last > 0 ? last - cell : last
        let start = min(pixel / cell * cell, joined)
        return start..<(start == joined ? length : start + cell)
    }

    private func colour(
        of picture: OwnedPicture, _ samples: [[[Int]]], _ across: Range<Int>, _ down: Range<Int>
    ) -> LumaColour {
        let model = picture.layout.colour
        var parts: [(ChannelRole, Float)] = []
        for (index, layout) in picture.layout.channels.enumerated() where layout.role != .alpha {
            let columns = layout.columns(spanning: across)
            let all = layout.rows(spanning: down).flatMap { samples[index][$0][columns] }
            let mean = Float(all.reduce(0, +)) / Float(all.count)
            parts.append((layout.role, model.part(ofCode: mean, role: layout.role, depth: layout.depth)))
        }
        func part(_ role: ChannelRole) -> Float { parts.first { $0.0 == role }?.1 ?? 0 }
        let isRGB = parts.contains { $0.0 == .green }
        let colour =
            isRGB
            ? LumaColour(Colour(red: part(.red), green: part(.green), blue: part(.blue)), model: model)
            : LumaColour(luma: part(.luma), blueDifference: part(.blueDifference), redDifference: part(.redDifference))
        // 32 levels of luma, 61 of each difference.
        func rounded(_ value: Float) -> Float { (value + 0.5).rounded(.down) }
        return LumaColour(
            luma: max(0, min(31, rounded(colour.luma * 31))) / 31,
            blueDifference: max(-30, min(30, rounded(colour.blueDifference * 60))) / 60,
            redDifference: max(-30, min(30, rounded(colour.redDifference * 60))) / 60)
    }

    private func code(of colour: LumaColour, in layout: ChannelLayout, colour model: ColourModel) -> Int {
        model.sampleValue(of: colour, role: layout.role, depth: layout.depth)
            ?? model.sampleValue(of: colour.colour(model: model), role: layout.role, depth: layout.depth) ?? 0
    }

    /// Coverage in 255ths.
    private func share(_ column: Int, _ row: Int, of box: Rect) -> Int {
        let grown = box.scaled(by: maskScale)
        let x = Float(column) + 0.5 - box.centre.x
        let y = Float(row) + 0.5 - box.centre.y
        func share(distance: Float) -> Int { Int(max(0, min(1, 0.5 - distance)) * 255 + 0.5) }
        switch shape {
        case .box:
            let across = min(Float(column) + 1, grown.maxX) - max(Float(column), grown.x)
            let down = min(Float(row) + 1, grown.maxY) - max(Float(row), grown.y)
            return Int(max(0, down) * max(0, across) * 255 + 0.5)
        case .circle:
            return share(distance: (x * x + y * y).squareRoot() - min(box.width, box.height) * maskScale)
        case .ellipse:
            let a = grown.width / 2
            let b = grown.height / 2
            let level = (x / a * (x / a) + y / b * (y / b)).squareRoot()
            let slope = (x / (a * a) * (x / (a * a)) + y / (b * b) * (y / (b * b))).squareRoot()
            return share(distance: (level - 1) * level / slope)
        }
    }
}

/// The 8-bit code, in limited range, that a cell of a mean shows: the nearest of 32 levels.
func levelled(luma mean: Float) -> Int {
    let level = max(0, min(31, ((mean - 16) / 219 * 31 + 0.5).rounded(.down)))
    return Int(16 + 219 * level / 31 + 0.5)
}
