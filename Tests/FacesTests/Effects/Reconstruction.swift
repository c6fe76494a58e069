/// What an attacker has of a face: means of its pixels over cells whose places in the face are known.
struct Observations {
    struct Cell {
        var columns: Range<Int>
        var rows: Range<Int>
        var mean: Double
    }

    var cells: [Cell] = []
}

/// A square grey picture in memory, for attacks on masks.
struct Greys {
    let side: Int
    var values: [Double]

    init(side: Int, value: (_ column: Int, _ row: Int) -> Double) {
        self.side = side
        values = (0..<side * side).map { value($0 % side, $0 / side) }
    }

    /// Sums of all values above and left of a corner.
    private func sums() -> [Double] {
        var sums = Array(repeating: 0.0, count: (side + 1) * (side + 1))
        for row in 0..<side {
            var line = 0.0
            for column in 0..<side {
                line += values[row * side + column]
                sums[(row + 1) * (side + 1) + column + 1] = sums[row * (side + 1) + column + 1] + line
            }
        }
        return sums
    }

    /// Peak signal to noise ratio against the truth, in decibels.
    func likeness(to truth: Greys) -> Double {
        let error = zip(values, truth.values).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) } / Double(values.count)
        return 10 * logarithm(255 * 255 / error)
    }

    /// The picture that explains the observations best and is smooth where they say nothing, by conjugate gradients.
    ///
    /// The attacker is a lucky one: of several weights of smoothness the one counts that comes closest to the truth.
    static func reconstructed(from seen: Observations, truth: Greys, rounds: Int = 30) -> Greys {
        let attempts = [0.003, 0.1].map { weight in
            let most = Double(seen.cells.count) / 64
            return solved(seen, side: truth.side, smoothness: weight * most / 64, rounds: rounds)
        }
        return attempts.max { $0.likeness(to: truth) < $1.likeness(to: truth) }!
    }

    private static func solved(_ seen: Observations, side: Int, smoothness: Double, rounds: Int) -> Greys {
        let mean = seen.cells.reduce(0) { $0 + $1.mean } / Double(seen.cells.count)
        var result = Greys(side: side) { _, _ in mean }
        // The normal equations' matrix applied to a picture, or their right side.
        func gathered(_ errors: (Observations.Cell, Double) -> Double, _ picture: Greys) -> [Double] {
            let sums = picture.sums()
            let width = side + 1
            var corners = Array(repeating: 0.0, count: width * width)
            for cell in seen.cells {
                let (left, right) = (cell.columns.lowerBound, cell.columns.upperBound)
                let (top, bottom) = (cell.rows.lowerBound * width, cell.rows.upperBound * width)
                let sum = sums[bottom + right] - sums[bottom + left] - sums[top + right] + sums[top + left]
                let count = Double(cell.columns.count * cell.rows.count)
                let error = errors(cell, sum / count) / count
                corners[top + left] += error
                corners[top + right] -= error
                corners[bottom + left] -= error
                corners[bottom + right] += error
            }
            var spread = Array(repeating: 0.0, count: side * side)
            var above = Array(repeating: 0.0, count: width)
            for row in 0..<side {
                var line = 0.0
                for column in 0..<side {
                    line += corners[row * width + column]
                    above[column] += line
                    spread[row * side + column] = above[column]
                }
            }
            return spread
        }
        func smoothed(_ picture: Greys) -> [Double] {
            var force = Array(repeating: 0.0, count: side * side)
            for row in 0..<side {
                for column in 0..<side {
                    let here = row * side + column
                    for next in [column + 1 < side ? here + 1 : here, row + 1 < side ? here + side : here] {
                        let step = picture.values[next] - picture.values[here]
                        force[next] += smoothness * step
                        force[here] -= smoothness * step
                    }
                }
            }
            return force
        }
        let start = smoothed(result)
        var residual = zip(gathered({ $0.mean - $1 }, result), start).map { $0 - $1 }
        var direction = Greys(side: side) { residual[$1 * side + $0] }
        var energy = residual.reduce(0) { $0 + $1 * $1 }
        for _ in 0..<rounds where energy > 1e-9 {
            let image = zip(gathered({ $1 }, direction), smoothed(direction)).map { $0 + $1 }
            let step = energy / zip(direction.values, image).reduce(0) { $0 + $1.0 * $1.1 }
            for index in residual.indices {
                result.values[index] += step * direction.values[index]
                residual[index] -= step * image[index]
            }
            let next = residual.reduce(0) { $0 + $1 * $1 }
            for index in residual.indices {
                direction.values[index] = residual[index] + next / energy * direction.values[index]
            }
            energy = next
        }
        return result
    }
}

/// Base 10, good to 0.001; Foundation is not needed for one logarithm.
func logarithm(_ value: Double) -> Double {
    var (whole, rest) = (0.0, value)
    while rest >= 10 { (whole, rest) = (whole + 1, rest / 10) }
    while rest < 1 { (whole, rest) = (whole - 1, rest * 10) }
    let ratio = (rest - 1) / (rest + 1)
    var (term, sum) = (ratio, 0.0)
    for odd in stride(from: 1.0, to: 60, by: 2) {
        sum += term / odd
        term *= ratio * ratio
    }
    return whole + 2 * sum / 2.302585092994046
}

extension Greys {
    /// The picture under a Gaussian of a standard deviation in pixels; beyond its borders it is mirrored.
    func blurred(_ deviation: Double) -> Greys {
        let reach = Int(2.5 * deviation)
        let kernel = (-reach...reach).map { exponential(-Double($0 * $0) / (2 * deviation * deviation)) }
        let sum = kernel.reduce(0, +)
        func pass(_ lines: Greys) -> Greys {
            // Written turned, so that two passes do both directions.
            var result = lines
            for row in 0..<side {
                for column in 0..<side {
                    var value = 0.0
                    for tap in -reach...reach {
                        let place = column + tap
                        let mirrored = place < 0 ? -place - 1 : place >= side ? 2 * side - 1 - place : place
                        value += kernel[tap + reach] * lines.values[row * side + mirrored]
                    }
                    result.values[column * side + row] = value / sum
                }
            }
            return result
        }
        return pass(pass(self))
    }

    /// The most that deconvolution (Landweber's) makes of the picture, against the truth, in decibels.
    func sharpened(_ deviation: Double, truth: Greys, rounds: Int) -> Double {
        var guess = self
        var best = likeness(to: truth)
        for _ in 0..<rounds {
            let again = guess.blurred(deviation)
            var error = self
            for index in values.indices { error.values[index] -= again.values[index] }
            let step = error.blurred(deviation)
            for index in values.indices { guess.values[index] += 1.8 * step.values[index] }
            best = max(best, guess.likeness(to: truth))
        }
        return best
    }

    /// Good to a few digits for exponents from -10 to 0.
    private func exponential(_ exponent: Double) -> Double {
        var power = 1 + exponent / 1024
        for _ in 0..<10 { power *= power }
        return max(0, power)
    }
}
