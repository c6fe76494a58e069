import CGStreamer

/// A frame's planes, copied: rows of bytes one behind the other, without padding.
public struct PlaneCopy: Sendable {
    public struct Plane: Sendable {
        /// Bytes in a row, and rows.
        public var width: Int
        public var height: Int
        public var bytes: [UInt8]

        public init(width: Int, height: Int, bytes: [UInt8]) {
            self.width = width
            self.height = height
            self.bytes = bytes
        }
    }

    /// In pixels.
    public var width: Int
    public var height: Int
    public var planes: [Plane]
}

extension Sample {
    /// Copies the planes of a raw video frame; nil where it is none or cannot be read.
    public func copyPlanes() -> PlaneCopy? {
        guard let info = VideoInfo(caps: caps?.pointer), let buffer = gst_sample_get_buffer(pointer),
            let frame = VideoFrame(mapping: buffer, info: info, writable: false)
        else { return nil }
        let planes = (0..<info.planeCount).map { index in
            let components = info.components.filter { $0.plane == index }
            let width = components.map { $0.width * $0.pixelStride }.max() ?? 0
            let height = components.map(\.height).max() ?? 0
            let (start, count) = frame.bytes(ofPlane: index)
            let stride = frame.stride(ofPlane: index)
            let bytes = [UInt8](unsafeUninitializedCapacity: width * height) { bytes, size in
                guard let target = bytes.baseAddress, (height - 1) * stride + width <= count else { return }
                for row in 0..<height { (target + row * width).update(from: start + row * stride, count: width) }
                size = width * height
            }
            return PlaneCopy.Plane(width: width, height: height, bytes: bytes)
        }
        guard planes.allSatisfy({ $0.bytes.count == $0.width * $0.height }) else { return nil }
        return PlaneCopy(width: info.width, height: info.height, planes: planes)
    }
}
