import CGStreamer
import Testing

/// The comparison itself: it must see the differences that there are.
@Suite struct HarnessTests {
    private static let whole: @Sendable (Bench) -> Void = { bench in
        bench.onQuery = { _, query in query.pointee.type == GST_QUERY_ALLOCATION ? true : nil }
        bench.begin()
        bench.push(frame: 0)
        bench.ask(.sink, gst_query_new_allocation(nil, 0))
        bench.push(bench.segment { $0.base = 40_000_000 })
        bench.push(frame: 1)
        bench.push(gst_event_new_eos())
    }

    @Test(arguments: [
        "identity single-segment=true", "identity drop-allocation=true", "identity eos-after=1", "identity datarate=9",
    ])
    func seesWhatDiffers(_ line: String) throws {
        #expect(try differenceBetween((.identity, Subject(line: line)), Self.whole) != nil)
    }

    @Test func seesNoneWhereThereIsNone() throws {
        #expect(try differenceBetween((.identity, .identity), Self.whole) == nil)
    }
}
