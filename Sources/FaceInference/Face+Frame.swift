import Faces

extension Face {
    /// How far a face's centre may lie beyond the frame, in sides of it: half hidden, its reflection makes it whole about the edge.
    private static let mostBeyond: Float = 0.1

    /// Whether it lies in a frame of a size, and is not one of those inside once more, as reflection shows them beyond its edges.
    func isCentred(in frame: Size) -> Bool {
        let (across, down) = (box.width * Self.mostBeyond, box.height * Self.mostBeyond)
        return (-across...Float(frame.width) + across).contains(box.centre.x)
            && (-down...Float(frame.height) + down).contains(box.centre.y)
    }
}
