import CGStreamer
import Foundation
import GStreamer
import Testing

@testable import GuiseElement

/// Frames that are held for what comes behind them, whatever comes.
@Suite struct HoldingScenarios {
    private static let subjects = [Subject.detecting, .lookingAhead]

    /// Everything that may be set while playing, on every frame.
    @Test(arguments: subjects) func settingsChange(_ subject: Subject) throws {
        try expectSame((.identity, subject)) { bench in
            bench.begin()
            let changes = [
                ("lookahead", ["0", "400", "40", "1000"]), ("detect-interval", ["0", "1", "5"]), ("threshold", ["0", "1"]),
                ("analysis-size", ["0", "128"]), ("min-face", ["0.5", "0"]), ("messages", ["true", "false"]),
                ("mask-scale", ["1", "2"]), ("keep-ids", ["1", ""]),
            ]
            for number in 0..<80 {
                let (name, values) = changes[number % changes.count]
                bench.change(name, to: values[number / changes.count % values.count])
                bench.push(frame: number)
                if number % 7 == 0 { bench.push(gst_event_new_tag(gst_tag_list_new_from_string("taglist, title=(string)one;"))) }
            }
            bench.push(gst_event_new_eos())
            bench.keepDownstream()
        }
    }

    enum Times: CaseIterable, Sendable { case none, backward, forward, standing, scattered }

    @Test(arguments: Times.allCases, subjects) func strangeTimes(_ times: Times, _ subject: Subject) throws {
        try expectSame((.identity, subject)) { bench in
            bench.begin()
            var random = Seeded(3)
            for number in 0..<60 {
                let frame = bench.frame(number)
                switch times {
                case .none: frame.pointee.pts = .max
                case .backward: if number < 30 { frame.pointee.pts += 3_600_000_000_000 }
                case .forward: if number >= 30 { frame.pointee.pts += 3_600_000_000_000 }
                case .standing: frame.pointee.pts = 7
                case .scattered: frame.pointee.pts = GstClockTime.random(in: 0..<4_000_000_000, using: &random)
                }
                bench.push(frame)
                if number % 11 == 0 { bench.push(gst_event_new_gap(frame.pointee.pts == .max ? 0 : 40_000_000, 40_000_000)) }
            }
            bench.push(gst_event_new_eos())
            bench.keepDownstream()
        }
    }

    /// Pools that lend no more than so many buffers must not wait for the lane that holds more, and lose nothing that is on them.
    @Test(arguments: [2, 5], subjects) func smallPools(_ size: Int, _ subject: Subject) throws {
        try expectSame((.identity, subject)) { bench in
            bench.begin()
            let pool = gst_buffer_pool_new()
            let configuration = gst_buffer_pool_get_config(pool)
            let caps = gst_caps_from_string(Bench.standardCaps)
            gst_buffer_pool_config_set_params(configuration, caps, 32 * 18 * 3 / 2, guint(size), guint(size))
            gst_caps_unref(caps)
            gst_buffer_pool_set_config(pool, configuration)
            gst_buffer_pool_set_active(pool, 1)
            for number in 0..<50 {
                var buffer: UnsafeMutablePointer<GstBuffer>?
                guard gst_buffer_pool_acquire_buffer(pool, &buffer, nil) == GST_FLOW_OK, let buffer else { break }
                gst_buffer_memset(buffer, 0, UInt8(number), gsize.max)
                buffer.pointee.pts = GstClockTime(number) * 40_000_000
                buffer.pointee.dts = GstClockTime(number)
                buffer.pointee.offset = guint64(number)
                gst_buffer_set_flags(buffer, GstBufferFlags(rawValue: GST_VIDEO_BUFFER_FLAG_TFF.rawValue))
                gst_buffer_add_video_region_of_interest_meta(buffer, "car", 0, 0, 9, 9)
                gst_buffer_add_reference_timestamp_meta(buffer, gst_caps_new_any(), 5, 6)
                bench.push(buffer)
            }
            bench.push(gst_event_new_eos())
            bench.keepDownstream()
            gst_buffer_pool_set_active(pool, 0)
            gst_object_unref(pool)
        }
    }

    @Test(arguments: [GST_FLOW_EOS, GST_FLOW_ERROR, GST_FLOW_NOT_NEGOTIATED, GST_FLOW_FLUSHING].map(\.rawValue))
    func verdictsReachUpstream(_ flow: Int32) throws {
        let verdict = describe(GstFlowReturn(rawValue: flow))
        let (seen, text) = try onOwnThread(within: 30, "verdict") {
            let bench = try Bench(.lookingAhead)
            bench.onBuffer = { _, number in number < 2 ? GST_FLOW_OK : GstFlowReturn(rawValue: flow) }
            bench.begin()
            for number in 0..<60 where !bench.transcript.text.contains("bench: push: \(verdict)") { bench.push(frame: number) }
            bench.push(gst_event_new_eos())
            return (bench.buffersSeen, bench.finish())
        }
        #expect(seen == 3)
        #expect(text.contains("bench: push: \(verdict)"))
        // At most what is held came in after it.
        #expect(text.filter { $0 == "bench: push: ok" }.count < 60)
    }

