/// Reads CenterFace's output tensors (Star-Clouds/CenterFace; arXiv 1911.03599).
///
/// Input: [1, 3, height, width] Float32, R G B, 0 … 255; both sides are multiples of 32. Outputs are maps of
/// height / 4 × width / 4 cells; in every pair of channels the first is y or height, the second x or width.
public enum CenterFace {
    /// Canvas pixels per map cell.
    public static let stride = 4

    /// The faces scoring at least `threshold`, best first, in canvas pixels.
    ///
    /// `heat` has one channel (output 537, already sigmoided), `scale` 2 (538), `offset` 2 (539), `landmarks` 10 (540).
    public static func decode(
        heat: Span<Float>, scale: Span<Float>, offset: Span<Float>, landmarks: Span<Float>,
        canvasWidth: Int, canvasHeight: Int, threshold: Float
    ) throws(DetectionError) -> [Face] {
        guard canvasWidth > 0, canvasHeight > 0, canvasWidth % 32 == 0, canvasHeight % 32 == 0 else {
            throw .wrongCanvas(width: canvasWidth, height: canvasHeight)
        }
        let columns = canvasWidth / stride
        let cells = columns * (canvasHeight / stride)
        try check(heat.count, is: cells, output: "heat (537)")
        try check(scale.count, is: cells * 2, output: "scale (538)")
        try check(offset.count, is: cells * 2, output: "offset (539)")
        try check(landmarks.count, is: cells * 10, output: "landmarks (540)")

        var faces: [Face] = []
        for cell in 0..<cells {
            let score = heat[cell]
            if score < threshold && score.isFinite { continue }
            guard score.isFinite else { throw .notFinite(output: "heat (537)") }

            let pixels = Float(stride)
            let height = pixels * exponential(scale[cell])
            let width = pixels * exponential(scale[cells + cell])
            let x = pixels * (Float(cell % columns) + 0.5 + offset[cells + cell]) - width / 2
            let y = pixels * (Float(cell / columns) + 0.5 + offset[cell]) - height / 2
            func point(_ index: Int) -> Point {
                Point(
                    x: x + width * landmarks[(2 * index + 1) * cells + cell],
                    y: y + height * landmarks[2 * index * cells + cell])
            }
            let points = Landmarks(
                rightEye: point(0), leftEye: point(1), nose: point(2), rightMouth: point(3), leftMouth: point(4))
            let box = Rect(x: x, y: y, width: width, height: height)
            if let face = Face.sound(box: box, score: min(1, score), landmarks: points) { faces.append(face) }
        }
        return NonMaximumSuppression.kept(of: faces)
    }

    private static func check(_ found: Int, is expected: Int, output: String) throws(DetectionError) {
        if found != expected { throw .wrongSize(output: output, expected: expected, found: found) }
    }
}
