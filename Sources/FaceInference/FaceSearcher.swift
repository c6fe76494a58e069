import Faces
import Glibc

/// Looks for faces near a place, in a small upright crop around it; one for each thread.
///
/// The crop comes straight from the frame's native planes; what lies beyond the frame's edge is filled with the frame's own
/// reflection, so that a face cut by the edge becomes whole. YuNet does the looking.
package final class FaceSearcher {
    private let layout: PictureLayout
    private let pixelAspect: Float
    private let orientation: Orientation
    private let scaler: AnalysisScaler
    private let network: FaceNetwork

    /// Side of the crop in the network's pixels.
    private let side: Int
    /// How much of the crop's side a face of the size that is looked for takes.
    var share: Float = 0.45
    /// Past this, enlarging shows the network nothing more.
    private static let mostEnlargement: Float = 4
    /// The network finds faces turned less than this, 20°, as they are.
    private static let leastTurn: Float = 0.35

    /// Compiles what is needed; `streams` searchers and detectors may run at once.
    package convenience init(
        library: ModelLibrary, layout: PictureLayout, pixelAspect: (Int, Int), orientation: Orientation, streams: Int
    ) throws(InferenceError) {
        try self.init(
            library: library, layout: layout, pixelAspect: pixelAspect, orientation: orientation, streams: streams,
            precision: .automatic)
    }

    init(
        library: ModelLibrary, layout: PictureLayout, pixelAspect: (Int, Int), orientation: Orientation, streams: Int,
        precision: Precision, side: Int = 128
    ) throws(InferenceError) {
        self.side = side
        self.layout = layout
        self.pixelAspect = pixelAspect.0 > 0 && pixelAspect.1 > 0 ? Float(pixelAspect.0) / Float(pixelAspect.1) : 1
        self.orientation = orientation
        scaler = try AnalysisScaler(layout: layout, orientation: orientation)
        network = try FaceNetwork(
            .yuNet, canvas: Size(width: side, height: side), order: scaler.order, library: library, streams: streams,
            precision: precision)
    }

    /// The faces in a crop around `box`, best first, both in stored-frame pixels.
    ///
    /// A face of the box's size takes about 40 % of the crop's side, less by as much as `zoom` exceeds 1. `roll` is the face's turn
    /// in the displayed picture, in radians, clockwise positive: the crop is turned so that it stands upright.
    package func faces(in frame: borrowing FrameView, around box: Rect, roll: Float, zoom: Float, threshold: Float) throws
        -> [Face]
    {
        guard let map = look(at: copy frame, around: box, roll: roll, zoom: zoom) else { return [] }
        return try network.faces(threshold: threshold).map { $0.mapped(by: map) }.filter {
            $0.isCentred(in: Size(width: layout.width, height: layout.height))
        }
    }

    /// Writes the crop into the network's input; says where its pixels lie in the stored frame, or nil where there is no frame.
    private func look(at frame: FrameView, around box: Rect, roll: Float, zoom: Float) -> AffineMap? {
        // Square pixels, as high as the stored ones.
        let extent = max(max(box.width * pixelAspect, box.height) / share * zoom, Float(side) / Self.mostEnlargement)
        guard extent.isFinite, box.x.isFinite, box.y.isFinite else { return nil }
        let isTurned = abs(roll) > Self.leastTurn
        let (cosine, sine) = isTurned ? (cos(roll), sin(roll)) : (1, 0)
        let reach = extent / 2 * (abs(cosine) + abs(sine))
        let columns = Self.evenRange(around: box.centre.x, reach: reach / pixelAspect, limit: layout.width)
        let rows = Self.evenRange(around: box.centre.y, reach: reach, limit: layout.height)
        guard !columns.isEmpty, !rows.isEmpty else { return nil }

        let scale = Float(side) / extent
        scaler.scale(
            frame, part: PixelBounds(columns: columns, rows: rows),
            to: Size(
                width: max(1, Int(Float(columns.count) * pixelAspect * scale + 0.5)),
                height: max(1, Int(Float(rows.count) * scale + 0.5))))
        let fromStored = scaler.mapFromStored
        let centre = fromStored(box.centre)
        let half = Float(side) / 2
        let map: AffineMap
        if isTurned {
            map = .turning(cosine: cosine, sine: sine, about: Point(x: half, y: half), to: centre)
            network.write(scaler.pixels, size: scaler.size, turned: map)
        } else {
            let (left, top) = (Int((half - centre.x).rounded()), Int((half - centre.y).rounded()))
            map = .scaling(1, 1, movingBy: Point(x: -Float(left), y: -Float(top)))
            network.write(scaler.pixels, size: scaler.size, left: left, top: top, mirrored: .frame(network.input.canvas))
        }
        return map.then(scaler.mapToStored)
    }

    /// Whole pixels from even to even within the frame, or none.
    private static func evenRange(around centre: Float, reach: Float, limit: Int) -> Range<Int> {
        let last = Float(limit)
        guard centre + reach > 0, centre - reach < last else { return 0..<0 }
        let start = Int(max(0, centre - reach)) / 2 * 2
        let end = (Int(min(last, centre + reach).rounded(.up)) + 1) / 2 * 2
        return start..<max(start, min(limit, end))
    }
}

extension FaceSearcher {
    /// What comes before the network. For benchmarks.
    package func lookOnly(_ frame: borrowing FrameView, around box: Rect, roll: Float) {
        _ = look(at: copy frame, around: box, roll: roll, zoom: 1)
    }
}
