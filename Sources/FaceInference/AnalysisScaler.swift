import CYUV
import Faces

/// Scales frames straight from their native format to the small upright four-byte picture that detectors see.
///
/// libyuv does the pixel work. One scaler serves one thread; its buffers are kept from frame to frame.
final class AnalysisScaler {
    private let layout: PictureLayout
    private let geometry: FrameGeometry
    private let kind: Kind
    private var scaled: Bytes
    private var upright: Bytes
    private var planes: [Bytes]
    private var narrowed: [Bytes]

    /// The upright picture: four bytes a pixel, rows without padding.
    var picture: (start: UnsafePointer<UInt8>, width: Int, height: Int) {
        let source = geometry.orientation == .rotate0 ? scaled : upright
        return (UnsafePointer(source.start), geometry.analysisSize.width, geometry.analysisSize.height)
    }
    /// Byte offsets of red, green and blue in a pixel of `picture`.
    let order: (red: Int, green: Int, blue: Int)

    /// How the channels lie in memory, so which of libyuv's ways leads down.
    private enum Kind {
        case gray, planar
        case semiPlanar(u: Int)
        case packed422(lumaFirst: Bool)
        case packedRGB(bytes: Int)
        case packedYUV
    }

    init(layout: PictureLayout, geometry: FrameGeometry) throws(InferenceError) {
        self.layout = layout
        self.geometry = geometry
        kind = try Self.kind(of: layout)
        order = Self.order(of: layout, kind)
        let size = geometry.scaledStored
        let pixels = size.width * size.height
        scaled = Bytes(count: pixels * 4)
        upright = Bytes(count: geometry.orientation == .rotate0 ? 0 : pixels * 4)
        planes = (0..<4).map { _ in Bytes(count: pixels + 2 * (size.width + size.height) + 4) }
        narrowed = []
    }

    /// Reads one frame; the result is in `picture` until the next call.
    func scale(_ frame: FrameView) {
        let size = geometry.scaledStored
        switch kind {
        case .packedRGB(let bytes): scalePackedRGB(frame, bytes: bytes, to: size)
        case .packedYUV: scalePackedYUV(frame, to: size)
        case .gray, .planar, .semiPlanar, .packed422: scalePlanar(frame, to: size)
        }
        turn(size)
    }

    // MARK: Ways down

    private func scalePackedRGB(_ frame: FrameView, bytes: Int, to size: Size) {
        let plane = frame.planes[0]
        if bytes == 4 {
            ARGBScale(
                plane.start, Int32(plane.stride), Int32(layout.width), Int32(layout.height),
                scaled.start, Int32(size.width * 4), Int32(size.width), Int32(size.height), kFilterBox)
            return
        }
        narrow(size.width * size.height * 3, at: 0)
        RGBScale(
            plane.start, Int32(plane.stride), Int32(layout.width), Int32(layout.height),
            narrowed[0].start, Int32(size.width * 3), Int32(size.width), Int32(size.height), kFilterBox)
        RGB24ToARGB(
            narrowed[0].start, Int32(size.width * 3), scaled.start, Int32(size.width * 4), Int32(size.width), Int32(size.height))
    }

