// Detectors and trackers can go wrong: what is not finite must be seen before it becomes a pixel index.

extension Rect {
    /// Whether all four edges are finite.
    var isFinite: Bool { x.isFinite && y.isFinite && maxX.isFinite && maxY.isFinite }

    /// Whether the rectangle is finite and has an area that is.
    var isSound: Bool { isFinite && width > 0 && height > 0 && (width * height).isFinite }
}

extension Landmarks {
    var isFinite: Bool {
        rightEye.isFinite && leftEye.isFinite && nose.isFinite && rightMouth.isFinite && leftMouth.isFinite
    }
}

extension Point {
    var isFinite: Bool { x.isFinite && y.isFinite }
}
