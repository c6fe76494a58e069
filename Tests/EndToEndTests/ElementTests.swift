import Foundation
import TestSupport
import Testing

/// The plugin in the hands of the real gst-launch-1.0 and gst-inspect-1.0.
struct ElementTests {
    @Test func isFoundAndDescribed() throws {
        let result = try Stage.shell("gst-inspect-1.0 guise")
        #expect(result.status == 0)
        for property in [
            "detector", "effects", "analysis-size", "threshold", "min-face", "mask-scale", "on-doubt", "keep-ids", "only-ids",
            "model-dir", "messages",
            "stats",
        ] {
            #expect(result.output.contains("  \(property) "))
        }
        #expect(result.output.contains("+----GstBin") && result.output.contains("mosaic") && result.output.contains("eyes"))
    }

    @Test func loadsWhereNoSwiftIsInstalled() throws {
        let result = try Stage.shell("readelf -d \(Stage.path)/lib/gstreamer-1.0/libgstguise.so | grep NEEDED")
        #expect(result.status == 0 && !result.output.lowercased().contains("swift"))
    }

    @Test(arguments: ["I420", "NV12"])
    func transcodesAFileWithoutAnyConverter(format: String) throws {
        let folder = try TemporaryFolder()
        // Only NV12 needs one, before the element: the decoder gives I420.
        let given = format == "I420" ? "" : "! videoconvert ! video/x-raw,format=\(format)"
        let result = try Stage.shell(
            "gst-launch-1.0 -q filesrc location=\(Stage.sample) ! decodebin \(given) ! guise ! x264enc speed-preset=ultrafast "
                + "! mp4mux ! filesink location=out.mp4", folder: folder.path)
        #expect(result.status == 0 && result.errors.isEmpty)
        #expect(try Probe(folder.file("out.mp4")).frameTimes() == Probe(Stage.sample).frameTimes())
    }

    @Test func playsWhatALiveSourceGives() throws {
        let result = try Stage.shell(
            "gst-launch-1.0 -q videotestsrc is-live=true num-buffers=30 ! video/x-raw,width=640,height=360,framerate=30/1 "
                + "! guise ! x264enc tune=zerolatency ! rtph264pay ! fakesink sync=true", limit: 30)
        #expect(result.status == 0)
    }

    @Test func endsCleanlyOnAnInterrupt() throws {
        let folder = try TemporaryFolder()
        let result = try Stage.shell(
            "timeout -s INT 12 gst-launch-1.0 -e videotestsrc is-live=true ! guise ! x264enc tune=zerolatency ! mp4mux "
                + "! filesink location=out.mp4", folder: folder.path, limit: 60)
        #expect(result.status == 0 || result.status == 124)
        #expect(try Probe(folder.file("out.mp4")).frameCount() > 5)
    }

    @Test func stopsWithTheReasonWhenItsModelIsMissing() throws {
        let result = try Stage.shell("gst-launch-1.0 videotestsrc num-buffers=5 ! guise model-dir=/nonexistent ! fakesink")
        #expect(result.status != 0)
        #expect(
            result.errors.contains("/nonexistent/face_detection_yunet_2023mar.onnx") && result.errors.contains("GUISE_MODELS"))
    }
}
