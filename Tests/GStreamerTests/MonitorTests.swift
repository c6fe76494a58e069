import GStreamer
import Testing

@Suite struct MonitorTests {
    @Test func waitEndsWhenAnotherThreadChangesTheValue() async {
        let monitor = Monitor(0)
        async let counted: Int = Task.detached { monitor.wait { $0 >= 100 ? $0 : nil } }.value
        for _ in 0..<100 { monitor.withLock { $0 += 1 } }
        #expect(await counted == 100)
    }
}