    // MARK: Latency

    /// The latency of a source of 20 to 90 ms behind the element, as long as its caps and settings are so.
    private func latencies(_ caps: String, at changes: [String]) throws -> [String] {
        try onOwnThread(within: 30, "latency") {
            let bench = try Bench(.lookingAhead)
            bench.onQuery = { _, query in
                guard query.pointee.type == GST_QUERY_LATENCY else { return nil }
                gst_query_set_latency(query, 1, 20_000_000, 90_000_000)
                return true
            }
            bench.begin(caps: caps)
            bench.ask(.src, gst_query_new_latency())
            for lookahead in changes {
                bench.change("lookahead", to: lookahead)
                bench.push(frame: 0)
                bench.ask(.src, gst_query_new_latency())
            }
            return bench.finish().compactMap { line in
                if line.contains("message latency") { return "message" }
                return line.firstMatch(of: /min-latency=\(guint64\)(\d+), max-latency=\(guint64\)(\d+)/)
                    .map { "\(Int($0.1)! / 1_000_000)-\(Int($0.2)! / 1_000_000)" }
            }
        }
    }

    @Test func tellsAnewWhatItHoldsBack() throws {
        let told = try latencies(Bench.standardCaps, at: ["400", "390", "0", "10"])
        #expect(
            told == ["message", "220-290", "message", "420-490", "message", "420-490", "message", "20-90", "message", "60-130"])
    }

    /// Where caps tell no rate, frames leave up to one distance of frames later than the lookahead.
    @Test func learnsTheRateOfALiveStream() throws {
        let caps = "video/x-raw, format=I420, width=32, height=18, framerate=0/1"
        let told = try onOwnThread(within: 30, "latency") {
            let bench = try Bench(.lookingAhead)
            bench.onQuery = { _, query in
                guard query.pointee.type == GST_QUERY_LATENCY else { return nil }
                gst_query_set_latency(query, 1, 0, .max)
                return true
            }
            bench.begin(caps: caps)
            // 33 ms, 33 ms, an interruption, 120 ms.
            for time in [0, 33_333_333, 66_666_666, 9_000_000_000, 9_120_000_000] {
                let frame = bench.frame(0)
                frame.pointee.pts = GstClockTime(time)
                bench.push(frame)
                bench.ask(.src, gst_query_new_latency())
            }
            return bench.finish().compactMap { line -> String? in
                if line.contains("message latency") { return "message" }
                return line.firstMatch(of: /min-latency=\(guint64\)(\d+)/).map { String(Int($0.1)! / 1_000_000) }
            }
        }
        #expect(told == ["message", "200", "message", "240", "240", "240", "message", "320"])
    }

    // MARK: Waiting

    /// While the streaming thread waits for a look that takes two seconds, questions are answered, and a flush lets it go.
    @Test func nobodyElseWaits() throws {
        let times = try onOwnThread(within: 60, "waiting") {
            let bench = try Bench(.lookingAhead)
            let isLooking = Monitor(false)
            GuiseType.owner(of: UnsafeMutableRawPointer(bench.element)).settings.withLock { settings in
                settings.hindrance = { _ in
                    isLooking.withLock { $0 = true }
                    g_usleep(2_000_000)
                }
            }
            bench.begin()
            bench.push(frame: 0)
            let ended = Monitor(false)
            let streaming = Thread {
                bench.push(gst_event_new_eos())
                ended.withLock { $0 = true }
            }
            streaming.start()
            isLooking.wait { $0 ? () : nil }
            var times: [String: Double] = [:]
            func measure(_ what: String, _ body: () -> Void) {
                let began = g_get_monotonic_time()
                body()
                times[what] = Double(g_get_monotonic_time() - began) / 1e6
            }
            measure("questions") {
                for query in [
                    gst_query_new_latency(), gst_query_new_position(GST_FORMAT_TIME), gst_query_new_duration(GST_FORMAT_TIME),
                    gst_query_new_caps(nil), gst_query_new_seeking(GST_FORMAT_TIME),
                ] { bench.ask(.src, query!) }
            }
            measure("upstream events") {
                bench.send(gst_event_new_reconfigure())
                bench.send(gst_event_new_qos(GST_QOS_TYPE_UNDERFLOW, 0.5, -7, 40_000_000))
            }
            measure("properties") { bench.change("lookahead", to: "100") }
            measure("flush") {
                bench.push(gst_event_new_flush_start())
                ended.wait { $0 ? () : nil }
                bench.push(gst_event_new_flush_stop(1))
            }
            measure("stop") { bench.set(GST_STATE_NULL) }
            _ = bench.finish()
            return times
        }
        #expect(times.count == 5)
        for (what, time) in times { #expect(time < 0.5, "\(what)") }
    }
}
