/// e to the power of `x`, with a relative error below 2e-7; results under the least normal Float are 0.
///
/// x = n·ln 2 + r with |r| ≤ ln 2 / 2; e^r is its Taylor series, whose first dropped term is under 6e-9.
/// ln 2 is taken off in two parts (Cody and Waite) so that n·ln 2 loses no bits.
func exponential(_ x: Float) -> Float {
    guard !x.isNaN else { return .nan }
    guard x < 88.72284 else { return .infinity }
    guard x > -87.33655 else { return 0 }
    let scaled = x * 1.442695
    let n = Int32(scaled + (scaled < 0 ? -0.5 : 0.5))
    let r = (x - Float(n) * 0.693359375) + Float(n) * 2.12194440e-4
    var series: Float = 1.0 / 5040
    series = series * r + 1.0 / 720
    series = series * r + 1.0 / 120
    series = series * r + 1.0 / 24
    series = series * r + 1.0 / 6
    series = series * r + 0.5
    let power = 1 + (r + r * r * series)
    // 2^128 is no Float, so the last doubling is done apart.
    return n < 128 ? power * twoToThe(n) : power * twoToThe(n - 1) * 2
}

/// 2^n for -126 ≤ n ≤ 127.
private func twoToThe(_ n: Int32) -> Float {
    Float(bitPattern: UInt32(bitPattern: n + 127) << 23)
}
