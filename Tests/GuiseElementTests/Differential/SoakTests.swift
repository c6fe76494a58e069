import CGStreamer
import Foundation
import GStreamer
import Testing

/// Whatever an application does while frames flow, in a random order that the printed seed repeats.
///
/// GUISE_SOAK=600 makes it last ten minutes, GUISE_SEED=7 repeats a run. Whatever GLib calls critical ends the process.
@Suite struct SoakTests {
    private static let seconds = number("GUISE_SOAK") ?? 10
    private static let seed = UInt64(number("GUISE_SEED") ?? Int.random(in: 1...999_999))

    private static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }

    @Test(arguments: [
        "videotestsrc pattern=ball ! capsfilter name=caps caps-change-mode=delayed ! E ! fakesink name=out",
        "videotestsrc pattern=ball ! capsfilter name=caps caps-change-mode=delayed ! queue ! E ! queue ! E ! fakesink name=out sync=true",
    ])
    func bearsWhatApplicationsDo(_ text: String) throws {
        print("soak: GUISE_SEED=\(Self.seed) for \(Self.seconds) s")
        try onOwnThread(within: Self.seconds + 60, "soak with GUISE_SEED=\(Self.seed)") {
            let line = try Line(.detecting, text)
            line.transcript.isQuiet = true
            var player = Player(line: line, random: Seeded(Self.seed))
            let end = Date(timeIntervalSinceNow: Double(Self.seconds))
            line.with("caps") { player.changeCaps(of: $0) }
            line.reach(GST_STATE_PLAYING)
            var memory: [Int] = []
            while Date() < end {
                player.act()
                memory.append(Self.residentMegabytes)
            }
            player.playToAnEnd()
            line.set(GST_STATE_NULL)
            #expect(player.failures.isEmpty)
            print("soak: \(player.actions) actions")
            // Flat: the last third is no larger than the middle one, but for what allocators keep.
            let third = memory.count / 3
            if Self.seconds >= 60, third > 3 {
                let (middle, last) = (memory[third..<2 * third].max()!, memory[(2 * third)...].max()!)
                print("soak: \(middle) MB, then \(last) MB")
                #expect(last < middle + 64)
            }
        }
    }

    private static var residentMegabytes: Int {
        let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
        return (fields?.dropFirst().first.flatMap { Int($0) } ?? 0) * 4096 / 1_048_576
    }
}

/// An application that cannot make up its mind.
private struct Player {
    let line: Line
    var random: Seeded
    private(set) var failures: [String] = []
    private(set) var actions = 0

    init(line: Line, random: Seeded) {
        self.line = line
        self.random = random
    }

    mutating func act() {
        actions += 1
        if actions % 100 == 0 { playToAnEnd() }
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<6: seek()
        case 6..<9: change(to: [GST_STATE_PAUSED, GST_STATE_PLAYING].randomElement(using: &random)!)
        case 9: change(to: [GST_STATE_NULL, GST_STATE_READY].randomElement(using: &random)!)
        case 10..<13: line.with("caps") { changeCaps(of: $0) }
        case 13..<17: changeProperties()
        default: break
        }
        // Time passes, now and then none.
        failures += line.errors(waiting: GstClockTime.random(in: 0..<4, using: &random) * 5_000_000)
    }

    /// After all that was done to it, the pipeline still plays what it is asked for.
    mutating func playToAnEnd() {
        line.set(GST_STATE_PLAYING)
        line.seek(to: 0, flags: GST_SEEK_FLAG_FLUSH, stop: 1_000_000_000)
        if !line.wait(for: GST_MESSAGE_EOS) { failures.append("nothing plays after \(actions) actions") }
    }

    private mutating func seek() {
        let rate = [1.0, 1.0, 2.0, 0.5, -1.0].randomElement(using: &random)!
        // Always with a flush: without one, a paused pipeline would wait for its own streaming thread.
        let flags = [GST_SEEK_FLAG_FLUSH, GstSeekFlags(rawValue: GST_SEEK_FLAG_FLUSH.rawValue | GST_SEEK_FLAG_SEGMENT.rawValue)]
        let start = Int.random(in: 0..<100, using: &random) * 40_000_000
        line.seek(to: start, flags: flags.randomElement(using: &random)!, rate: rate, stop: rate < 0 ? start + 2_000_000_000 : -1)
    }

    private mutating func change(to state: GstState) {
        line.set(state)
        // From READY or NULL it goes on to play again, or nothing more would happen.
        if state.rawValue < GST_STATE_PAUSED.rawValue { line.set(GST_STATE_PLAYING) }
    }

    mutating func changeCaps(of filter: UnsafeMutablePointer<GstElement>) {
        let format = ["I420", "NV12", "RGB", "YUY2", "GRAY8"].randomElement(using: &random)!
        // Not smaller: videotestsrc itself writes past the end of tiny frames with a ball.
        let (width, height) = [(64, 36), (160, 90), (322, 50)].randomElement(using: &random)!
        set(filter, "caps", "video/x-raw,format=\(format),width=\(width),height=\(height),framerate=25/1")
    }

    private mutating func changeProperties() {
        let (name, values) = [
            ("effects", ["none", "mosaic", "mosaic; eyes", "eyes"]), ("mask-scale", ["1", "1.3", "3"]),
            ("analysis-size", ["0", "320"]),
            ("threshold", ["0", "0.2", "0.9"]), ("min-face", ["0", "0.1"]), ("messages", ["true", "false"]),
            ("on-doubt", ["mask-frame", "drop"]), ("lookahead", ["0", "40", "400", "2000"]),
            ("detect-interval", ["0", "1", "7"]),
            ("regions", ["", "0.1,0.1,0.5,0.5", "0,0 1,0 0.5,1"]), ("keep-ids", ["", "1"]), ("only-ids", ["", "2"]),
        ].randomElement(using: &random)!
        let value = values.randomElement(using: &random)!
        line.with("e0") { set($0, name, value) }
    }

    private func set(_ element: UnsafeMutablePointer<GstElement>, _ name: String, _ value: String) {
        gst_util_set_object_arg(UnsafeMutableRawPointer(element).assumingMemoryBound(to: GObject.self), name, value)
    }
}
