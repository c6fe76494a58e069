import CYUV
import Faces

/// Finds faces in frames of one layout: scales, runs every pass, and joins what they found.
///
/// One detector serves one thread at a time; make one for each worker. Networks are shared through the library.
package final class FaceDetector: FaceDetecting {
    private let storedSize: Size
    private let scaler: AnalysisScaler
    private let passes: [PreparedPass]

    private struct PreparedPass {
        /// The frame's content upright in this pass's size.
        let geometry: FrameGeometry
        let network: FaceNetwork
        /// The content in this pass's size, where it is smaller than the scaler's.
        let smaller: Bytes?
        /// Where the content lies in the network's input.
        let content: PixelBounds
        /// Whether what surrounds it is its reflection, or zero.
        let isMirrored: Bool
        let mapToStored: AffineMap
        let threshold: Float
        /// In pixels of the stored frame.
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
        storedSize = Size(width: layout.width, height: layout.height)
        scaler = try AnalysisScaler(layout: layout, orientation: orientation)
        func geometry(_ size: Int) -> FrameGeometry {
            FrameGeometry(
                width: layout.width, height: layout.height, pixelAspect: pixelAspect, orientation: orientation, analysisSize: size
            )
        }
        // A frame no larger than the small pass would be looked at twice in the same size.
        let wanted = plan.enumerated().filter { index, pass in
            index == 0 || pass.family != plan[0].family || pass.border != plan[0].border
                || geometry(pass.size).analysisSize != geometry(plan[0].size).analysisSize
        }.map(\.element)
        let largest = wanted.map { geometry($0.size).analysisSize.width }.max() ?? 0
        var prepared: [PreparedPass?] = wanted.map { _ in nil }
        for step in wanted.indices {
            let index = (step + first) % wanted.count
            let pass = wanted[index]
            let own = geometry(pass.size)
            let size = own.analysisSize
            let border = Int(pass.border * Float(min(size.width, size.height)))
            func padded(_ length: Int) -> Int { (length + 2 * border + 31) / 32 * 32 }
            let canvas = Size(width: padded(size.width), height: padded(size.height))
            let left = border > 0 ? (canvas.width - size.width) / 2 : 0
            let top = border > 0 ? (canvas.height - size.height) / 2 : 0
            let toContent = AffineMap.scaling(1, 1, movingBy: Point(x: -Float(left), y: -Float(top)))
            let toDisplayed = AffineMap.scaling(
                Float(own.displayedSize.width) / Float(size.width), Float(own.displayedSize.height) / Float(size.height))
            let map = toContent.then(toDisplayed).then(orientation.inverse.map(of: own.displayedSize))
            prepared[index] = PreparedPass(
                geometry: own,
                network: try FaceNetwork(
                    pass.family, canvas: canvas, order: scaler.order, library: library, streams: streams, precision: precision),
                smaller: size.width == largest ? nil : Bytes(count: size.width * size.height * 4),
                content: PixelBounds(columns: left..<left + size.width, rows: top..<top + size.height),
                isMirrored: border > 0, mapToStored: map,
                threshold: threshold > 0 ? threshold : pass.family.ownThreshold,
                leastFace: pass.leastFace * Float(max(layout.width, layout.height)))
        }
        passes = prepared.compactMap(\.self)
    }

    /// The faces in stored-frame pixels, best first.
    package func faces(in frame: borrowing FrameView) throws -> [Face] {
        scale(copy frame)
        var found: [Face] = []
        for pass in passes {
            fill(pass)
            found += try pass.network.faces(threshold: pass.threshold).map { $0.mapped(by: pass.mapToStored) }
                .filter { max($0.box.width, $0.box.height) >= pass.leastFace && $0.isCentred(in: storedSize) }
        }
        return passes.count > 1 ? NonMaximumSuppression.kept(of: found) : found
    }

    /// What comes before the networks: the frame scaled and written into their inputs. For benchmarks.
    package func scaleOnly(_ frame: borrowing FrameView) {
        scale(copy frame)
        for pass in passes { fill(pass) }
    }

    private func scale(_ frame: FrameView) {
        guard let largest = passes.first(where: { $0.smaller == nil }) else { return }
        scaler.scale(frame, part: .frame(storedSize), to: largest.geometry.scaledStored)
    }

    /// Writes the pass's picture into the network's input; what lies beyond the picture stays zero, or is its reflection.
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
        pass.network.write(
            pixels, size: size, left: pass.content.columns.lowerBound, top: pass.content.rows.lowerBound,
            mirrored: pass.isMirrored ? .frame(pass.network.input.canvas) : nil)
    }
}
