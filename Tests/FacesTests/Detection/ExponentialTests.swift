import Testing

@testable import Faces

#if canImport(Glibc)
    import Glibc
#endif

@Suite struct ExponentialTests {
    @Test func agreesWithTheCLibrary() {
        var worst = 0.0
        var x: Float = -87
        while x < 88.7 {
            let expected = exp(Double(x))
            worst = max(worst, abs(Double(exponential(x)) - expected) / expected)
            x += 0.0037
        }
        #expect(worst < 2e-7)
    }

    @Test func isExactAtZero() {
        #expect(exponential(0) == 1)
        #expect(exponential(-0.0) == 1)
    }

    @Test func reachesTheEndsOfTheRange() {
        #expect(exponential(88.72) < .infinity)
        #expect(exponential(88.73) == .infinity)
        #expect(exponential(.infinity) == .infinity)
        #expect(exponential(-88) == 0)
        #expect(exponential(-.infinity) == 0)
        #expect(exponential(.nan).isNaN)
    }
}
