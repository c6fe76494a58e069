/// Tells scene cuts from the thumbnails of successive frames, and flashes from cuts.
public struct SceneChanges: Sendable {
    /// How a frame follows the one before it.
    public enum Change: Sendable {
        case none
        /// Another picture altogether.
        case cut
        /// The picture that was there before the last cut: that was a flash.
        case back
    }

    /// The mean step from one thumbnail to the next that makes another scene (from trials on clips).
    static let step: Float = 25
    /// A flash lasts no longer, in frames.
    static let longestFlash = 5

    private var last: Thumbnail?
    private var beforeCut: Thumbnail?
    private var sinceCut = 0

    public init() {}

    /// Takes the next frame's thumbnail; the first is no change.
    public mutating func take(_ thumbnail: Thumbnail) -> Change {
        defer { last = thumbnail }
        sinceCut += 1
        guard let last, last.meanStep(to: thumbnail) > Self.step else { return .none }
        if sinceCut <= Self.longestFlash, let beforeCut, beforeCut.meanStep(to: thumbnail) <= Self.step {
            self.beforeCut = nil
            return .back
        }
        beforeCut = last
        sinceCut = 0
        return .cut
    }
}
