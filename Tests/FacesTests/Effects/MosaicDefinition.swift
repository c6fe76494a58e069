import Faces

/// The mosaic as its documentation defines it, one sample at a time; slow and plain.
struct MosaicDefinition {
    var cell: Int
    var shape: MaskShape
    var maskScale: Float

    func applied(to original: OwnedPicture, faces: [Face]) -> OwnedPicture {
        var result = original
        let width = original.layout.width
        let height = original.layout.height
        let coverage = (0..<height).map { row in
            (0..<width).map { column in faces.map { share(column, row, of: $0.box) }.max() ?? 0 }
        }
        for (index, layout) in original.layout.channels.enumerated() where layout.role != .alpha {
            let samples = original.samples(index)
            let cellWidth = cell >> layout.horizontalShift
            let cellHeight = cell >> layout.verticalShift
            result.withChannel(index) { channel in
                for row in 0..<layout.height {
                    for column in 0..<layout.width {
                        var pixels: [Int] = []
                        for y in row << layout.verticalShift..<min(height, (row + 1) << layout.verticalShift) {
                            let first = column << layout.horizontalShift
                            pixels += coverage[y][first..<min(width, (column + 1) << layout.horizontalShift)]
                        }
                        let share = (pixels.reduce(0, +) + pixels.count / 2) / pixels.count
                        guard share > 0 else { continue }
                        let top = row / cellHeight * cellHeight
                        let left = column / cellWidth * cellWidth
                        let all = (top..<min(top + cellHeight, layout.height)).flatMap {
                            samples[$0][left..<min(left + cellWidth, layout.width)]
                        }
                        let mean = (all.reduce(0, +) + all.count / 2) / all.count
                        channel[column, row] = (samples[row][column] * (255 - share) + mean * share + 127) / 255
                    }
                }
            }
        }
        return result
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
