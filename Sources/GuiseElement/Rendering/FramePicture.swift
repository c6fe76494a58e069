import FaceInference
import Faces
import GStreamer

extension VideoInfo {
    /// The layout that `Faces` works on, made once per caps.
    var layout: PictureLayout {
        let roles: [ChannelRole] =
            isRGB
            ? [.red, .green, .blue, .alpha] : isGray ? [.luma] : [.luma, .blueDifference, .redDifference, .alpha]
        let channels = zip(roles, components).map { role, component in
            ChannelLayout(
                role: role, plane: component.plane, offset: component.offset, pixelStride: component.pixelStride,
                width: component.width, height: component.height, horizontalShift: component.horizontalShift,
                verticalShift: component.verticalShift, depth: component.depth, lowBits: component.lowBits)
        }
        return PictureLayout(width: width, height: height, channels: channels, colour: colourModel)
    }

    private var colourModel: ColourModel {
        if isRGB { return .rgb }
        // Caps without a matrix: what GStreamer itself assumes, by size.
        let guess = height > 576 ? ColourModel.bt709 : .bt601
        guard let weights = lumaWeights else {
            return ColourModel(redWeight: guess.redWeight, blueWeight: guess.blueWeight, fullRange: isFullRange)
        }
        return ColourModel(redWeight: Float(weights.red), blueWeight: Float(weights.blue), fullRange: isFullRange)
    }
}

/// A mapped video frame as a picture of native channels.
struct FramePicture: Picture, ~Copyable {
    var frame: VideoFrame
    let layout: PictureLayout

    mutating func withChannel<Result>(_ index: Int, _ body: (inout Channel) -> Result) -> Result {
        let channel = layout.channels[index]
        let stride = frame.stride(ofPlane: channel.plane)
        return frame.withPlane(channel.plane) { bytes in
            var view = Channel(bytes: bytes._mutatingExtracting(...), stride: stride, layout: channel)
            return body(&view)
        }
    }

    /// The planes for the detector, which only reads them.
    var view: FrameView {
        FrameView(
            layout: layout,
            planes: (0..<frame.planeCount).map { plane in
                (UnsafePointer(frame.bytes(ofPlane: plane).start), frame.stride(ofPlane: plane))
            })
    }
}
