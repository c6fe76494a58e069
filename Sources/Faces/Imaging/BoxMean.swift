/// Means over squares of 2 · radius + 1 numbers, smaller at the border, by running sums; memory is kept from time to time.
struct BoxMean {
    private var passing: [Float] = []
    private var sums: [Float] = []

    /// Replaces numbers, row by row, by their means.
    mutating func apply(to values: inout [Float], _ size: Size, radius: (across: Int, down: Int)) {
        passing.grow(to: size.width * size.height)
        sums.grow(to: size.width)
        for row in 0..<size.height {
            Self.across(values, to: &passing, at: row * size.width, count: size.width, radius: radius.across)
        }
        for column in 0..<size.width { sums[column] = 0 }
        var count = 0
        for row in 0..<min(size.height, radius.down) {
            Self.add(passing, 1, at: row * size.width, to: &sums, count: size.width)
            count += 1
        }
        for row in 0..<size.height {
            if row + radius.down < size.height {
                Self.add(passing, 1, at: (row + radius.down) * size.width, to: &sums, count: size.width)
                count += 1
            }
            if row > radius.down {
                Self.add(passing, -1, at: (row - radius.down - 1) * size.width, to: &sums, count: size.width)
                count -= 1
            }
            Self.divide(sums, by: Float(count), to: &values, at: row * size.width, count: size.width)
        }
    }

    private static func across(_ values: [Float], to means: inout [Float], at start: Int, count: Int, radius: Int) {
        let values = values.span.extracting(start..<start + count)
        var span = means.mutableSpan
        var means = span._mutatingExtracting(start..<start + count)
        var sum: Float = 0
        var entered = min(count, radius)
        for column in 0..<entered { sum += values[column] }
        var left = 0
        var part = 1 / Float(max(1, entered))
        for column in 0..<count {
            if column &+ radius < count {
                sum += values[column &+ radius]
                entered &+= 1
            }
            if column > radius {
                sum -= values[column &- radius &- 1]
                left &+= 1
            }
            // Inside, as many come as go.
            if column <= radius || column &+ radius >= count { part = 1 / Float(entered &- left) }
            means[column] = sum * part
        }
    }

    private static func add(_ values: [Float], _ sign: Float, at start: Int, to sums: inout [Float], count: Int) {
        let values = values.span.extracting(start..<start + count)
        var span = sums.mutableSpan
        var sums = span._mutatingExtracting(0..<count)
        for index in 0..<count { sums[index] += sign * values[index] }
    }

    private static func divide(_ sums: [Float], by rows: Float, to means: inout [Float], at start: Int, count: Int) {
        let sums = sums.span.extracting(0..<count)
        var span = means.mutableSpan
        var means = span._mutatingExtracting(start..<start + count)
        let part = 1 / rows
        for index in 0..<count { means[index] = sums[index] * part }
    }
}
