/// Turns the whole picture into a comic: ink along its edges, few tones, dots where it is dim, stronger colours.
///
/// Ink is where luma lies well below its surroundings, as XDoG draws it (Winnemöller 2011); dots lie on a screen at 45°, as in
/// Core Image's CIComicEffect. Lines and dots grow with the picture, so that it looks the same at every size.
public struct Comic: FrameEffect {
    public static let summary = EffectSummary(
        name: "comic", text: "Turns the whole picture into a comic; does not hide who it is.",
        options: [
            EffectOption(
                name: "edges", kind: .double(0...4), defaultValue: .double(1), text: "Strength of the ink; 0 is none."),
            EffectOption(name: "tones", kind: .int(2...32), defaultValue: .int(6), text: "Tones from black to white."),
            EffectOption(
                name: "dots", kind: .double(0...1), defaultValue: .double(0.6), text: "Strength of the dots; 0 is none."),
            EffectOption(
                name: "colour", kind: .double(0...4), defaultValue: .double(1.4),
                text: "Saturation; 1 is the picture's own, 0 is black and white."),
        ])

    /// Rows of a picture whose lines are drawn with taps a pixel apart.
    private static let lineRows = 1080
    /// Dots from the top of a picture to its bottom, along one of the screen's two lattices.
    private static let dotRows = 72

    public let edges: Float
    public let tones: Int
    public let dots: Float
    public let colour: Float
    public var isMasking: Bool { false }
    public var needsFaces: Bool { false }

    private var lines = LumaLines()
    private var grading = Grading()
    private var fine = RollingBlur()
    private var coarse = RollingBlur()
    private var screen = DotScreen()
    private var source: [UInt16] = []
    private var smooth: [UInt16] = []
    private var surroundings: [UInt16] = []
    /// The last smoothed rows.
    private var kept: [UInt16] = []
    /// The tone above black of every luma code, and the layout's colours that it was made for.
    private var curve: [UInt16] = []
    private var curveOf: ColourModel?

    public init(edges: Float = 1, tones: Int = 6, dots: Float = 0.6, colour: Float = 1.4) {
        self.edges = edges
        self.tones = tones
        self.dots = dots
        self.colour = colour
    }

    public init(options: EffectOptions) throws(EffectError) {
        let values = try Self.summary.values(from: options)
        self.init(
            edges: Float(values.double("edges")), tones: values.int("tones"), dots: Float(values.double("dots")),
            colour: Float(values.double("colour")))
    }

    public mutating func apply(to picture: inout some Picture & ~Copyable, faces: [Face], settings: EffectSettings) {
        let size = picture.layout.size
        let spacing = max(1, (size.height + Self.lineRows / 2) / Self.lineRows)
        fine.begin(width: size.width, height: size.height, spacing: spacing)
        coarse.begin(width: size.width, height: size.height, spacing: 2 * spacing)
        screen.begin(width: size.width, period: max(6, 2 * ((size.height + Self.dotRows) / (2 * Self.dotRows))))
        let codes = LumaLines.codes(of: picture.layout)
        if curveOf != picture.layout.colour {
            curveOf = picture.layout.colour
            curve = Self.curve(tones: tones, black: codes.black, span: codes.span)
        }
        smooth.grow(to: size.width)
        surroundings.grow(to: size.width)
        // Smoothed rows wait until those below them are known.
        let delay = coarse.reach
        let ring = delay + 1
        kept.grow(to: ring * size.width)
        for row in 0..<size.height + fine.reach + delay {
            if row < size.height {
                lines.read(row: row, of: &picture, to: &source)
                fine.push(source, row: row)
            }
            let smoothed = row - fine.reach
            if (0..<size.height).contains(smoothed) {
                fine.blur(row: smoothed, to: &smooth)
                coarse.push(smooth, row: smoothed)
                kept.write(smooth, at: smoothed % ring * size.width, count: size.width)
            }
            let drawn = smoothed - delay
            guard drawn >= 0 else { continue }
            coarse.blur(row: drawn, to: &surroundings)
            ink(row: drawn, from: drawn % ring * size.width, count: size.width, codes: codes)
            lines.write(row: drawn, of: &picture, from: &surroundings, saturation: colour)
        }
        if colour != 1, ColourLines.channels(of: picture.layout) == nil {
            grading.apply(Grade(saturation: colour), to: &picture)
        }
    }

