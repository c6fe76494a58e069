/// A rectangle of luma samples, copied out of a plane of bytes.
public struct LumaPatch: Equatable, Sendable {
    public let width: Int
    public let height: Int
    /// Row by row, without padding.
    public let samples: [UInt8]

    public init(width: Int, height: Int, samples: [UInt8]) {
        precondition(width >= 0 && height >= 0 && samples.count == width * height, "a patch has a sample for each pixel")
        self.width = width
        self.height = height
        self.samples = samples
    }

    /// The part of a plane that a rectangle covers with whole pixels; nothing of what lies beyond the plane.
    public init(of plane: Span<UInt8>, stride: Int, width: Int, height: Int, in area: Rect) {
        let left = area.x.floor(within: 0...width)
        let top = area.y.floor(within: 0...height)
        let columns = left..<max(left, area.maxX.floor(within: 0...width))
        let rows = top..<max(top, area.maxY.floor(within: 0...height))
        var samples: [UInt8] = []
        samples.reserveCapacity(columns.count * rows.count)
        for row in rows {
            let run = plane.extracting(row * stride + columns.lowerBound..<row * stride + columns.upperBound)
            for index in run.indices { samples.append(run[index]) }
        }
        self.init(width: columns.count, height: rows.count, samples: samples)
    }

    /// The patch in means of squares of pixels; what does not fill a square on the right and below is left out.
    public func shrunk(by side: Int) -> LumaPatch {
        precondition(side > 0, "a square has a side")
        guard side > 1 else { return self }
        let (columns, rows) = (width / side, height / side)
        var means = [UInt8](repeating: 0, count: columns * rows)
        var sums = [UInt32](repeating: 0, count: columns)
        let area = UInt32(side * side)
        for row in 0..<rows {
            for column in 0..<columns { sums[column] = 0 }
            for line in row * side..<(row + 1) * side {
                for column in 0..<columns {
                    let start = line &* width &+ column &* side
                    var sum: UInt32 = 0
                    for index in start..<start &+ side { sum &+= UInt32(samples[index]) }
                    sums[column] &+= sum
                }
            }
            for column in 0..<columns {
                means[row * columns + column] = UInt8(truncatingIfNeeded: (sums[column] &+ area / 2) / area)
            }
        }
        return LumaPatch(width: columns, height: rows, samples: means)
    }
}

extension LumaPatch {
    /// What a low-pass takes away: each sample less the mean around it, over a square of 2 · `radius` + 1 that runs twice.
    ///
    /// Beyond the edges the outermost samples go on.
    func detail(radius: Int) -> [Float] {
        var mean = samples.map { Float($0) }
        for _ in 0..<2 {
            mean = LumaPatch.smoothed(mean, runs: height, length: width, apart: width, step: 1, radius: radius)
            mean = LumaPatch.smoothed(mean, runs: width, length: height, apart: 1, step: width, radius: radius)
        }
        return samples.indices.map { Float(samples[$0]) - mean[$0] }
    }

    /// Running means along runs of values: `apart` from one run to the next, `step` from one value to the next.
    private static func smoothed(
        _ values: [Float], runs: Int, length: Int, apart: Int, step: Int, radius: Int
    ) -> [Float] {
        guard length > 0 else { return values }
        var means = values
        let scale = 1 / Float(2 * radius + 1)
        for run in 0..<runs {
            func value(_ index: Int) -> Float { values[run * apart + max(0, min(length - 1, index)) * step] }
            var sum = Float(radius + 1) * value(0)
            for index in 1...max(1, radius) where radius > 0 { sum += value(index) }
            for index in 0..<length {
                means[run * apart + index * step] = sum * scale
                sum += value(index + radius + 1) - value(index - radius)
            }
        }
        return means
    }
}
