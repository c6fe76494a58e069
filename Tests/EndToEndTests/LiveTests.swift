import Foundation
import TestSupport
import Testing

/// The pipelines for live sources, with the sources and the receivers in other processes.
@Suite(.serialized) struct LiveTests {
    private let street: Street
    private let folder: TemporaryFolder

    init() throws {
        street = try Street.shared.get()
        folder = try TemporaryFolder()
    }

    /// The sound comes first, as the pad that a careless pipeline would take.
    private func camera() throws -> RTSPServer {
        try RTSPServer([
            (
                "/camera",
                "( audiotestsrc is-live=true ! mulawenc ! rtppcmupay name=pay0 "
                    + "\(street.source) ! rtph264pay name=pay1 pt=97 config-interval=-1 )"
            )
        ])
    }

    /// The camera is in use already, so that the first pictures lack those that they are made from.
    @Test func recordsANetworkCamera() throws {
        let camera = try camera()
        let other = try Service("gst-launch-1.0 -q rtspsrc location=\(camera.url("/camera")) protocols=tcp ! fakesink")
        #expect(camera.service.says("playing /camera"))
        let guise = try Service("guise run rtsp-to-file url=\(camera.url("/camera")) output=out.mkv", folder: folder.path)
        #expect(camera.service.says("playing /camera"))
        Thread.sleep(forTimeInterval: 5)
        try expectGoodEnd(of: guise)
        _ = try other.end(with: SIGKILL)
        #expect(try Probe(folder.file("out.mkv")).streamKinds() == ["video"])
        try expectHidden("out.mkv", atLeast: 20)
    }

    @Test func passesANetworkCameraOn() throws {
        let (camera, port) = (try camera(), try freePort())
        let server = try RTSPServer([
            (
                "/in",
                "record ( rtph264depay name=depay0 ! h264parse ! rtph264pay config-interval=-1 "
                    + "! udpsink host=127.0.0.1 port=\(port) )"
            ),
            (
                "/out",
                "( udpsrc address=127.0.0.1 port=\(port) buffer-size=4194304 caps=\(rtp) ! rtph264depay ! h264parse "
                    + "! rtph264pay name=pay0 config-interval=-1 )"
            ),
        ])
        let guise = try Service(
            "guise run rtsp-to-rtsp url=\(camera.url("/camera")) to=\(server.url("/in"))", folder: folder.path)
        #expect(server.service.says("recording /in"))
        let client = try Stage.shell(
            "gst-launch-1.0 -q rtspsrc location=\(server.url("/out")) protocols=tcp ! rtph264depay ! h264parse "
                + "! identity eos-after=31 ! matroskamux ! filesink location=out.mkv", folder: folder.path, limit: 60)
        #expect(client.status == 0)
        try expectHidden("out.mkv", atLeast: 20)
        try expectGoodEnd(of: guise)
    }

    @Test func goesOnWhenASenderComesBackAsAnother() throws {
        let (input, output) = (try freePort(), try freePort())
        let receiver = try Service(
            "gst-launch-1.0 -v -e udpsrc address=127.0.0.1 port=\(output) buffer-size=4194304 caps=\(rtp) ! rtpjitterbuffer "
                + "! rtph264depay ! h264parse name=received ! matroskamux ! filesink location=out.mkv", folder: folder.path)
        let guise = try Service(
            "guise run udp-to-udp address=127.0.0.1 port=\(input) to=\(output)", folder: folder.path)
        func sender(_ numbers: String) throws -> Service {
            try Service(
                "gst-launch-1.0 -v \(street.source) ! rtph264pay name=sent config-interval=-1 \(numbers) "
                    + "! udpsink host=127.0.0.1 port=\(input)")
        }
        let first = try sender("ssrc=1 timestamp-offset=4000000000 seqnum-offset=60000")
        #expect(receiver.says("received.GstPad:src: caps"))
        Thread.sleep(forTimeInterval: 3)
        _ = try first.end(with: SIGKILL)
        Thread.sleep(forTimeInterval: 1.5)
        let second = try sender("ssrc=2 timestamp-offset=1000 seqnum-offset=100")
        #expect(second.says("sent.GstPad:src: caps"))
        Thread.sleep(forTimeInterval: 4)
        try expectGoodEnd(of: guise)
        _ = try second.end(with: SIGKILL)
        #expect(try receiver.end().status == 0)
        try expectHidden("out.mkv", atLeast: 40)
        let times = try Probe(folder.file("out.mkv")).frameTimes()
        let gap = try #require(times.indices.dropFirst().first { times[$0] - times[$0 - 1] > 1 })
        #expect(gap >= 15 && times.count - gap >= 20)
    }

    @Test(arguments: ["camera-to-rtsp to=rtsp://127.0.0.1:9/", "camera-mosaic sink=fakesink", "camera-eyes sink=fakesink"])
    func namesACameraThatIsNotThere(call: String) throws {
        let result = try Stage.shell("guise run \(call) device=/dev/video-none", limit: 30)
        #expect(result.status == 1 && result.output.isEmpty && lineCount(result.errors) == 1)
        #expect(result.errors.contains("v4l2src") && result.errors.contains("/dev/video-none"))
    }

