/// Whether two frames show the same, faces aside.
public enum SceneLikeness {
    /// Cells into which a frame is cut, across and down.
    static let cells = 8
    /// Width that frames are shrunk to, about.
    static let width = 160

    /// The share, 0 … 1, of a frame's cells whose detail the other frame has too; nil where no cell can tell.
    ///
    /// Cells that one of the faces touches are left out. The same scene has most cells alike, another one hardly any.
    public static func share(_ original: LumaPatch, _ other: LumaPatch, without faces: [Rect]) -> Float? {
        precondition(original.width == other.width && original.height == other.height, "frames are compared in one size")
        let side = max(1, original.width / width)
        let (one, two) = (original.shrunk(by: side), other.shrunk(by: side))
        let radius = max(1, one.height / 12)
        let details = (one.detail(radius: radius), two.detail(radius: radius))
        var (alike, all) = (0, 0)
        for row in 0..<cells {
            for column in 0..<cells {
                let columns = column * one.width / cells..<(column + 1) * one.width / cells
                let rows = row * one.height / cells..<(row + 1) * one.height / cells
                let cell = Rect(
                    x: Float(columns.lowerBound * side), y: Float(rows.lowerBound * side),
                    width: Float(columns.count * side), height: Float(rows.count * side))
                guard !faces.contains(where: { $0.intersection(cell).area > 0 }) else { continue }
                var moments = Moments()
                for row in rows {
                    for column in columns { moments.add(details.0[row * one.width + column], details.1[row * one.width + column]) }
                }
                guard let correlation = moments.correlation else { continue }
                all += 1
                if correlation > DetailCorrelation.threshold { alike += 1 }
            }
        }
        return all > 0 ? Float(alike) / Float(all) : nil
    }
}
