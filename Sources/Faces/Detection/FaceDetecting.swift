/// The seam between finding faces and everything that is done with them.
public protocol FaceDetecting<Image> {
    /// What the detector is given: a picture already scaled for it.
    associatedtype Image
    /// The faces of one picture, best first, in that picture's pixels.
    func faces(in image: borrowing Image) throws -> [Face]
}
