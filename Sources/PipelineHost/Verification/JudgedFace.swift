import Faces
import GStreamer

/// A face of the original, and what of it can be read in the result.
struct JudgedFace: Sendable {
    var face: FrameRecord.Face
    var correlation: DetailCorrelation

    /// Compares the luma of two frames of one size in each face's box.
    static func judge(_ faces: [FrameRecord.Face], in original: PlaneCopy, _ result: PlaneCopy) -> [JudgedFace] {
        faces.map { face in
            let patches = (patch(of: face.box, in: original), patch(of: face.box, in: result))
            return JudgedFace(face: face, correlation: DetailCorrelation(patches.0, patches.1))
        }
    }

    private static func patch(of box: Rect, in frame: PlaneCopy) -> LumaPatch {
        let luma = frame.planes[0]
        return LumaPatch(of: luma.bytes.span, stride: luma.width, width: luma.width, height: luma.height, in: box)
    }

    /// Whether two frames show the same outside the faces; nil where nothing can be said.
    static func isSameScene(_ original: PlaneCopy, _ result: PlaneCopy, without faces: [FrameRecord.Face]) -> Bool? {
        let whole = Rect(x: 0, y: 0, width: Float(original.width), height: Float(original.height))
        // A mask exceeds its face.
        return SceneLikeness.isSame(
            patch(of: whole, in: original), patch(of: whole, in: result), without: faces.map { $0.box.scaled(by: 1.6) })
    }
}

extension FrameRecord.Face {
    var box: Rect { Rect(x: Float(x), y: Float(y), width: Float(width), height: Float(height)) }
}
