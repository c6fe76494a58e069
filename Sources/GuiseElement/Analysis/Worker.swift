import CGStreamer
import FaceInference
import Faces
import GStreamer

/// One thread's detector, made anew when the format or a setting that it depends on changes.
final class Worker {
    /// Which of the workers this is, from 0.
    private let index: Int
    private var detector: FaceDetector?
    private var format: StreamFormat?
    private var key: Key?

    private struct Key: Equatable {
        var detector: DetectorChoice
        var analysisSize: Int
        var threshold: Float
        var folder: String
    }

    init(index: Int) {
        self.index = index
    }

    /// Compiles what the next frames will need; a failure is told by the first frame.
    func prepare(_ format: StreamFormat, _ settings: Settings) {
        _ = try? detector(for: format, settings)
    }

    /// Finds the frame's faces, those of at least the least height that is asked for.
    func look(at frame: HeldFrame) -> Analysis {
        do {
            guard let detector = try detector(for: frame.format, frame.settings) else { return .notAsked }
            guard let mapped = VideoFrame(mapping: frame.buffer, info: frame.format.info, writable: false) else {
                return .failed("the frame's memory cannot be read")
            }
            let picture = FramePicture(frame: mapped, layout: frame.format.layout)
            let faces = try detector.faces(in: picture.view)
            return .faces(faces.filter { frame.format.relativeHeight(of: $0) >= frame.settings.minFace })
        } catch {
            return .failed("\(error)")
        }
    }

    private func detector(for format: StreamFormat, _ settings: Settings) throws -> FaceDetector? {
        guard let kind = settings.detector.kind else { return nil }
        let folder = ModelFolder.path(settings.modelDir)
        let key = Key(
            detector: settings.detector, analysisSize: settings.analysisSize, threshold: settings.threshold, folder: folder)
        if let detector, key == self.key, format === self.format { return detector }
        detector = nil
        let aspect = format.info.pixelAspect
        detector = try FaceDetector(
            library: ModelLibrary.at(folder), kind: kind, layout: format.layout,
            pixelAspect: (aspect.numerator, aspect.denominator), orientation: format.orientation,
            analysisSize: settings.analysisSize, threshold: settings.threshold,
            streams: Analyst.framesInFlight, startingAt: index)
        self.key = key
        self.format = format
        return detector
    }
}
