import FaceInference
import Faces

/// Times the parts of a frame's work at 1080p, one after the other on one thread, and prints JSON: ms, minimum and median.
///
///     swift run -c release guise-bench [MODELS]
@main
enum Benchmark {
    static func main() {
        let models = CommandLine.arguments.dropFirst().first ?? ".deps/models"
        let size = Size(width: 1920, height: 1080)
        let faces = [400, 1200].map { x in
            let face = Rect(x: Float(x), y: 300, width: 200, height: 260)
            func point(_ across: Float, _ down: Float) -> Point {
                Point(x: face.x + across * face.width, y: face.y + down * face.height)
            }
            return Face(
                box: face, score: 0.9,
                landmarks: Landmarks(
                    rightEye: point(0.3, 0.4), leftEye: point(0.7, 0.4), nose: point(0.5, 0.6), rightMouth: point(0.35, 0.8),
                    leftMouth: point(0.65, 0.8)), id: x)
        }
        var results: [String] = []
        func report(_ name: String, _ format: String, runs: Int = 50, _ body: () -> Void) {
            results.append(#"  {"name": "\#(name)", "format": "\#(format)", \#(timing(runs: runs, body))}"#)
        }
        for format in BenchFormat.allCases {
            var picture = BenchPicture(format: format, size: size)
            let settings = EffectSettings()
            for name in EffectCatalogue.summaries.map(\.name) {
                guard var effect = try? EffectCatalogue.effect(named: name) else { continue }
                report(name, format.rawValue) { effect.apply(to: &picture, faces: faces, settings: settings) }
            }
            var mosaic = Mosaic()
            report("whole frame", format.rawValue) { mosaic.maskWholeFrame(&picture) }
            for kind in DetectorKind.allCases {
                do {
                    let detector = try FaceDetector(
                        library: ModelLibrary.at(models), kind: kind, layout: picture.layout, pixelAspect: (1, 1),
                        orientation: .rotate0, analysisSize: 0, threshold: 0, streams: 1)
                    picture.withView { view in
                        report("detect \(kind.rawValue)", format.rawValue, runs: 10) { _ = try? detector.faces(in: view) }
                        report("scale for \(kind.rawValue)", format.rawValue) { detector.scaleOnly(view) }
                    }
                } catch {
                    print("guise-bench: \(error)")
                }
            }
        }
        print("[\n\(results.joined(separator: ",\n"))\n]")
    }

    private static func timing(runs: Int, _ body: () -> Void) -> String {
        body()
        let clock = ContinuousClock()
        let times = (0..<runs).map { _ in clock.measure(body) }.sorted()
        func milliseconds(_ time: Duration) -> Double {
            let (seconds, atto) = time.components
            return Double((Double(seconds) * 1e3 + Double(atto) / 1e15) * 1000).rounded() / 1000
        }
        return #""min": \#(milliseconds(times[0])), "median": \#(milliseconds(times[runs / 2]))"#
    }
}
