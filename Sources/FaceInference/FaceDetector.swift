import CYUV
import Faces

/// Finds faces in frames of one layout: scales, runs every pass, and joins what they found.
///
/// One detector serves one thread at a time; make one for each worker. Networks are shared through the library.
package final class FaceDetector: FaceDetecting {
    private let geometry: FrameGeometry
    private let scaler: AnalysisScaler
    private let passes: [PreparedPass]

    private struct PreparedPass {
        let family: ModelFamily
        let geometry: FrameGeometry
        let request: Request
        /// The picture in this pass's size, where it is smaller than the scaler's.
        let smaller: Bytes?
        let threshold: Float
        /// In pixels of the pass's picture.
        let leastFace: Float
    }

    /// Compiles what is needed; `threshold` 0 takes each model's own, and `streams` detectors may run at once.
    ///
    /// Two that are made at once with different values of `startingAt` compile different networks first, and so in half the time.
    package convenience init(
        library: ModelLibrary, kind: DetectorKind, layout: PictureLayout, pixelAspect: (Int, Int), orientation: Orientation,
        analysisSize: Int, threshold: Float, streams: Int, startingAt first: Int = 0
    ) throws(InferenceError) {
        try self.init(
            library: library, passes: kind.passes(analysisSize: analysisSize), layout: layout, pixelAspect: pixelAspect,
            orientation: orientation, threshold: threshold, streams: streams, precision: .automatic, startingAt: first)
    }

    init(
        library: ModelLibrary, passes plan: [Pass], layout: PictureLayout, pixelAspect: (Int, Int), orientation: Orientation,
        threshold: Float, streams: Int, precision: Precision, startingAt first: Int = 0
    ) throws(InferenceError) {
        func geometry(_ size: Int) -> FrameGeometry {
            FrameGeometry(
                width: layout.width, height: layout.height, pixelAspect: pixelAspect, orientation: orientation, analysisSize: size
            )
        }
        self.geometry = geometry(plan[0].size)
        scaler = try AnalysisScaler(layout: layout, geometry: self.geometry)
        // A frame no larger than the small pass would be looked at twice in the same size.
        let wanted = plan.enumerated().filter { index, pass in
            index == 0 || pass.family != plan[0].family || geometry(pass.size).analysisSize != geometry(plan[0].size).analysisSize
        }.map(\.element)
        var prepared: [PreparedPass?] = wanted.map { _ in nil }
        for step in wanted.indices {
            let index = (step + first) % wanted.count
            let pass = wanted[index]
            let own = geometry(pass.size)
            let network = try library.network(
                pass.family, width: own.canvas.width, height: own.canvas.height, streams: streams, precision: precision)
            prepared[index] = PreparedPass(
                family: pass.family, geometry: own, request: try network.makeRequest(),
                smaller: own.analysisSize == self.geometry.analysisSize
                    ? nil : Bytes(count: own.analysisSize.width * own.analysisSize.height * 4),
                threshold: threshold > 0 ? threshold : pass.family.ownThreshold,
                leastFace: pass.leastFace * Float(max(own.analysisSize.width, own.analysisSize.height)))
        }
        passes = prepared.compactMap(\.self)
    }

    /// The faces in stored-frame pixels, best first.
    package func faces(in frame: borrowing FrameView) throws -> [Face] {
        scaler.scale(copy frame)
        var found: [Face] = []
        for pass in passes {
            fill(pass)
            try pass.request.run()
            found += try pass.request.withOutputs { outputs in
                try decode(outputs, pass).filter { max($0.box.width, $0.box.height) >= pass.leastFace }
                    .map { pass.geometry.stored(fromAnalysis: $0) }
            }
        }
        return passes.count > 1 ? NonMaximumSuppression.kept(of: found) : found
    }

    /// What comes before the networks: the frame scaled and written into their inputs. For benchmarks.
    package func scaleOnly(_ frame: borrowing FrameView) {
        scaler.scale(copy frame)
        for pass in passes { fill(pass) }
    }

    private func decode(_ outputs: [UnsafeBufferPointer<Float>], _ pass: PreparedPass) throws -> [Face] {
        let canvas = pass.geometry.canvas
        switch pass.family {
        case .yuNet:
            let stride8 = YuNet.Level(
                classes: outputs[0].span, objects: outputs[3].span, boxes: outputs[6].span, points: outputs[9].span)
            let stride16 = YuNet.Level(
                classes: outputs[1].span, objects: outputs[4].span, boxes: outputs[7].span, points: outputs[10].span)
            let stride32 = YuNet.Level(
                classes: outputs[2].span, objects: outputs[5].span, boxes: outputs[8].span, points: outputs[11].span)
            return try YuNet.decode(
                stride8: stride8, stride16: stride16, stride32: stride32, canvasWidth: canvas.width, canvasHeight: canvas.height,
                threshold: pass.threshold)
        case .centerFace:
            return try CenterFace.decode(
                heat: outputs[0].span, scale: outputs[1].span, offset: outputs[2].span, landmarks: outputs[3].span,
                canvasWidth: canvas.width, canvasHeight: canvas.height, threshold: pass.threshold)
        }
    }
}

extension FaceDetector {
    /// Writes the pass's picture into the request's input: planar floats 0…255, what lies beyond the picture stays zero.
    private func fill(_ pass: PreparedPass) {
        var (start, width, height) = scaler.picture
        if let smaller = pass.smaller {
            let size = pass.geometry.analysisSize
            ARGBScale(
                start, Int32(width * 4), Int32(width), Int32(height),
                smaller.start, Int32(size.width * 4), Int32(size.width), Int32(size.height), kFilterBox)
            (start, width, height) = (UnsafePointer(smaller.start), size.width, size.height)
        }
        let canvas = pass.geometry.canvas
        let area = canvas.width * canvas.height
        let order = scaler.order
        let offsets = pass.family.blueFirst ? [order.blue, order.green, order.red] : [order.red, order.green, order.blue]
        for (plane, offset) in offsets.enumerated() {
            for row in 0..<height {
                let source = start + (row * width * 4 + offset)
                let target = pass.request.input.baseAddress! + (plane * area + row * canvas.width)
                for column in 0..<width { target[column] = Float(source[column &* 4]) }
            }
        }
    }
}
