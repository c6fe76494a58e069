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
        let geometry: FrameGeometry
        let network: FaceNetwork
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
        scaler = try AnalysisScaler(layout: layout, orientation: orientation)
        // A frame no larger than the small pass would be looked at twice in the same size.
        let wanted = plan.enumerated().filter { index, pass in
            index == 0 || pass.family != plan[0].family || geometry(pass.size).analysisSize != geometry(plan[0].size).analysisSize
        }.map(\.element)
        var prepared: [PreparedPass?] = wanted.map { _ in nil }
        for step in wanted.indices {
            let index = (step + first) % wanted.count
            let pass = wanted[index]
            let own = geometry(pass.size)
            prepared[index] = PreparedPass(
                geometry: own,
                network: try FaceNetwork(
                    pass.family, canvas: own.canvas, order: scaler.order, library: library, streams: streams, precision: precision
                ),
                smaller: own.analysisSize == self.geometry.analysisSize
                    ? nil : Bytes(count: own.analysisSize.width * own.analysisSize.height * 4),
                threshold: threshold > 0 ? threshold : pass.family.ownThreshold,
                leastFace: pass.leastFace * Float(max(own.analysisSize.width, own.analysisSize.height)))
        }
        passes = prepared.compactMap(\.self)
    }

    /// The faces in stored-frame pixels, best first.
    package func faces(in frame: borrowing FrameView) throws -> [Face] {
        scale(copy frame)
        var found: [Face] = []
        for pass in passes {
            fill(pass)
            found += try pass.network.faces(threshold: pass.threshold)
                .filter { max($0.box.width, $0.box.height) >= pass.leastFace }
                .map { pass.geometry.stored(fromAnalysis: $0) }
        }
        return passes.count > 1 ? NonMaximumSuppression.kept(of: found) : found
    }

    /// What comes before the networks: the frame scaled and written into their inputs. For benchmarks.
    package func scaleOnly(_ frame: borrowing FrameView) {
        scale(copy frame)
        for pass in passes { fill(pass) }
    }

    private func scale(_ frame: FrameView) {
        scaler.scale(frame, part: .frame(geometry.storedSize), to: geometry.scaledStored)
    }

    /// Writes the pass's picture into the network's input; what lies beyond the picture stays zero.
    private func fill(_ pass: PreparedPass) {
        var pixels = scaler.pixels
        let size = pass.geometry.analysisSize
        if let smaller = pass.smaller {
            ARGBScale(
                UnsafeRawPointer(pixels.baseAddress!).assumingMemoryBound(to: UInt8.self), Int32(scaler.size.width * 4),
                Int32(scaler.size.width), Int32(scaler.size.height),
                smaller.start, Int32(size.width * 4), Int32(size.width), Int32(size.height), kFilterBox)
            pixels = UnsafeBufferPointer(
                start: UnsafeRawPointer(smaller.start).assumingMemoryBound(to: UInt32.self), count: size.width * size.height)
        }
        pass.network.write(pixels, size: size, left: 0, top: 0, mirrored: nil)
    }
}
