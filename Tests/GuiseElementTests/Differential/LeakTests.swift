import CGStreamer
import Foundation
import GStreamer
import Testing

/// Nothing stays behind: elements, pads, buffers, events.
@Suite struct LeakTests {
    @Test(arguments: [(Subject.guise, 100), (.detecting, 30)]) func leavesNothingBehind(_ subject: Subject, after cycles: Int)
        throws
    {
        let alive = Census()
        let counted = try onOwnThread(within: 300, "cycling") {
            let bench = try Bench(subject)
            alive.count(object: bench.element)
            for side in [Bench.Side.sink, .src] { bench.withPad(side) { alive.count(object: $0) } }
            for cycle in 0..<cycles {
                bench.transcript.isQuiet = true
                if cycle == 0 { bench.start() } else { bench.set(GST_STATE_PLAYING) }
                bench.push(bench.streamStart())
                bench.push(caps: Bench.standardCaps)
                bench.push(bench.segment())
                for number in 0..<4 {
                    let frame = bench.frame(number)
                    alive.count(frame)
                    bench.push(frame)
                    let tag = gst_event_new_tag(gst_tag_list_new_from_string("taglist, title=(string)one;"))!
                    alive.count(tag)
                    bench.push(tag)
                }
                // Every other time with frames still held.
                if cycle % 2 == 0 { bench.push(gst_event_new_eos()) }
                if cycle % 3 == 0 {
                    bench.push(gst_event_new_flush_start())
                    bench.push(gst_event_new_flush_stop(1))
                }
                bench.set(GST_STATE_NULL)
            }
            _ = bench.finish()
            return alive.number
        }
        #expect(counted > 0)
        #expect(alive.number == 0)
    }

    /// A thread that nobody joins keeps its stack, of several megabytes of addresses.
    @Test func givesBackItsThreads() throws {
        let growth = try onOwnThread(within: 120, "cycling") {
            let bench = try Bench(.detecting)
            bench.transcript.isQuiet = true
            func cycle() {
                bench.set(GST_STATE_PLAYING)
                bench.push(bench.streamStart())
                bench.push(caps: Bench.standardCaps)
                bench.push(bench.segment())
                bench.push(frame: 0)
                bench.push(gst_event_new_eos())
                bench.set(GST_STATE_NULL)
            }
            bench.start()
            cycle()
            let before = Self.addressedMegabytes
            for _ in 0..<100 { cycle() }
            let growth = Self.addressedMegabytes - before
            _ = bench.finish()
            return growth
        }
        #expect(growth < 1000)
    }

    private static var addressedMegabytes: Int {
        let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
        return (fields?.first.flatMap { Int($0) } ?? 0) * 4096 / 1_048_576
    }

    /// A plugin that is built for a sanitizer loads into a program that is built for it only.
    private static let isSanitized = ["__asan_init", "__tsan_init"].contains { (name: String) in dlsym(nil, name) != nil }

    /// GStreamer's own account of what is alive at the end.
    @Test(.enabled(if: !isSanitized), arguments: ["detector=none effects=none", "effects=mosaic"]) func passesTheLeaksTracer(
        _ properties: String
    ) throws {
        let folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let plugin = folder.appending(path: "libgstguise.so").path(percentEncoded: false)
        try #require(FileManager.default.fileExists(atPath: plugin))
        let launch = Process()
        launch.executableURL = URL(filePath: "/usr/bin/env")
        launch.arguments =
            ["gst-launch-1.0", "-q", "--gst-plugin-load=\(plugin)"]
            + "videotestsrc num-buffers=20 ! video/x-raw,width=64,height=36 ! guise \(properties) ! fakesink".split(
                separator: " "
            ).map(String.init)
        launch.environment = ProcessInfo.processInfo.environment.merging([
            "GST_TRACERS": "leaks", "GST_DEBUG": "GST_TRACER:7", "GST_DEBUG_NO_COLOR": "1", "GUISE_MODELS": Subject.models,
            "LD_LIBRARY_PATH": Subject.models + "/../openvino/lib",
        ]) { $1 }
        let output = Pipe()
        launch.standardError = output
        try launch.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        launch.waitUntilExit()
        #expect(launch.terminationStatus == 0, "\(text)")
        // The tracer also tells how its records look, with %s where a name would be.
        let alive = text.split(separator: "\n").filter { $0.contains("object-alive, type-name") && !$0.contains("%s") }
        #expect(alive.isEmpty)
    }
}

/// How many of the objects that it was told of are still there.
private final class Census: Sendable {
    private let alive = Monitor(0)
    var number: Int { alive.withLock { $0 } }

    private static func lose(_ census: gpointer?) {
        Unmanaged<Census>.fromOpaque(census!).takeRetainedValue().alive.withLock { $0 -= 1 }
    }

    private func countOne() -> gpointer {
        alive.withLock { $0 += 1 }
        return Unmanaged.passRetained(self).toOpaque()
    }

    func count(object: UnsafeMutableRawPointer) {
        g_object_weak_ref(object.assumingMemoryBound(to: GObject.self), { census, _ in Census.lose(census) }, countOne())
    }

    /// A buffer or an event.
    func count(_ object: UnsafeMutableRawPointer) {
        gst_mini_object_weak_ref(
            object.assumingMemoryBound(to: GstMiniObject.self), { census, _ in Census.lose(census) }, countOne())
    }
}
