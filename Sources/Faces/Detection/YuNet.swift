/// Reads YuNet's output tensors (OpenCV `modules/objdetect/src/face_detect.cpp`; doi 10.1007/s11633-023-1423-y).
///
/// Input: [1, 3, height, width] Float32, B G R, 0 … 255; both sides are multiples of 32.
public enum YuNet {
    /// The outputs of one of the strides 8, 16, 32, with N = (height / stride) · (width / stride) cells.
    public struct Level: ~Escapable {
        /// `cls`, N values, already sigmoided.
        let classes: Span<Float>
        /// `obj`, N values, already sigmoided.
        let objects: Span<Float>
        /// `bbox`, N × 4: centre offsets and logarithms of the sides.
        let boxes: Span<Float>
        /// `kps`, N × 10: x and y of the five points.
        let points: Span<Float>

        @_lifetime(copy classes, copy objects, copy boxes, copy points)
        public init(classes: Span<Float>, objects: Span<Float>, boxes: Span<Float>, points: Span<Float>) {
            self.classes = classes
            self.objects = objects
            self.boxes = boxes
            self.points = points
        }
    }

    /// The faces scoring at least `threshold`, best first, in canvas pixels.
    public static func decode(
        stride8: borrowing Level, stride16: borrowing Level, stride32: borrowing Level,
        canvasWidth: Int, canvasHeight: Int, threshold: Float
    ) throws(DetectionError) -> [Face] {
        guard canvasWidth > 0, canvasHeight > 0, canvasWidth % 32 == 0, canvasHeight % 32 == 0 else {
            throw .wrongCanvas(width: canvasWidth, height: canvasHeight)
        }
        var faces: [Face] = []
        try read(stride8, stride: 8, width: canvasWidth, height: canvasHeight, threshold: threshold, into: &faces)
        try read(stride16, stride: 16, width: canvasWidth, height: canvasHeight, threshold: threshold, into: &faces)
        try read(stride32, stride: 32, width: canvasWidth, height: canvasHeight, threshold: threshold, into: &faces)
        return NonMaximumSuppression.kept(of: faces)
    }

    private static func read(
        _ level: borrowing Level, stride: Int, width: Int, height: Int, threshold: Float, into faces: inout [Face]
    ) throws(DetectionError) {
        let columns = width / stride
        let cells = columns * (height / stride)
        let classes = level.classes
        let objects = level.objects
        try check(classes.count, is: cells, output: "cls_\(stride)")
        try check(objects.count, is: cells, output: "obj_\(stride)")
        try check(level.boxes.count, is: cells * 4, output: "bbox_\(stride)")
        try check(level.points.count, is: cells * 10, output: "kps_\(stride)")

        let least = threshold > 0 ? threshold * threshold : 0
        for cell in 0..<cells {
            let product = classes[cell] * objects[cell]
            guard product.isFinite else {
                throw .notFinite(output: classes[cell].isFinite ? "obj_\(stride)" : "cls_\(stride)")
            }
            // Scores may pass 1 by a rounding error: clamp only those that can matter.
            guard product >= least else { continue }
            let score = (clamped(classes[cell]) * clamped(objects[cell])).squareRoot()
            guard score >= threshold else { continue }
            let column = Float(cell % columns)
            let row = Float(cell / columns)
            if let face = face(level, cell: cell, column: column, row: row, stride: Float(stride), score: score) {
                faces.append(face)
            }
        }
    }

    private static func face(
        _ level: borrowing Level, cell: Int, column: Float, row: Float, stride: Float, score: Float
    ) -> Face? {
        let boxes = level.boxes
        let points = level.points
        let width = exponential(boxes[cell * 4 + 2]) * stride
        let height = exponential(boxes[cell * 4 + 3]) * stride
        let box = Rect(
            x: (column + boxes[cell * 4]) * stride - width / 2, y: (row + boxes[cell * 4 + 1]) * stride - height / 2,
            width: width, height: height)
        func point(_ index: Int) -> Point {
            let at = cell * 10 + index * 2
            return Point(x: (points[at] + column) * stride, y: (points[at + 1] + row) * stride)
        }
        return .sound(
            box: box, score: score,
            landmarks: Landmarks(
                rightEye: point(0), leftEye: point(1), nose: point(2), rightMouth: point(3), leftMouth: point(4)))
    }

    private static func clamped(_ score: Float) -> Float { min(1, max(0, score)) }

    private static func check(_ found: Int, is expected: Int, output: String) throws(DetectionError) {
        if found != expected { throw .wrongSize(output: output, expected: expected, found: found) }
    }
}
