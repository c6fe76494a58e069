import Foundation
import TestSupport
import Testing

/// The same for pipelines that live: interrupts, latency, senders that come and go, models that are broken.
@Suite(.serialized) struct LiveCasesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    // MARK: The end

    private struct Ending {
        var delay: Duration
        var entered = 0
        var written = 0
    }

    /// Records a live source with an element in front of the encoder, until Ctrl-C after 20 frames of it.
    private func interrupted(_ element: String) throws -> Ending {
        let job = try Service(
            "gst-launch-1.0 -v -e videotestsrc is-live=true ! video/x-raw,format=I420,framerate=30/1 "
                + "! identity name=in silent=false ! \(element) ! identity name=out silent=false "
                + "! x264enc tune=zerolatency ! mp4mux ! filesink location=o.mp4", folder: folder.path)
        var ending = Ending(delay: .zero)
        var left = 0
        func count(_ line: String) {
            if line.contains("in: last-message = chain") { ending.entered += 1 }
            if line.contains("out: last-message = chain") { left += 1 }
        }
        while left < 20, let line = job.nextLine() { count(line) }
        let start = ContinuousClock.now
        job.send(SIGINT)
        while let line = job.nextLine() { count(line) }
        ending.delay = start.duration(to: .now)
        let result = try job.wait()
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        #expect(left == ending.entered)
        ending.written = try Probe(folder.file("o.mp4")).frameCount()
        return ending
    }

    @Test func anInterruptEndsAtOnceAndHeldFramesAreWritten() throws {
        let plain = try interrupted("identity")
        #expect(plain.written == plain.entered)
        for lookahead in [400, 2000] {
            var delays: [Duration] = []
            // Once more where others took the processors: what is wrong with the element is wrong every time.
            while delays.count < 3, delays.min() ?? .seconds(9) > .seconds(1) {
                let ending = try interrupted("guise lookahead=\(lookahead)")
                #expect(ending.written == ending.entered && ending.entered >= 20 + lookahead * 30 / 1000)
                delays.append(ending.delay)
            }
            #expect(delays.min()! < .seconds(1), "\(delays)")
        }
    }

    // MARK: Latency

    /// Two branches of one source, so that what one of them is late by is told to the other too.
    @Test func latencyIsWhatIsHeldAndNothingIsLate() throws {
        let result = try Stage.shell(
            "gst-launch-1.0 -m videotestsrc is-live=true num-buffers=90 ! video/x-raw,width=640,height=360,framerate=25/1 "
                + "! tee name=t t. ! queue ! guise ! queue ! fakesink name=shown sync=true qos=true max-lateness=200000000 "
                + "t. ! queue ! fakesink name=other sync=true qos=true max-lateness=200000000",
            environment: [
                "GST_TRACERS": "latency(flags=pipeline+element+reported)", "GST_DEBUG": "GST_TRACER:7", "GST_DEBUG_NO_COLOR": "1",
            ], limit: 60)
        #expect(result.status == 0)
        func values(_ record: String, _ name: String, of element: String) -> [Int] {
            result.errors.split(separator: "\n").filter { $0.contains(" \(record), ") && $0.contains("=(string)\(element),") }
                .compactMap { line in
                    line.firstRange(of: " \(name)=(guint64)")
                        .flatMap { Int(line[$0.upperBound...].prefix(while: \.isNumber)) }
                }
        }
        // The tracer does not see bins, only what is in them. The source takes a frame's time itself: 40 and 400 ms.
        #expect(values("element-reported-latency", "min", of: "appsrc").last == 440_000_000)
        let held = values("element-latency", "time", of: "appsrc").sorted()
        try #require(held.count == 90)
        #expect((399_000_000..<440_000_000).contains(held[45]), "\(held[45])")
        // Both branches wait for the same time, and who comes a lookahead late is dropped; at first, networks are compiled.
        for sink in ["shown", "other"] {
            let waits = values("latency", "time", of: sink).sorted()
            try #require(waits.count == 90)
            #expect((399_000_000..<600_000_000).contains(waits[45]), "\(sink) \(waits[45])")
        }
        let late = result.output.split(separator: "\n").filter { $0.contains("(qos)") }
            .compactMap { $0.firstMatch(of: /stream-time=\(guint64\)(\d+)/).flatMap { Double($0.1) } }
        #expect(late.filter { $0 > 1.5e9 }.isEmpty, "\(late)")
    }

    // MARK: Senders that come back

    /// Each has numbers, times and a source of its own, as after a restart.
    @Test func memoryStaysFlatWhileSendersComeAndGo() throws {
        let street = try Street.shared.get()
        let (input, output) = (try freePort(), try freePort())
        let receiver = try Service(
            "gst-launch-1.0 -v udpsrc address=127.0.0.1 port=\(output) ! identity name=got silent=false ! fakesink")
        let guise = try Service("guise run udp-to-udp address=127.0.0.1 port=\(input) to=\(output)", folder: folder.path)
        let source = street.source.replacing("multifilesrc ", with: "multifilesrc num-buffers=24 ")
        var megabytes: [Int] = []
        for number in 1...6 {
            let sent = try Stage.shell(
                "gst-launch-1.0 -q \(source) ! rtph264pay config-interval=-1 ssrc=\(number) "
                    + "timestamp-offset=\(4_000_000_000 / number) seqnum-offset=\(60_000 / number) "
                    + "! udpsink host=127.0.0.1 port=\(input)", limit: 30)
            #expect(sent.status == 0)
            #expect(receiver.says("got: last-message = chain"))
            megabytes.append(try residentMegabytes(of: guise.process))
        }
        #expect(megabytes[5] <= megabytes[1] + 24, "\(megabytes)")
        #expect(try guise.end().status == 0)
        _ = try receiver.end(with: SIGKILL)
    }

    private func residentMegabytes(of process: pid_t) throws -> Int {
        let fields = try String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8).split(separator: " ")
        return (Int(fields[1]) ?? 0) * 4096 / 1_048_576
    }

    // MARK: Models

    @Test(arguments: ["missing", "cut off", "another", "unreadable text"], ["fast", "accurate"])
    func aBrokenModelIsAnError(_ fault: String, _ detector: String) throws {
        let models = Stage.path + "/lib/guise/models"
        let name = detector == "fast" ? "face_detection_yunet_2023mar.onnx" : "centerface.onnx"
        let broken = folder.file("models")
        try FileManager.default.createDirectory(atPath: broken, withIntermediateDirectories: false)
        for file in try FileManager.default.contentsOfDirectory(atPath: models) where file != name {
            try FileManager.default.createSymbolicLink(atPath: "\(broken)/\(file)", withDestinationPath: "\(models)/\(file)")
        }
        let place = URL(filePath: "\(broken)/\(name)")
        switch fault {
        case "cut off": try Data(contentsOf: URL(filePath: "\(models)/\(name)")).prefix(100_000).write(to: place)
        case "another":
            let other = detector == "fast" ? "centerface.onnx" : "face_detection_yunet_2023mar.onnx"
            try Data(contentsOf: URL(filePath: "\(models)/\(other)")).write(to: place)
        case "unreadable text": try Data("no model".utf8).write(to: place)
        default: break
        }
        let result = try Stage.shell(
            "gst-launch-1.0 videotestsrc num-buffers=5 ! guise detector=\(detector) model-dir=\(broken) "
                + "! filesink location=out", folder: folder.path, limit: 30)
        #expect(result.status != 0)
        #expect(result.errors.contains("ERROR") && result.errors.contains("\(broken)/\(name)"), "\(result.errors)")
        #expect(result.errors.contains("scripts/setup") || result.errors.contains("GUISE_MODELS"), "\(result.errors)")
        #expect(FileManager.default.contents(atPath: folder.file("out"))?.isEmpty ?? true)
    }
}
