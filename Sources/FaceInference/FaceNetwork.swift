import Faces

/// One network ready to look: its input is written from four-byte pictures, its outputs are read as faces.
///
/// It serves one thread at a time; the compiled network behind it is shared through the library.
final class FaceNetwork {
    let family: ModelFamily
    let input: NetworkInput
    private let request: Request

    /// Compiles the network if nobody has; `order` are the byte offsets of red, green and blue in the pictures to come.
    init(
        _ family: ModelFamily, canvas: Size, order: (red: Int, green: Int, blue: Int), library: ModelLibrary, streams: Int,
        precision: Precision = .automatic
    ) throws(InferenceError) {
        self.family = family
        let offsets = family.blueFirst ? [order.blue, order.green, order.red] : [order.red, order.green, order.blue]
        input = NetworkInput(canvas: canvas, shifts: offsets.map { UInt32($0 * 8) })
        request = try library.network(
            family, width: canvas.width, height: canvas.height, streams: streams, precision: precision
        ).makeRequest()
    }

    /// Writes a picture into the input with its corner at `left`, `top`; `mirrored` is filled around it with its reflection.
    func write(_ pixels: UnsafeBufferPointer<UInt32>, size: Size, left: Int, top: Int, mirrored: PixelBounds?) {
        let floats = request.input
        var planes = floats.mutableSpan
        input.write(pixels.span, size: size, left: left, top: top, to: &planes)
        guard let mirrored else { return }
        input.mirror(input.bounds(of: size, left: left, top: top), upTo: mirrored, in: &planes)
    }

    /// Fills the input with a picture that is turned against it; `map` leads from the input into the picture.
    func write(_ pixels: UnsafeBufferPointer<UInt32>, size: Size, turned map: AffineMap) {
        let floats = request.input
        var planes = floats.mutableSpan
        input.sample(pixels.span, size: size, by: map, to: &planes)
    }

    /// The faces scoring at least `threshold` in what the input holds, best first, in its pixels.
    func faces(threshold: Float) throws -> [Face] {
        try request.run()
        return try request.withOutputs { try decode($0, threshold: threshold) }
    }

    private func decode(_ outputs: [UnsafeBufferPointer<Float>], threshold: Float) throws -> [Face] {
        switch family {
        case .yuNet:
            let stride8 = YuNet.Level(
                classes: outputs[0].span, objects: outputs[3].span, boxes: outputs[6].span, points: outputs[9].span)
            let stride16 = YuNet.Level(
                classes: outputs[1].span, objects: outputs[4].span, boxes: outputs[7].span, points: outputs[10].span)
            let stride32 = YuNet.Level(
                classes: outputs[2].span, objects: outputs[5].span, boxes: outputs[8].span, points: outputs[11].span)
            return try YuNet.decode(
                stride8: stride8, stride16: stride16, stride32: stride32, canvasWidth: input.canvas.width,
                canvasHeight: input.canvas.height, threshold: threshold)
        case .centerFace:
            return try CenterFace.decode(
                heat: outputs[0].span, scale: outputs[1].span, offset: outputs[2].span, landmarks: outputs[3].span,
                canvasWidth: input.canvas.width, canvasHeight: input.canvas.height, threshold: threshold)
        }
    }
}
