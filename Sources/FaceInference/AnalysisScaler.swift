import CYUV
import Faces

/// Scales parts of frames straight from their native format to the small upright four-byte pictures that detectors see.
///
/// libyuv does the pixel work. One scaler serves one thread; its buffers are kept from frame to frame.
final class AnalysisScaler {
    private let layout: PictureLayout
    private let orientation: Orientation
    private let kind: Kind
    private var scaled = Bytes(count: 0)
    private var upright = Bytes(count: 0)
    private var planes: [Bytes]
    private var narrowed: [Bytes] = []
    /// Of the part that is being scaled.
    private var source = PixelBounds(columns: 0..<0, rows: 0..<0)

    /// The size of the upright picture.
    private(set) var size = Size(width: 0, height: 0)
    /// The upright picture, rows without padding.
    private var picture: Bytes { orientation == .rotate0 ? scaled : upright }
    /// The upright picture's pixels, valid until the next call of `scale`.
    var pixels: UnsafeBufferPointer<UInt32> {
        let words = UnsafeRawPointer(picture.start).assumingMemoryBound(to: UInt32.self)
        return UnsafeBufferPointer(start: words, count: size.width * size.height)
    }
    /// Byte offsets of red, green and blue in a pixel.
    let order: (red: Int, green: Int, blue: Int)

    /// How the channels lie in memory, so which of libyuv's ways leads down.
    private enum Kind {
        case gray, planar
        case semiPlanar(u: Int)
        case packed422(lumaFirst: Bool)
        case packedRGB(bytes: Int)
        case packedYUV
    }

    init(layout: PictureLayout, orientation: Orientation) throws(InferenceError) {
        self.layout = layout
        self.orientation = orientation
        kind = try Self.kind(of: layout)
        order = Self.order(of: layout, kind)
        planes = (0..<4).map { _ in Bytes(count: 0) }
    }

    /// Reads a part of a frame and makes it `size`, measured before it is turned upright; the result is in `pixels`.
    ///
    /// The part lies within the frame, and begins at an even column and row, where chroma samples do.
    func scale(_ frame: FrameView, part: PixelBounds, to size: Size) {
        source = part
        self.size = orientation.swapsAxes ? size.transposed : size
        let pixels = size.width * size.height
        Self.make(&scaled, holding: pixels * 4)
        if orientation != .rotate0 { Self.make(&upright, holding: pixels * 4) }
        switch kind {
        case .packedRGB(let bytes): scalePackedRGB(frame, bytes: bytes, to: size)
        case .packedYUV: scalePackedYUV(frame, to: size)
        case .gray, .planar, .semiPlanar, .packed422: scalePlanar(frame, to: size)
        }
        turn(size)
    }

    /// Where the pixels of the upright picture, once scaled, lie in the stored frame.
    var mapToStored: AffineMap {
        let stored = orientation.swapsAxes ? size.transposed : size
        return orientation.inverse.map(of: size).then(
            .scaling(
                Float(source.columns.count) / Float(stored.width), Float(source.rows.count) / Float(stored.height),
                movingBy: Point(x: Float(source.columns.lowerBound), y: Float(source.rows.lowerBound))))
    }

    /// Where the points of the stored frame lie in the upright picture.
    var mapFromStored: AffineMap {
        let stored = orientation.swapsAxes ? size.transposed : size
        let across = Float(stored.width) / Float(source.columns.count)
        let down = Float(stored.height) / Float(source.rows.count)
        let offset = Point(x: -Float(source.columns.lowerBound) * across, y: -Float(source.rows.lowerBound) * down)
        return AffineMap.scaling(across, down, movingBy: offset).then(orientation.map(of: stored))
    }

    /// A channel's samples in the part: how many across and down, and the first byte of the first of them.
    private func part(_ frame: FrameView, _ channel: ChannelLayout) -> (start: UnsafePointer<UInt8>, width: Int, height: Int) {
        let plane = frame.planes[channel.plane]
        let (left, top) = (source.columns.lowerBound >> channel.horizontalShift, source.rows.lowerBound >> channel.verticalShift)
        let right = (source.columns.upperBound + (1 << channel.horizontalShift) - 1) >> channel.horizontalShift
        let bottom = (source.rows.upperBound + (1 << channel.verticalShift) - 1) >> channel.verticalShift
        return (
            plane.start + (top * plane.stride + left * channel.pixelStride), min(right, channel.width) - left,
            min(bottom, channel.height) - top
        )
    }

    // MARK: Ways down

