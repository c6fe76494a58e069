import Faces
import TestSupport

@testable import FaceInference

/// A picture in a native format, laid out in memory as GStreamer does.
struct Still {
    enum Format: String, CaseIterable {
        case rgb = "RGB"
        case bgra = "BGRA"
        case i420 = "I420"
        case nv12 = "NV12"
        case y444 = "Y444"
        case yuy2 = "YUY2"
        case uyvy = "UYVY"
        case ayuv = "AYUV"
        case gray = "GRAY8"
        case i420With10Bits = "I420_10LE"
        case p010 = "P010_10LE"
    }

    let layout: PictureLayout
    private let strides: [Int]
    private let offsets: [Int]
    private(set) var bytes: [UInt8]

    /// The portrait, whose face is in (178, 63, 90, 113), behind filters of gst-launch's that make it `width` × `height`.
    static func portrait(_ format: Format, width: Int = 512, height: Int = 512, filters: String = "identity") throws -> Still {
        let bytes = try TestSupport.bytes(
            of: "filesrc location=\(Place.astronaut) ! pngdec ! videoconvert ! \(filters) ! videoconvert ! "
                + "video/x-raw,format=\(format.rawValue),width=\(width),height=\(height)")
        return Still(format, width: width, height: height, bytes: bytes)
    }

    /// `bytes` are all planes one behind the other, rows padded to four bytes.
    init(_ format: Format, width: Int, height: Int, bytes: [UInt8]) {
        func padded(_ length: Int) -> Int { (length + 3) / 4 * 4 }
        let (halfWidth, halfHeight) = ((width + 1) / 2, (height + 1) / 2)
        typealias Plane = (stride: Int, rows: Int)
        func channel(
            _ role: ChannelRole, _ plane: Int, _ offset: Int, _ step: Int, across: Int = 0, down: Int = 0, depth: Int = 8
        )
            -> ChannelLayout
        {
            ChannelLayout(
                role: role, plane: plane, offset: offset, pixelStride: step, width: across == 1 ? halfWidth : width,
                height: down == 1 ? halfHeight : height, horizontalShift: across, verticalShift: down, depth: depth,
                lowBits: format == .p010 ? 6 : 0)
        }
        let planes: [Plane]
        let channels: [ChannelLayout]
        switch format {
        case .rgb:
            planes = [(padded(width * 3), height)]
            channels = [channel(.red, 0, 0, 3), channel(.green, 0, 1, 3), channel(.blue, 0, 2, 3)]
        case .bgra:
            planes = [(width * 4, height)]
            channels = [channel(.red, 0, 2, 4), channel(.green, 0, 1, 4), channel(.blue, 0, 0, 4), channel(.alpha, 0, 3, 4)]
        case .i420:
            planes = [(padded(width), height + height % 2)] + Array(repeating: (padded(halfWidth), halfHeight), count: 2)
            channels = [
                channel(.luma, 0, 0, 1), channel(.blueDifference, 1, 0, 1, across: 1, down: 1),
                channel(.redDifference, 2, 0, 1, across: 1, down: 1),
            ]
        case .nv12:
            planes = [(padded(width), height + height % 2), (padded(width), halfHeight)]
            channels = [
                channel(.luma, 0, 0, 1), channel(.blueDifference, 1, 0, 2, across: 1, down: 1),
                channel(.redDifference, 1, 1, 2, across: 1, down: 1),
            ]
        case .y444:
            planes = Array(repeating: (padded(width), height), count: 3)
            channels = [channel(.luma, 0, 0, 1), channel(.blueDifference, 1, 0, 1), channel(.redDifference, 2, 0, 1)]
        case .yuy2, .uyvy:
            planes = [(padded(width * 2), height)]
            let first = format == .yuy2 ? 0 : 1
            channels = [
                channel(.luma, 0, first, 2), channel(.blueDifference, 0, 1 - first, 4, across: 1),
                channel(.redDifference, 0, 3 - first, 4, across: 1),
            ]
        case .ayuv:
            planes = [(width * 4, height)]
            channels = [
                channel(.luma, 0, 1, 4), channel(.blueDifference, 0, 2, 4), channel(.redDifference, 0, 3, 4),
                channel(.alpha, 0, 0, 4),
            ]
        case .gray:
            planes = [(padded(width), height)]
            channels = [channel(.luma, 0, 0, 1)]
        case .i420With10Bits:
            planes = [(padded(width * 2), height + height % 2)] + Array(repeating: (padded(halfWidth * 2), halfHeight), count: 2)
            channels = [
                channel(.luma, 0, 0, 2, depth: 10), channel(.blueDifference, 1, 0, 2, across: 1, down: 1, depth: 10),
                channel(.redDifference, 2, 0, 2, across: 1, down: 1, depth: 10),
            ]
        case .p010:
            planes = [(padded(width * 2), height + height % 2), (padded(width * 2), halfHeight)]
            channels = [
                channel(.luma, 0, 0, 2, depth: 10), channel(.blueDifference, 1, 0, 4, across: 1, down: 1, depth: 10),
                channel(.redDifference, 1, 2, 4, across: 1, down: 1, depth: 10),
            ]
        }
        let isRGB = format == .rgb || format == .bgra
        layout = PictureLayout(width: width, height: height, channels: channels, colour: isRGB ? .rgb : .bt601)
        strides = planes.map(\.stride)
        offsets = planes.indices.map { index in planes[..<index].reduce(0) { $0 + $1.stride * $1.rows } }
        self.bytes = bytes
    }

    /// An RGB picture of a size, each pixel of it taken from this RGB one: from the place that `map` names for its centre.
    func taken(width: Int, height: Int, by map: AffineMap) -> Still {
        let stride = (width * 3 + 3) / 4 * 4
        var taken = [UInt8](repeating: 0, count: stride * height)
        for row in 0..<height {
            for column in 0..<width {
                let source = map(Point(x: Float(column) + 0.5, y: Float(row) + 0.5))
                let (x, y) = (Int(source.x.rounded(.down)), Int(source.y.rounded(.down)))
                guard (0..<layout.width).contains(x), (0..<layout.height).contains(y) else { continue }
                for byte in 0..<3 { taken[row * stride + column * 3 + byte] = bytes[y * strides[0] + x * 3 + byte] }
            }
        }
        return Still(.rgb, width: width, height: height, bytes: taken)
    }

    /// Lends the picture as detectors take it.
    func withView<Result>(_ body: (FrameView) throws -> Result) rethrows -> Result {
        try bytes.withUnsafeBufferPointer { bytes in
            try body(
                FrameView(layout: layout, planes: zip(offsets, strides).map { (bytes.baseAddress! + $0, $1) }))
        }
    }
}
