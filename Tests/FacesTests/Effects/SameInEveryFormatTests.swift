import Testing

@testable import Faces

/// An effect must look the same whatever a picture's format is.
@Suite struct SameInEveryFormatTests {
    static let size = Size(width: 160, height: 128)

    /// A scene in 4:2:0 that has all hues, edges and some grain, so that every format can hold it.
    private func scene(_ format: PictureFormat) -> OwnedPicture {
        var random = Random(seed: 11)
        let grain = (0..<Self.size.width * Self.size.height).map { _ in Float(random.next() * 8 - 4) }
        func colour(_ x: Int, _ y: Int) -> LumaColour {
            // One colour to every two by two pixels, which is what 4:2:0 can store.
            let (across, down) = (Float(x / 2 * 2) / 160, Float(y / 2 * 2) / 128)
            let ring = (x / 2 * 2 - 80) * (x / 2 * 2 - 80) + (y / 2 * 2 - 64) * (y / 2 * 2 - 64) < 1600
            return LumaColour(
                luma: 0.25 + 0.4 * across + (ring ? 0.15 : 0) + grain[y * Self.size.width + x] / 255,
                blueDifference: 0.12 * (across - 0.5), redDifference: 0.14 * (down - 0.5) + (ring ? 0.05 : 0))
        }
        let model: ColourModel = format == .bgra ? .rgb : .bt601
        var picture = OwnedPicture(format, width: Self.size.width, height: Self.size.height, colour: model)
        let layout = picture.layout
        picture.fill { index, column, row in
            let channel = layout.channels[index]
            let colour = colour(column << channel.horizontalShift, row << channel.verticalShift)
            return model.sampleValue(of: colour, role: channel.role, depth: channel.depth)
                ?? model.sampleValue(of: colour.colour(model: model), role: channel.role, depth: channel.depth) ?? 77
        }
        return picture
    }

    /// Luma and differences as they are shown, in 255ths, every two by two pixels of differences averaged.
    private func parts(_ picture: OwnedPicture) -> [[Float]] {
        let layout = picture.layout
        let (width, height) = (Self.size.width, Self.size.height)
        func plane(_ role: ChannelRole) -> [Float] {
            let index = layout.channels.firstIndex { $0.role == role }!
            let shape = layout.channels[index]
            let samples = picture.samples(index)
            return (0..<width * height).map { pixel in
                let code = samples[(pixel / width) >> shape.verticalShift][(pixel % width) >> shape.horizontalShift]
                return layout.colour.part(ofCode: Float(code), role: role, depth: shape.depth)
            }
        }
        let isRGB = picture.format == .bgra
        let planes = (isRGB ? [ChannelRole.red, .green, .blue] : [.luma, .blueDifference, .redDifference]).map(plane)
        let colours = (0..<width * height).map { pixel in
            let stored = planes.map { $0[pixel] }
            let colour =
                isRGB
                ? Colour(red: stored[0], green: stored[1], blue: stored[2])
                : LumaColour(luma: stored[0], blueDifference: stored[1], redDifference: stored[2]).colour(model: layout.colour)
            // No screen shows more than that.
            func shown(_ part: Float) -> Float { max(0, min(1, part)) }
            let seen = Colour(red: shown(colour.red), green: shown(colour.green), blue: shown(colour.blue))
            return LumaColour(seen, model: layout.colour)
        }
        func reduced(_ part: (LumaColour) -> Float) -> [Float] {
            (0..<height / 2).flatMap { row in
                (0..<width / 2).map { column in
                    let first = 2 * row * width + 2 * column
                    return [first, first + 1, first + width, first + width + 1].reduce(0) { $0 + part(colours[$1]) } / 4 * 255
                }
            }
        }
        return [colours.map { $0.luma * 255 }, reduced(\.blueDifference), reduced(\.redDifference)]
    }

    private func likeness(_ one: [Float], _ other: [Float]) -> Double {
        let error = zip(one, other).reduce(0.0) { $0 + Double(($1.0 - $1.1) * ($1.0 - $1.1)) } / Double(one.count)
        return 10 * logarithm(255 * 255 / max(error, 1e-6))
    }

    static let face: Face = {
        func point(_ x: Float, _ y: Float) -> Point { Point(x: x, y: y) }
        var face = Face(
            box: Rect(x: 52, y: 30, width: 56, height: 72), score: 0.87,
            landmarks: Landmarks(
                rightEye: point(67, 58), leftEye: point(92, 60), nose: point(79, 74), rightMouth: point(68, 84),
                leftMouth: point(91, 86)))
        face.id = 12
        return face
    }()

    @Test(arguments: EffectCatalogue.summaries.map(\.name).filter { !$0.hasPrefix("test-") })
    func looksTheSameInPlanarSemiPlanarAndPackedFormats(name: String) throws {
        func result(_ format: PictureFormat) throws -> OwnedPicture {
            var effect = try EffectCatalogue.effect(named: name)
            var picture = scene(format)
            effect.apply(to: &picture, faces: [Self.face], settings: EffectSettings())
            return picture
        }
        let planar = try result(.i420)
        #expect(name == "none" || planar != scene(.i420))
        let semiPlanar = try result(.nv12)
        for role in [ChannelRole.luma, .blueDifference, .redDifference] {
            #expect(semiPlanar.samples(of: role) == planar.samples(of: role))
        }
        let packed = try result(.bgra)
        #expect(packed.samples(of: .alpha).joined().allSatisfy { $0 == 77 })
        for (one, other) in zip(parts(planar), parts(packed)) { #expect(likeness(one, other) > 40) }
        // Deep formats: the same to a quarter of a code and the rounding.
        let deep = try result(.p010)
        for (one, other) in zip(parts(planar), parts(deep)) { #expect(likeness(one, other) > 40) }
    }
}
