extension Face {
    /// The face if its box is one, else nil; points that are not finite are left out.
    static func sound(box: Rect, score: Float, landmarks: Landmarks) -> Face? {
        guard box.isSound else { return nil }
        return Face(box: box, score: score, landmarks: landmarks.isFinite ? landmarks : nil)
    }
}
