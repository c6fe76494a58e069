import GStreamer

/// A video's size in pixels, and its width over its height as it is shown.
struct PictureShape: Sendable {
    var width: Int
    var height: Int
    var aspect: Double

    /// Width over height as caps tell it, with the pixels' own.
    static func aspect(_ format: Structure) -> Double {
        let pixel = format.fraction("pixel-aspect-ratio") ?? (1, 1)
        let size = (Double(format.integer("width") ?? 1), Double(format.integer("height") ?? 1))
        return size.0 / size.1 * Double(max(1, pixel.0)) / Double(max(1, pixel.1))
    }
}

/// The original's shape, for which the result's branch waits: its frames are scaled to it.
final class OriginalShape: Sendable {
    private enum State {
        case unknown
        case known(PictureShape)
        case none
    }

    private let state = Monitor(State.unknown)

    func learn(_ shape: PictureShape) { state.withLock { $0 = .known(shape) } }

    /// Lets go of whoever waits, where nothing is known yet.
    func giveUp() { state.withLock { if case .unknown = $0 { $0 = .none } } }

    /// Waits for the original's first frame; nil where there will be none.
    func wait() -> PictureShape? {
        state.wait { state -> PictureShape?? in
            switch state {
            case .unknown: nil
            case .none: .some(nil)
            case .known(let shape): shape
            }
        }
    }
}
