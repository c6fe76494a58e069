import CGStreamer

/// Carries a Swift closure through a C callback's user data.
final class Callback<Body: Sendable>: Sendable {
    let body: Body

    init(_ body: Body) {
        self.body = body
    }

    /// For C to keep; `releaseCallback` gives it back.
    static func retain(_ body: Body) -> gpointer { Unmanaged.passRetained(Callback(body)).toOpaque() }

    static func body(from data: gpointer?) -> Body? {
        data.map { Unmanaged<Callback<Body>>.fromOpaque($0).takeUnretainedValue().body }
    }
}

/// GLib calls this when it forgets a callback.
func releaseCallback(_ data: gpointer?) {
    if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
}
