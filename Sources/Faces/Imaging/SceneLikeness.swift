/// Whether two frames show the same, faces aside.
public enum SceneLikeness {
    /// Cells into which a frame is cut, across and down.
    static let cells = 8
    /// Width that frames are shrunk to, about.
    static let width = 160
    /// Plain cells of one scene differ in their mean by less, of 255; ranges that were mixed up differ by 16.
    static let mostDifference: Float = 24
    /// Fewer cells with detail tell nothing.
    static let leastDetailed = 3

    /// Whether the other frame shows what the original does; nil where faces are everywhere.
    ///
    /// Cells with detail decide where there are some: in the same scene most are alike, even where regions are hidden, and in another
    /// one hardly any. Else the plain ones do, most of which must be as plain and as bright.
    public static func isSame(_ original: LumaPatch, _ other: LumaPatch, without faces: [Rect]) -> Bool? {
        precondition(original.width == other.width && original.height == other.height, "frames are compared in one size")
        let side = max(1, original.width / width)
        let (one, two) = (original.shrunk(by: side), other.shrunk(by: side))
        let radius = max(1, one.height / 12)
        let details = (one.detail(radius: radius), two.detail(radius: radius))
        var (detailed, plain) = (Count(), Count())
        for row in 0..<cells {
            for column in 0..<cells {
                let columns = column * one.width / cells..<(column + 1) * one.width / cells
                let rows = row * one.height / cells..<(row + 1) * one.height / cells
                let cell = Rect(
                    x: Float(columns.lowerBound * side), y: Float(rows.lowerBound * side),
                    width: Float(columns.count * side), height: Float(rows.count * side))
                guard !columns.isEmpty, !rows.isEmpty, !faces.contains(where: { $0.intersection(cell).area > 0 }) else {
                    continue
                }
                var moments = Moments()
                var means = (0, 0)
                for row in rows {
                    for index in row * one.width + columns.lowerBound..<row * one.width + columns.upperBound {
                        moments.add(details.0[index], details.1[index])
                        means = (means.0 + Int(one.samples[index]), means.1 + Int(two.samples[index]))
                    }
                }
                if let correlation = moments.correlation {
                    detailed.add(correlation > DetailCorrelation.threshold)
                } else {
                    let difference = Float(abs(means.0 - means.1)) / Float(columns.count * rows.count)
                    plain.add(difference < mostDifference && !moments.secondHasDetail)
                }
            }
        }
        if detailed.all >= leastDetailed { return detailed.alike * 10 >= detailed.all }
        return plain.all > 0 ? plain.alike * 2 >= plain.all : nil
    }

    private struct Count {
        var alike = 0
        var all = 0

        mutating func add(_ isAlike: Bool) {
            all += 1
            if isAlike { alike += 1 }
        }
    }
}
