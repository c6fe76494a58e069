import FaceInference
import Faces

/// The formats that cameras, decoders and encoders use most.
enum BenchFormat: String, CaseIterable {
    case i420 = "I420"
    case nv12 = "NV12"
    case yuy2 = "YUY2"
    case bgra = "BGRA"
}

/// A grey gradient in a native format, in memory of its own.
struct BenchPicture: Picture {
    let layout: PictureLayout
    private let strides: [Int]
    private var planes: [[UInt8]]

    init(format: BenchFormat, size: Size) {
        let (width, height) = (size.width, size.height)
        func channel(_ role: ChannelRole, _ plane: Int, offset: Int = 0, step: Int, across: Int = 0, down: Int = 0)
            -> ChannelLayout
        {
            ChannelLayout(
                role: role, plane: plane, offset: offset, pixelStride: step, width: width >> across, height: height >> down,
                horizontalShift: across, verticalShift: down)
        }
        let channels: [ChannelLayout]
        switch format {
        case .i420:
            channels = [
                channel(.luma, 0, step: 1), channel(.blueDifference, 1, step: 1, across: 1, down: 1),
                channel(.redDifference, 2, step: 1, across: 1, down: 1),
            ]
            strides = [width, width / 2, width / 2]
        case .nv12:
            channels = [
                channel(.luma, 0, step: 1), channel(.blueDifference, 1, step: 2, across: 1, down: 1),
                channel(.redDifference, 1, offset: 1, step: 2, across: 1, down: 1),
            ]
            strides = [width, width]
        case .yuy2:
            channels = [
                channel(.luma, 0, step: 2), channel(.blueDifference, 0, offset: 1, step: 4, across: 1),
                channel(.redDifference, 0, offset: 3, step: 4, across: 1),
            ]
            strides = [width * 2]
        case .bgra:
            channels = [
                channel(.blue, 0, step: 4), channel(.green, 0, offset: 1, step: 4), channel(.red, 0, offset: 2, step: 4),
                channel(.alpha, 0, offset: 3, step: 4),
            ]
            strides = [width * 4]
        }
        layout = PictureLayout(width: width, height: height, channels: channels, colour: format == .bgra ? .rgb : .bt709)
        planes = strides.enumerated().map { plane, stride in
            let rows = channels.filter { $0.plane == plane }.map(\.height).max() ?? 0
            return (0..<stride * rows).map { UInt8(truncatingIfNeeded: $0 % stride >> 3) }
        }
    }

    mutating func withChannel<Result>(_ index: Int, _ body: (inout Channel) -> Result) -> Result {
        let channel = layout.channels[index]
        var view = Channel(bytes: planes[channel.plane].mutableSpan, stride: strides[channel.plane], layout: channel)
        return body(&view)
    }

    /// Lends the planes as the detector takes them.
    func withView(_ body: (FrameView) -> Void) {
        func lend(_ plane: Int, _ views: [(start: UnsafePointer<UInt8>, stride: Int)]) {
            guard plane < planes.count else { return body(FrameView(layout: layout, planes: views)) }
            planes[plane].withUnsafeBufferPointer { lend(plane + 1, views + [($0.baseAddress!, strides[plane])]) }
        }
        lend(0, [])
    }
}