    /// Makes the drawing of a row in the line of its surroundings.
    private mutating func ink(row: Int, from start: Int, count: Int, codes: (black: Int, span: Int)) {
        let scale = 255 / Float(codes.span)
        let pen = Pen(
            gain: Int16(edges * Pen.steepness * scale + 0.5), least: Int16(edges * Pen.steepness * Pen.threshold),
            brightest: Int16(Pen.brightest / scale), area: Int16(64 * scale + 0.5), shade: UInt16(dots * Pen.darkest),
            black: UInt16(codes.black))
        Self.draw(
            (kept, start), (screen.thresholds, screen.row(row)), curve, pen, count: count, to: &surroundings)
    }

    /// How ink and dots are drawn over codes of a range.
    private struct Pen {
        /// Ink for a code below the surroundings, and ink that is left out.
        var gain: Int16
        var least: Int16
        /// Codes above black from which there are no dots, and 64ths of a threshold for each below.
        var brightest: Int16
        var area: Int16
        /// How dark a dot is, of 256.
        var shade: UInt16
        var black: UInt16

        /// Ink, of 255, for each 255th below the surroundings; how many of them are let be.
        static let steepness: Float = 18
        static let threshold: Float = 3
        static let brightest: Float = 165
        static let darkest: Float = 160
        /// The threshold that the largest dots reach: they do not touch.
        static let largest: Int16 = 110
    }

    /// Replaces a line of surroundings by tones, dots and ink.
    private static func draw(
        _ smooth: (line: [UInt16], start: Int), _ screen: (thresholds: [UInt16], start: Int), _ curve: [UInt16],
        _ pen: Pen, count: Int, to line: inout [UInt16]
    ) {
        let smooth = smooth.line.span.extracting(smooth.start..<smooth.start + count)
        let thresholds = screen.thresholds.span.extracting(screen.start..<screen.start + count)
        let curve = curve.span
        var span = line.mutableSpan
        var line = span._mutatingExtracting(0..<count)
        for index in 0..<count {
            let below = Int16(truncatingIfNeeded: line[index]) &- Int16(truncatingIfNeeded: smooth[index])
            let ink = UInt16(truncatingIfNeeded: max(0, min(255, below &* pen.gain &- pen.least)))
            line[index] = smooth[index] | ink &<< 8
        }
        for index in 0..<count { line[index] = line[index] & 0xFF00 | curve[Int(line[index] & 0xFF)] }
        for index in 0..<count {
            let (tone, ink) = (line[index] & 0xFF, line[index] &>> 8)
            let wanted = ((pen.brightest &- Int16(truncatingIfNeeded: tone)) &* pen.area) &>> 6
            let area = min(Pen.largest, wanted) &- Int16(truncatingIfNeeded: thresholds[index])
            let dot = UInt16(truncatingIfNeeded: max(0, min(255, area &* 4)))
            let dotted = tone &- ((((tone &* dot) &>> 8) &* pen.shade) &>> 8)
            line[index] = pen.black &+ dotted &- ((dotted &* (ink &+ ink &>> 7)) &>> 8)
        }
    }

    /// What luma codes become, counted from black: more contrast, then a few tones with soft steps between them.
    private static func curve(tones: Int, black: Int, span: Int) -> [UInt16] {
        (0...255).map { code in
            let luma = max(0, min(1, Float(code - black) / Float(span)))
            let steep = 0.5 * luma + 0.5 * luma * luma * (3 - 2 * luma)
            // Ink and dots take light away; some is given back before.
            let place = (steep + 0.25 * steep * (1 - steep)) * Float(tones - 1)
            let tone = (place + 0.5).rounded(.down)
            let part = place - tone
            // The last eighth of a step on either side of a border leads over it.
            let over = max(0, (part.magnitude - 0.375) / 0.125)
            let lead = (part < 0 ? -0.5 : 0.5) * over * over
            return UInt16(((tone + lead) / Float(tones - 1) * Float(span)).nearest(within: 0...span))
        }
    }
}
