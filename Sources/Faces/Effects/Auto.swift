/// Makes the most of a dull picture: stretches its light from black to white and strengthens weak colours.
///
/// What is done is worked out from each frame, but changes slowly, so that nothing flickers; at a cut it jumps.
public struct Auto: FrameEffect {
    public static let summary = EffectSummary(
        name: "auto", text: "Stretches the picture's light and strengthens weak colours; does not hide who it is.",
        options: [
            EffectOption(
                name: "levels", kind: .double(0...1), defaultValue: .double(1), text: "How far light is stretched; 0 is not."),
            EffectOption(
                name: "colour", kind: .double(0...1), defaultValue: .double(1),
                text: "How far weak colours are strengthened; 0 is not."),
        ])

    /// What a picture lacks: the parts of its range that it leaves empty, and how much stronger its colours could be.
    private struct Lack: Equatable {
        var black: Float
        var white: Float
        var saturation: Float
    }

    /// Pixels that may become black or white, each.
    private static let clipped: Float = 0.005
    /// Parts of the range that are stretched at most: what is dark or pale beyond is meant to be.
    private static let mostBlack: Float = 0.2
    private static let mostWhite: Float = 0.35
    /// Parts of the range that a picture takes at least, to be stretched; at twice as much it is stretched wholly.
    private static let leastRange: Float = 0.1
    /// As colourful as an ordinary picture is; paler ones are brought there, by no more than a third; greys are left grey.
    private static let ordinary: Float = 0.075
    private static let mostSaturation: Float = 1.33
    private static let grey: Float = 0.01
    /// The part of the way to what a frame lacks that is gone with it.
    private static let pace: Float = 0.08
    /// Lacking so much more or less is a cut.
    private static let cut: Float = 0.12

    public let levels: Float
    public let colour: Float
    public var isMasking: Bool { false }
    public var needsFaces: Bool { false }

    private var census = ColourCensus()
    private var grading = Grading()
    private var lack: Lack?

    public init(levels: Float = 1, colour: Float = 1) {
        self.levels = levels
        self.colour = colour
    }

    public init(options: EffectOptions) throws(EffectError) {
        let values = try Self.summary.values(from: options)
        self.init(levels: Float(values.double("levels")), colour: Float(values.double("colour")))
    }

    public mutating func apply(to picture: inout some Picture & ~Copyable, faces: [Face], settings: EffectSettings) {
        census.take(of: &picture)
        let lack = followed(judged())
        self.lack = lack
        let (black, white) = (lack.black * levels, lack.white * levels)
        let gain = 1 / (1 - black - white)
        // Colours keep their strength beside the light, and get some of what they lack.
        grading.apply(
            Grade(gain: gain, offset: -black * gain, saturation: gain * (1 + (lack.saturation - 1) * colour)), to: &picture)
    }

    private func judged() -> Lack {
        let (darkest, brightest) = (census.luma(below: Self.clipped), census.luma(below: 1 - Self.clipped))
        // A picture of hardly more than one tone, such as a black one, lacks nothing.
        let range = ((brightest - darkest - Self.leastRange) / Self.leastRange).clamped(to: 0...1)
        let missing = (Self.ordinary / max(Self.grey, census.colourfulness)).clamped(to: 1...Self.mostSaturation)
        // From grey to twice that, noise becomes colour.
        let trust = (census.colourfulness / Self.grey - 1).clamped(to: 0...1)
        return Lack(
            black: min(Self.mostBlack, darkest) * range, white: min(Self.mostWhite, 1 - brightest) * range,
            saturation: 1 + (missing - 1) * trust)
    }

    /// What was lacked before, moved towards what is lacked now.
    private func followed(_ now: Lack) -> Lack {
        guard let before = lack, abs(now.black - before.black) < Self.cut, abs(now.white - before.white) < Self.cut,
            abs(now.saturation - before.saturation) < Self.cut
        else { return now }
        func between(_ before: Float, _ now: Float) -> Float { before + (now - before) * Self.pace }
        return Lack(
            black: between(before.black, now.black), white: between(before.white, now.white),
            saturation: between(before.saturation, now.saturation))
    }
}
