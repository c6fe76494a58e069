/// Tells scene cuts from small pictures of successive frames, and flashes from cuts.
public struct SceneChanges: Sendable {
    /// How a frame follows the one before it.
    public enum Change: Sendable {
        case none
        /// Another picture altogether.
        case cut
        /// The picture that was there before the last cut: that was a flash.
        case back
    }

    /// The mean difference of bytes from which a frame is another scene (from trials on clips).
    static let step: Float = 25
    /// A flash lasts no longer, in frames.
    static let longestFlash = 5

    private var last: [UInt8] = []
    private var beforeCut: [UInt8] = []
    private var sinceCut = 0

    public init() {}

    /// Takes the next frame's thumbnail, luma bytes of a size that stays; the first is no change.
    public mutating func take(_ thumbnail: [UInt8]) -> Change {
        defer { last = thumbnail }
        sinceCut += 1
        guard last.count == thumbnail.count, Self.difference(last, thumbnail) > Self.step else { return .none }
        if sinceCut <= Self.longestFlash, beforeCut.count == thumbnail.count,
            Self.difference(beforeCut, thumbnail) <= Self.step
        {
            beforeCut = []
            return .back
        }
        beforeCut = last
        sinceCut = 0
        return .cut
    }

    private static func difference(_ one: [UInt8], _ other: [UInt8]) -> Float {
        var sum = 0
        for index in one.indices { sum += abs(Int(one[index]) - Int(other[index])) }
        return one.isEmpty ? 0 : Float(sum) / Float(one.count)
    }
}