    private func scalePackedRGB(_ frame: FrameView, bytes: Int, to size: Size) {
        let stride = Int32(frame.planes[0].stride)
        let part = part(frame, layout.channels[0])
        if bytes == 4 {
            ARGBScale(
                part.start, stride, Int32(part.width), Int32(part.height),
                scaled.start, Int32(size.width * 4), Int32(size.width), Int32(size.height), kFilterBox)
            return
        }
        narrow(size.width * size.height * 3, at: 0)
        RGBScale(
            part.start, stride, Int32(part.width), Int32(part.height),
            narrowed[0].start, Int32(size.width * 3), Int32(size.width), Int32(size.height), kFilterBox)
        RGB24ToARGB(
            narrowed[0].start, Int32(size.width * 3), scaled.start, Int32(size.width * 4), Int32(size.width), Int32(size.height))
    }

    private func scalePackedYUV(_ frame: FrameView, to size: Size) {
        for place in planes.indices { Self.make(&planes[place], holding: size.width * size.height) }
        scalePackedRGB(frame, bytes: 4, to: size)
        let width = Int32(size.width)
        // libyuv names the bytes of a pixel B, G, R, A; `offsets` says which of our planes each one is.
        let offsets = layout.channels.reduce(into: [3, 3, 3, 3]) { places, channel in
            places[channel.offset] = Self.planeIndex(channel.role)
        }
        SplitARGBPlane(
            scaled.start, width * 4, planes[offsets[2]].start, width, planes[offsets[1]].start, width,
            planes[offsets[0]].start, width, planes[offsets[3]].start, width, width, Int32(size.height))
        I444ToARGBMatrix(
            planes[0].start, width, planes[1].start, width, planes[2].start, width, scaled.start, width * 4, constants, width,
            Int32(size.height))
    }

    private func scalePlanar(_ frame: FrameView, to size: Size) {
        let half = Size(width: (size.width + 1) / 2, height: (size.height + 1) / 2)
        for place in 0..<3 {
            Self.make(&planes[place], holding: place == 0 ? size.width * size.height : half.width * half.height)
        }
        for channel in layout.channels where channel.role != .alpha {
            let index = Self.planeIndex(channel.role)
            let target = index == 0 ? size : half
            if case .semiPlanar(let u) = kind, index != 0 {
                if channel.role == .blueDifference { scaleChromaPairs(frame, channel, u: u, to: half) }
                continue
            }
            let source = singlePlane(frame, channel)
            ScalePlane(
                source.start, Int32(source.stride), Int32(source.width), Int32(source.height),
                planes[index].start, Int32(target.width), Int32(target.width), Int32(target.height), kFilterBox)
        }
        let width = Int32(size.width)
        if case .gray = kind {
            I400ToARGBMatrix(planes[0].start, width, scaled.start, width * 4, constants, width, Int32(size.height))
        } else {
            I420ToARGBMatrix(
                planes[0].start, width, planes[1].start, Int32(half.width), planes[2].start, Int32(half.width),
                scaled.start, width * 4, constants, width, Int32(size.height))
        }
    }

    private func scaleChromaPairs(_ frame: FrameView, _ channel: ChannelLayout, u: Int, to half: Size) {
        let part = part(frame, channel)
        var plane = (start: part.start, stride: frame.planes[channel.plane].stride)
        if channel.depth > 8 { plane = eightBit(plane, samples: part.width * 2, rows: part.height, channel, at: 1) }
        narrow(half.width * half.height * 2, at: 2)
        UVScale(
            plane.start, Int32(plane.stride), Int32(part.width), Int32(part.height),
            narrowed[2].start, Int32(half.width * 2), Int32(half.width), Int32(half.height), kFilterBox)
        SplitUVPlane(
            narrowed[2].start, Int32(half.width * 2), planes[u == 0 ? 1 : 2].start, Int32(half.width),
            planes[u == 0 ? 2 : 1].start, Int32(half.width), Int32(half.width), Int32(half.height))
    }

    private typealias Plane = (start: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int)

    /// One channel of the part as a plane of bytes side by side: as it is, narrowed from 16 bits, or unpacked from 4:2:2.
    private func singlePlane(_ frame: FrameView, _ channel: ChannelLayout) -> Plane {
        let stride = frame.planes[channel.plane].stride
        let part = part(frame, channel)
        let index = Self.planeIndex(channel.role)
        if case .packed422(let lumaFirst) = kind {
            let (full, chroma) = (source.columns.count, (source.columns.count + 1) / 2)
            if index == 0 {
                for (place, width) in [full + 1, chroma, chroma].enumerated() { narrow(width * part.height, at: place) }
                let convert = lumaFirst ? YUY2ToI422 : UYVYToI422
                _ = convert(
                    part.start, Int32(stride), narrowed[0].start, Int32(full), narrowed[1].start, Int32(chroma),
                    narrowed[2].start, Int32(chroma), Int32(full), Int32(part.height))
            }
            let width = index == 0 ? full : chroma
            return (UnsafePointer(narrowed[index].start), width, width, part.height)
        }
        guard channel.depth > 8 else { return (part.start, stride, part.width, part.height) }
        let narrow = eightBit((part.start, stride), samples: part.width, rows: part.height, channel, at: index)
        return (narrow.start, narrow.stride, part.width, part.height)
    }