    private func scalePackedYUV(_ frame: FrameView, to size: Size) {
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
        for channel in layout.channels where channel.role != .alpha {
            let index = Self.planeIndex(channel.role)
            let target = index == 0 ? size : half
            if case .semiPlanar(let u) = kind, index != 0 {
                guard channel.role == .blueDifference else { continue }
                scaleChromaPairs(frame, channel, u: u, to: half)
                continue
            }
            let source = singlePlane(frame, channel)
            ScalePlane(
                source.start, Int32(source.stride), Int32(channel.width), Int32(channel.height),
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
        var source = frame.planes[channel.plane]
        if channel.depth > 8 { source = eightBit(source, samples: channel.width * 2, channel, at: 1) }
        narrow(half.width * half.height * 2, at: 2)
        UVScale(
            source.start, Int32(source.stride), Int32(channel.width), Int32(channel.height),
            narrowed[2].start, Int32(half.width * 2), Int32(half.width), Int32(half.height), kFilterBox)
        SplitUVPlane(
            narrowed[2].start, Int32(half.width * 2), planes[u == 0 ? 1 : 2].start, Int32(half.width),
            planes[u == 0 ? 2 : 1].start, Int32(half.width), Int32(half.width), Int32(half.height))
    }

    /// One channel as a plane of bytes side by side: as it is, narrowed from 16 bits, or unpacked from 4:2:2.
    private func singlePlane(_ frame: FrameView, _ channel: ChannelLayout) -> (start: UnsafePointer<UInt8>, stride: Int) {
        let source = frame.planes[channel.plane]
        if case .packed422(let lumaFirst) = kind {
            let (full, chroma) = (layout.width, (layout.width + 1) / 2)
            let index = Self.planeIndex(channel.role)
            if index == 0 {
                for (place, width) in [full + 1, chroma, chroma].enumerated() { narrow(width * layout.height, at: place) }
                let convert = lumaFirst ? YUY2ToI422 : UYVYToI422
                _ = convert(
                    source.start, Int32(source.stride), narrowed[0].start, Int32(full), narrowed[1].start, Int32(chroma),
                    narrowed[2].start, Int32(chroma), Int32(full), Int32(layout.height))
            }
            return (UnsafePointer(narrowed[index].start), index == 0 ? full : chroma)
        }
        return channel.depth > 8 ? eightBit(source, samples: channel.width, channel, at: Self.planeIndex(channel.role)) : source
    }

    private func eightBit(
        _ source: (start: UnsafePointer<UInt8>, stride: Int), samples: Int, _ channel: ChannelLayout, at place: Int
    ) -> (start: UnsafePointer<UInt8>, stride: Int) {
        narrow(samples * channel.height, at: place)
        source.start.withMemoryRebound(to: UInt16.self, capacity: source.stride / 2 * channel.height) { wide in
            Convert16To8Plane(
                wide, Int32(source.stride / 2), narrowed[place].start, Int32(samples),
                Int32(1 << (24 - channel.depth - channel.lowBits)), Int32(samples), Int32(channel.height))
        }
        return (UnsafePointer(narrowed[place].start), samples)
    }

    /// Turns the scaled picture upright: first mirrored where the tag says so, then rotated clockwise.
    private func turn(_ size: Size) {
        let (mirrored, mode): (Bool, RotationMode) =
            switch geometry.orientation {
            case .rotate0: (false, kRotate0)
            case .rotate90: (false, kRotate90)
            case .rotate180: (false, kRotate180)
            case .rotate270: (false, kRotate270)
            case .flipRotate0: (true, kRotate0)
            case .flipRotate90: (true, kRotate90)
            case .flipRotate180: (true, kRotate180)
            case .flipRotate270: (true, kRotate270)
            }
        guard geometry.orientation != .rotate0 else { return }
        let (width, height) = (Int32(size.width), Int32(size.height))
        if mirrored {
            ARGBMirror(scaled.start, width * 4, upright.start, width * 4, width, height)
            guard mode != kRotate0 else { return }
            scaled.copy(from: upright)
        }
        ARGBRotate(scaled.start, width * 4, upright.start, Int32(geometry.analysisSize.width * 4), width, height, mode)
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
        if narrowed[place].count < count { narrowed[place] = Bytes(count: count) }
    }
}

/// A buffer of bytes that is kept, with a little room behind it for vector stores.
final class Bytes {
    let start: UnsafeMutablePointer<UInt8>
    let count: Int

    init(count: Int) {
        self.count = count
        start = .allocate(capacity: count + 64)
        start.initialize(repeating: 0, count: count + 64)
    }

    deinit { start.deallocate() }

    func copy(from other: Bytes) { start.update(from: other.start, count: min(count, other.count)) }
}