    /// All of a camera's pipeline but the camera.
    @Test(arguments: ["camera-mosaic", "camera-eyes"]) func showsWhatACameraWouldSend(_ name: String) throws {
        try replaceCamera(of: name, frames: 30)
        let result = try Stage.shell("guise run ./\(name) sink=fakesink", folder: folder.path, limit: 60)
        #expect(result.status == 0 && result.output.isEmpty)
        #expect(result.errors.split(separator: "\n").filter { !$0.contains("A whole frame was hidden: looking") }.isEmpty)
    }

    @Test func passesACameraOn() throws {
        let file = folder.file("out.mkv")
        let server = try RTSPServer([
            ("/in", "record ( rtph264depay name=depay0 ! h264parse ! matroskamux ! filesink location=\(file) buffer-mode=2 )")
        ])
        try replaceCamera(of: "camera-to-rtsp", frames: 60)
        let result = try Stage.shell("guise run ./camera-to-rtsp to=\(server.url("/in"))", folder: folder.path, limit: 60)
        #expect(result.status == 0 && result.output.isEmpty)
        #expect(result.errors.split(separator: "\n").filter { !$0.contains("A whole frame was hidden: looking") }.isEmpty)
        try expectHidden("out.mkv", atLeast: 20)
    }

    /// Writes the pipeline anew, with the street where its camera was, for so many frames where they are to end.
    private func replaceCamera(of name: String, frames count: Int? = nil) throws {
        let text = try String(contentsOfFile: "\(Place.package)pipelines/\(name)", encoding: .utf8)
        let camera = "v4l2src device=${device:-/dev/video0}"
        try #require(text.contains("\n\(camera)\n"))
        let frames = try #require(street.source.firstRange(of: " ! x264enc"))
        let source = street.source[..<frames.lowerBound]
            .replacing("multifilesrc ", with: count.map { "multifilesrc num-buffers=\($0) " } ?? "multifilesrc ")
        try text.replacing("\n\(camera)\n", with: "\n\(source)\n")
            .write(toFile: folder.file(name), atomically: true, encoding: .utf8)
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/video0"), "there is no camera"))
    func showsACamera() throws {
        let guise = try Service("guise run camera-mosaic sink=fakesink")
        Thread.sleep(forTimeInterval: 4)
        try expectGoodEnd(of: guise)
    }

    /// Five frames are all that the sender's memory holds, and up to sixty are held.
    @Test(arguments: [400, 2000]) func leavesTheSenderOfASmallPoolItsFrames(_ lookahead: Int) throws {
        let caps = "video/x-raw,format=I420,width=640,height=360,framerate=30/1"
        // Without drop-allocation the sender's own source keeps the memory, and starves it next to any receiver.
        let sender = try Service(
            "gst-launch-1.0 -v videotestsrc is-live=true ! \(caps) ! identity drop-allocation=true name=sent "
                + "! shmsink socket-path=frames shm-size=1900000", folder: folder.path)
        #expect(sender.says("sent.GstPad:src: caps"))
        let result = try Stage.shell(
            "gst-launch-1.0 -q shmsrc socket-path=frames is-live=true do-timestamp=true ! \(caps) "
                + "! guise lookahead=\(lookahead) ! identity eos-after=91 ! fakesink sync=false async=false enable-last-sample=false",
            folder: folder.path,
            limit: 40)
        #expect(result.status == 0 && result.errors.isEmpty)
        _ = try sender.end(with: SIGKILL)
    }

    private let rtp = "application/x-rtp,media=video,encoding-name=H264,clock-rate=90000"

    /// Ends it as Ctrl-C does, and expects it to finish at once, without a complaint.
    private func expectGoodEnd(of guise: Service, at location: SourceLocation = #_sourceLocation) throws {
        let start = ContinuousClock.now
        let result = try guise.end()
        #expect(start.duration(to: .now) < .seconds(5), sourceLocation: location)
        #expect(result.status == 0, sourceLocation: location)
        // A machine that is too busy hides frames whole, and says so once.
        let lines = result.errors.split(separator: "\n").filter { !$0.contains("A whole frame was hidden: looking") }
        #expect(lines == ["guise: finishing; Ctrl-C again ends at once"], sourceLocation: location)
    }

    /// Expects a recording of the street, without its faces, whose times go forward.
    ///
    /// Frames may be hidden whole, before the networks are ready and when the machine is too busy; `least` must not.
    /// Bare faces keep 0.98 to 1.02 of their detail, masked ones 0.17 to 0.26.
    private func expectHidden(_ name: String, atLeast least: Int, at location: SourceLocation = #_sourceLocation) throws {
        let times = try Probe(folder.file(name)).frameTimes()
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 }, sourceLocation: location)
        let findings = try street.findings(in: Footage(folder.file(name)))
        #expect(findings.count == times.count, sourceLocation: location)
        #expect(findings.filter { $0.elsewhere < 4 }.count >= least, sourceLocation: location)
        for (frame, finding) in findings.enumerated() {
            #expect(finding.detail < 0.5, "frame \(frame)", sourceLocation: location)
        }
    }
}
