import Faces

/// The formats that the tests make pictures of, by GStreamer's names (the 10-bit ones are I420_10LE and P010_10LE).
enum PictureFormat: CaseIterable, Sendable {
    case i420, yv12, nv12, nv21, y42b, y444, yuy2, uyvy, ayuv, gray8, rgb, bgra, i420With10Bits, p010

    /// The bytes of a row without padding, and the rows, of every plane.
    func planes(width: Int, height: Int) -> [(bytes: Int, rows: Int)] {
        let half = (width + 1) / 2
        let halfRows = (height + 1) / 2
        return switch self {
        case .i420, .yv12: [(width, height), (half, halfRows), (half, halfRows)]
        case .nv12, .nv21: [(width, height), (2 * half, halfRows)]
        case .y42b: [(width, height), (half, height), (half, height)]
        case .y444: [(width, height), (width, height), (width, height)]
        case .yuy2, .uyvy: [(4 * half, height)]
        case .ayuv, .bgra: [(4 * width, height)]
        case .gray8: [(width, height)]
        case .rgb: [(3 * width, height)]
        case .i420With10Bits: [(2 * width, height), (2 * half, halfRows), (2 * half, halfRows)]
        case .p010: [(2 * width, height), (4 * half, halfRows)]
        }
    }

    func layout(width: Int, height: Int, colour: ColourModel? = nil) -> PictureLayout {
        func channel(
            _ role: ChannelRole, _ plane: Int, _ offset: Int, _ step: Int, across: Int = 0, down: Int = 0, depth: Int = 8,
            lowBits: Int = 0
        ) -> ChannelLayout {
            ChannelLayout(
                role: role, plane: plane, offset: offset, pixelStride: step, width: (width + across) >> across,
                height: (height + down) >> down, horizontalShift: across, verticalShift: down, depth: depth,
                lowBits: lowBits)
        }
        let channels: [ChannelLayout]
        switch self {
        case .i420, .yv12:
            channels = [
                channel(.luma, 0, 0, 1), channel(.blueDifference, self == .i420 ? 1 : 2, 0, 1, across: 1, down: 1),
                channel(.redDifference, self == .i420 ? 2 : 1, 0, 1, across: 1, down: 1),
            ]
        case .nv12, .nv21:
            channels = [
                channel(.luma, 0, 0, 1), channel(.blueDifference, 1, self == .nv12 ? 0 : 1, 2, across: 1, down: 1),
                channel(.redDifference, 1, self == .nv12 ? 1 : 0, 2, across: 1, down: 1),
            ]
        case .y42b:
            channels = [
                channel(.luma, 0, 0, 1), channel(.blueDifference, 1, 0, 1, across: 1),
                channel(.redDifference, 2, 0, 1, across: 1),
            ]
        case .y444:
            channels = [channel(.luma, 0, 0, 1), channel(.blueDifference, 1, 0, 1), channel(.redDifference, 2, 0, 1)]
        case .yuy2:
            channels = [
                channel(.luma, 0, 0, 2), channel(.blueDifference, 0, 1, 4, across: 1),
                channel(.redDifference, 0, 3, 4, across: 1),
            ]
        case .uyvy:
            channels = [
                channel(.luma, 0, 1, 2), channel(.blueDifference, 0, 0, 4, across: 1),
                channel(.redDifference, 0, 2, 4, across: 1),
            ]
        case .ayuv:
            channels = [
                channel(.alpha, 0, 0, 4), channel(.luma, 0, 1, 4), channel(.blueDifference, 0, 2, 4),
                channel(.redDifference, 0, 3, 4),
            ]
        case .gray8: channels = [channel(.luma, 0, 0, 1)]
        case .rgb: channels = [channel(.red, 0, 0, 3), channel(.green, 0, 1, 3), channel(.blue, 0, 2, 3)]
        case .bgra:
            channels = [
                channel(.blue, 0, 0, 4), channel(.green, 0, 1, 4), channel(.red, 0, 2, 4), channel(.alpha, 0, 3, 4),
            ]
        case .i420With10Bits:
            channels = [
                channel(.luma, 0, 0, 2, depth: 10), channel(.blueDifference, 1, 0, 2, across: 1, down: 1, depth: 10),
                channel(.redDifference, 2, 0, 2, across: 1, down: 1, depth: 10),
            ]
        case .p010:
            channels = [
                channel(.luma, 0, 0, 2, depth: 10, lowBits: 6),
                channel(.blueDifference, 1, 0, 4, across: 1, down: 1, depth: 10, lowBits: 6),
                channel(.redDifference, 1, 2, 4, across: 1, down: 1, depth: 10, lowBits: 6),
            ]
        }
        let model = colour ?? (self == .rgb || self == .bgra ? .rgb : .bt709)
        return PictureLayout(width: width, height: height, channels: channels, colour: model)
    }
}

/// A picture that owns its bytes; padding and unused bytes are 0xA5.
struct OwnedPicture: Picture, Equatable {
    static let filler: UInt8 = 0xA5

    let format: PictureFormat
    let layout: PictureLayout
    let strides: [Int]
    var planes: [[UInt8]]

    /// Whether the last bytes of every row of every plane, so many, are still as they were made.
    func keepsPadding(_ padding: Int) -> Bool {
        zip(planes, strides).allSatisfy { plane, stride in
            (0..<plane.count / stride).allSatisfy { row in
                plane[row * stride + stride - padding..<(row + 1) * stride].allSatisfy { $0 == Self.filler }
            }
        }
    }

    init(_ format: PictureFormat, width: Int, height: Int, padding: Int = 0, colour: ColourModel? = nil) {
        self.format = format
        layout = format.layout(width: width, height: height, colour: colour)
        let shapes = format.planes(width: width, height: height)
        strides = shapes.map { $0.bytes + padding }
        planes = shapes.map { Array(repeating: Self.filler, count: ($0.bytes + padding) * $0.rows) }
    }

    mutating func withChannel<Result>(_ index: Int, _ body: (inout Channel) -> Result) -> Result {
        let channel = layout.channels[index]
        let stride = strides[channel.plane]
        var lent = Channel(bytes: planes[channel.plane].mutableSpan, stride: stride, layout: channel)
        return body(&lent)
    }

    /// Sets every sample of every channel to what `value` says for its index, column and row.
    mutating func fill(_ value: (_ channel: Int, _ column: Int, _ row: Int) -> Int) {
        for index in layout.channels.indices {
            let shape = layout.channels[index]
            withChannel(index) { channel in
                for row in 0..<shape.height {
                    for column in 0..<shape.width { channel[column, row] = value(index, column, row) }
                }
            }
        }
    }

    /// A channel's samples, row by row.
    func samples(_ index: Int) -> [[Int]] {
        var copy = self
        let shape = layout.channels[index]
        return copy.withChannel(index) { channel in
            (0..<shape.height).map { row in (0..<shape.width).map { channel[$0, row] } }
        }
    }

    func samples(of role: ChannelRole) -> [[Int]] {
        layout.channels.firstIndex { $0.role == role }.map(samples) ?? []
    }

    /// Every channel filled with numbers that look random but are always the same.
    static func noise(
        _ format: PictureFormat, width: Int, height: Int, padding: Int = 0, salt: UInt32 = 1
    ) -> OwnedPicture {
        var picture = OwnedPicture(format, width: width, height: height, padding: padding)
        var state = salt &* 2_654_435_761
        let channels = picture.layout.channels
        picture.fill { channel, _, _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return Int(state >> 8) & ((1 << channels[channel].depth) - 1)
        }
        return picture
    }
}
