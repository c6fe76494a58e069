import CGStreamer
import FaceInference
import Faces
import GStreamer
import Glibc

/// One thread's detector and searcher, made anew when the format or a setting that they depend on changes.
final class Worker {
    /// Which of the workers this is, from 0.
    private let index: Int
    private var detector: FaceDetector?
    private var searcher: FaceSearcher?
    private var format: StreamFormat?
    private var key: Key?

    private struct Key: Equatable {
        var detector: DetectorChoice
        var analysisSize: Int
        var threshold: Float
        var folder: String
    }

    /// Near a place where a face is expected, less is proof enough.
    private static let searchThreshold: Float = 0.35
    /// The same as a part of a threshold that was asked for.
    private static let searchPart: Float = 0.6

    init(index: Int) {
        self.index = index
    }

    /// Compiles what the next looks will need; a failure is told by the first one.
    func prepareLook(_ format: StreamFormat, _ settings: Settings) { _ = try? detector(for: format, settings) }

    /// Compiles what the next searches will need; a failure is told by the first one.
    func prepareSearch(_ format: StreamFormat, _ settings: Settings) { _ = try? searcher(for: format, settings) }

    /// Finds the frame's faces, those of at least the least height that is asked for.
    func look(at frame: HeldFrame, _ buffer: UnsafeMutablePointer<GstBuffer>) -> HeldFrame.Look {
        do {
            try frame.settings.hindrance?(frame.number)
            guard let detector = try detector(for: frame.format, frame.settings) else { return .found([]) }
            guard let mapped = VideoFrame(mapping: buffer, info: frame.format.info, writable: false) else {
                return .failed("the frame's memory cannot be read")
            }
            let picture = FramePicture(frame: mapped, layout: frame.format.layout)
            let faces = try detector.faces(in: picture.view)
            return .found(faces.filter { frame.format.relativeHeight(of: $0) >= frame.settings.minFace })
        } catch {
            return .failed("\(error)")
        }
    }

    /// Finds faces near one, or nil where the frame cannot be read.
    func search(in frame: HeldFrame, _ buffer: UnsafeMutablePointer<GstBuffer>, near: Face, zoom: Float) throws -> [Face]? {
        try frame.settings.hindrance?(frame.number)
        guard let searcher = try searcher(for: frame.format, frame.settings),
            let mapped = VideoFrame(mapping: buffer, info: frame.format.info, writable: false)
        else { return nil }
        let picture = FramePicture(frame: mapped, layout: frame.format.layout)
        let roll = near.landmarks.map { frame.format.geometry.displayed(fromStored: $0) }.map {
            atan2($0.leftEye.y - $0.rightEye.y, $0.leftEye.x - $0.rightEye.x)
        }
        let threshold = frame.settings.threshold > 0 ? frame.settings.threshold * Self.searchPart : Self.searchThreshold
        return try searcher.faces(in: picture.view, around: near.box, roll: roll ?? 0, zoom: zoom, threshold: threshold)
    }

    private func detector(for format: StreamFormat, _ settings: Settings) throws -> FaceDetector? {
        guard let kind = settings.detector.kind else { return nil }
        let library = renew(format, settings)
        if let detector { return detector }
        let made = try FaceDetector(
            library: library, kind: kind, layout: format.layout, pixelAspect: format.pixelAspect, orientation: format.orientation,
            analysisSize: settings.analysisSize, threshold: settings.threshold, streams: Self.streams, startingAt: index)
        detector = made
        return made
    }

    private func searcher(for format: StreamFormat, _ settings: Settings) throws -> FaceSearcher? {
        guard settings.detector != .none else { return nil }
        let library = renew(format, settings)
        if let searcher { return searcher }
        let made = try FaceSearcher(
            library: library, layout: format.layout, pixelAspect: format.pixelAspect, orientation: format.orientation,
            streams: Self.streams)
        searcher = made
        return made
    }

    /// All threads may look or search at once.
    private static let streams = Analyst.workers + 1

    /// Lets go of what was made for another format or other settings.
    private func renew(_ format: StreamFormat, _ settings: Settings) -> ModelLibrary {
        let folder = ModelFolder.path(settings.modelDir)
        let key = Key(
            detector: settings.detector, analysisSize: settings.analysisSize, threshold: settings.threshold, folder: folder)
        if key != self.key || format !== self.format {
            detector = nil
            searcher = nil
            self.key = key
            self.format = format
        }
        return ModelLibrary.at(folder)
    }
}