    private func eightBit(
        _ source: (start: UnsafePointer<UInt8>, stride: Int), samples: Int, rows: Int, _ channel: ChannelLayout, at place: Int
    ) -> (start: UnsafePointer<UInt8>, stride: Int) {
        narrow(samples * rows, at: place)
        source.start.withMemoryRebound(to: UInt16.self, capacity: source.stride / 2 * (rows - 1) + samples) { wide in
            Convert16To8Plane(
                wide, Int32(source.stride / 2), narrowed[place].start, Int32(samples),
                Int32(1 << (24 - channel.depth - channel.lowBits)), Int32(samples), Int32(rows))
        }
        return (UnsafePointer(narrowed[place].start), samples)
    }

    /// Turns the scaled picture upright: first mirrored where the tag says so, then rotated clockwise.
    private func turn(_ size: Size) {
        let (mirrored, mode): (Bool, RotationMode) =
            switch orientation {
            case .rotate0: (false, kRotate0)
            case .rotate90: (false, kRotate90)
            case .rotate180: (false, kRotate180)
            case .rotate270: (false, kRotate270)
            case .flipRotate0: (true, kRotate0)
            case .flipRotate90: (true, kRotate90)
            case .flipRotate180: (true, kRotate180)
            case .flipRotate270: (true, kRotate270)
            }
        guard orientation != .rotate0 else { return }
        let (width, height) = (Int32(size.width), Int32(size.height))
        if mirrored {
            ARGBMirror(scaled.start, width * 4, upright.start, width * 4, width, height)
            guard mode != kRotate0 else { return }
            swap(&scaled, &upright)
        }
        ARGBRotate(scaled.start, width * 4, upright.start, Int32(self.size.width * 4), width, height, mode)
    }

    // MARK: Formats

    private static func kind(of layout: PictureLayout) throws(InferenceError) -> Kind {
        let channels = layout.channels.filter { $0.role != .alpha }
        guard let first = channels.first else { throw .unsupportedFrame("it has no channels") }
        let bytes = first.depth > 8 ? 2 : 1
        if first.role == .luma, channels.count == 1 { return .gray }
        if channels.allSatisfy({ $0.pixelStride == bytes }) { return .planar }
        let isRGB = [.red, .green, .blue].contains(first.role)
        if bytes == 1, channels.allSatisfy({ $0.plane == 0 && $0.horizontalShift == 0 && $0.pixelStride == first.pixelStride }) {
            if isRGB, first.pixelStride == 3 || first.pixelStride == 4 { return .packedRGB(bytes: first.pixelStride) }
            if !isRGB, first.pixelStride == 4 { return .packedYUV }
        }
        if let u = channels.first(where: { $0.role == .blueDifference }), first.role == .luma {
            if first.pixelStride == bytes, u.pixelStride == 2 * bytes { return .semiPlanar(u: u.offset / bytes) }
            if bytes == 1, first.pixelStride == 2, u.pixelStride == 4 { return .packed422(lumaFirst: first.offset == 0) }
        }
        throw .unsupportedFrame("its pixel layout is unknown")
    }

    private static func order(of layout: PictureLayout, _ kind: Kind) -> (red: Int, green: Int, blue: Int) {
        guard case .packedRGB = kind else { return (2, 1, 0) }
        func offset(_ role: ChannelRole) -> Int { layout.channels.first { $0.role == role }?.offset ?? 0 }
        return (offset(.red), offset(.green), offset(.blue))
    }

    private static func planeIndex(_ role: ChannelRole) -> Int {
        switch role {
        case .luma, .red: 0
        case .blueDifference, .green: 1
        case .redDifference, .blue: 2
        case .alpha: 3
        }
    }

    /// The matrix from the frame's luma and chroma to RGB, told apart by the weight of red.
    private var constants: OpaquePointer {
        let weight = layout.colour.redWeight
        return gstswift_yuv_constants(weight < 0.24 ? 1 : weight < 0.28 ? 2 : 0, layout.colour.fullRange ? 1 : 0)
    }

    private func narrow(_ count: Int, at place: Int) {
        while narrowed.count <= place { narrowed.append(Bytes(count: 0)) }
        Self.make(&narrowed[place], holding: count)
    }

    private static func make(_ buffer: inout Bytes, holding count: Int) {
        if buffer.count < count { buffer = Bytes(count: count) }
    }
}

/// A buffer of bytes that is kept, with a little room behind it for vector stores.
final class Bytes {
    let start: UnsafeMutablePointer<UInt8>
    let count: Int

    init(count: Int) {
        self.count = count
        // Aligned so that four bytes can also be read as one word.
        let raw = UnsafeMutableRawPointer.allocate(byteCount: count + 64, alignment: 64)
        start = raw.initializeMemory(as: UInt8.self, repeating: 0, count: count + 64)
    }

    deinit { start.deallocate() }
}
