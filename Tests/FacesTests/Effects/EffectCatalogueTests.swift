import Faces
import Testing

@Suite struct EffectCatalogueTests {
    @Test func knowsItsEffects() {
        let names = EffectCatalogue.summaries.map(\.name).filter { !$0.hasPrefix("test-") }
        #expect(names == ["mosaic", "blur", "solid", "eyes", "sepia", "overlay", "comic", "retouch", "auto", "none"])
    }

    @Test func makesEffectsWithTheirDefaults() throws {
        for summary in EffectCatalogue.summaries {
            var options = EffectOptions()
            for option in summary.options { options[option.name] = option.defaultValue }
            _ = try EffectCatalogue.effect(named: summary.name, options: options)
            _ = try EffectCatalogue.effect(named: summary.name)
        }
    }

    @Test func makesEffectsWithTheirOptions() throws {
        let mosaic = try #require(
            try EffectCatalogue.effect(named: "mosaic", options: ["scale": .int(20), "mask": .string("box"), "soft": .int(3)])
                as? Mosaic)
        #expect(mosaic.scale == .pixels(20))
        #expect(mosaic.soft == 3)
        #expect(mosaic.shape == .box)
        let eyes = try #require(
            try EffectCatalogue.effect(named: "eyes", options: ["size": .int(2), "outline": .bool(false)]) as? Eyes)
        #expect(eyes.size == 2)
        #expect(!eyes.outline)
        #expect(eyes.pupil == 0.45)
    }

    @Test func saysWhichEffectsHideFaces() throws {
        #expect(try EffectCatalogue.effect(named: "mosaic").isMasking)
        #expect(try !EffectCatalogue.effect(named: "eyes").isMasking)
        #expect(try !EffectCatalogue.effect(named: "none").isMasking)
    }

    @Test func takesAWholeDoubleForAnInt() throws {
        let mosaic = try EffectCatalogue.effect(named: "mosaic", options: ["scale": .double(20)]) as? Mosaic
        #expect(mosaic?.scale == .pixels(20))
    }

    @Test func takesANameWhereANumberIsUsual() throws {
        let mosaic = try EffectCatalogue.effect(named: "mosaic", options: ["scale": .string("auto-frame")]) as? Mosaic
        #expect(mosaic?.scale == .frame)
        #expect(Mosaic.summary.options[0].allowed == "a whole number from 0 to 4096 or auto-frame")
    }

    @Test func takesZeroForCellsSizedByTheFace() throws {
        let mosaic = try EffectCatalogue.effect(named: "mosaic", options: ["scale": .int(0)]) as? Mosaic
        #expect(mosaic?.scale == .face)
    }

    @Test func namesTheKnownEffectsWhenItKnowsNoOther() throws {
        let error = #expect(throws: EffectError.self) { try EffectCatalogue.effect(named: "blurr") }
        #expect(try #require(error).description.hasPrefix("there is no effect blurr; the effects are mosaic, blur, "))
    }

    @Test(arguments: [("mosaic", ["scale", "mask", "soft"]), ("none", [])])
    func namesTheKnownOptionsWhenItKnowsNoOther(effect: String, known: [String]) {
        #expect(throws: EffectError.unknownOption(effect: effect, option: "cells", known: known)) {
            try EffectCatalogue.effect(named: effect, options: ["cells": .int(3)])
        }
    }

    @Test(arguments: [
        ("mosaic", "scale", EffectValue.int(-1)), ("mosaic", "scale", .int(5000)), ("mosaic", "scale", .double(2.5)),
        ("mosaic", "scale", .double(.nan)), ("mosaic", "scale", .string("20")), ("mosaic", "mask", .string("star")),
        ("mosaic", "mask", .int(1)), ("mosaic", "scale", .string("auto")), ("eyes", "size", .double(0.1)),
        ("eyes", "size", .double(.nan)),
        ("eyes", "pupil", .int(1)), ("eyes", "outline", .int(1)),
    ])
    func refusesValuesOutOfRange(effect: String, option: String, value: EffectValue) throws {
        let error = #expect(throws: EffectError.self) {
            try EffectCatalogue.effect(named: effect, options: [option: value])
        }
        guard case .wrongValue(effect, option, _, let allowed) = error else {
            Issue.record("unexpected \(String(describing: error))")
            return
        }
        #expect(try #require(error).description.contains(allowed))
    }
}

/// An effect of somebody else's: paints the top left sample of every channel.
private struct Speck: FrameEffect {
    static let summary = EffectSummary(
        name: "test-speck", text: "Paints one sample.",
        options: [EffectOption(name: "value", kind: .int(0...255), defaultValue: .int(9), text: "Its code.")])

    let value: Int
    var isMasking: Bool { false }

    init(options: EffectOptions) throws(EffectError) {
        value = try Self.summary.values(from: options).int("value")
    }

    mutating func apply(to picture: inout some Picture & ~Copyable, faces: [Face], settings: EffectSettings) {
        for index in picture.layout.channels.indices { picture.withChannel(index) { $0[0, 0] = value } }
    }
}

/// In order, for what is registered stays.
@Suite(.serialized) struct EffectRegistryTests {
    @Test func makesEffectsThatOthersRegister() throws {
        EffectCatalogue.register(Speck.self)
        #expect(EffectCatalogue.summaries.last == Speck.summary)
        var effect = try EffectCatalogue.effect(named: "test-speck", options: ["value": .int(77)])
        var picture = OwnedPicture.noise(.nv12, width: 8, height: 8)
        effect.apply(to: &picture, faces: [], settings: EffectSettings())
        #expect((0..<3).allSatisfy { picture.samples($0)[0][0] == 77 })
        let error = #expect(throws: EffectError.self) {
            try EffectCatalogue.effect(named: "test-speck", options: ["value": .int(256)])
        }
        #expect(try #require(error).description.contains("a whole number from 0 to 255"))
    }

    @Test func takesTheLastThatANameIsRegisteredFor() throws {
        var summary = Speck.summary
        summary.text = "Another."
        EffectCatalogue.register(summary) { (_) throws(EffectError) in try Speck(options: ["value": .int(1)]) }
        #expect(EffectCatalogue.summaries.count { $0.name == "test-speck" } == 1)
        #expect(EffectCatalogue.summaries.last?.text == "Another.")
        #expect(try (EffectCatalogue.effect(named: "test-speck") as? Speck)?.value == 1)
    }

    @Test func registersFromManyThreads() async {
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask {
                    var summary = Speck.summary
                    summary.name = "test-speck-\(number % 10)"
                    EffectCatalogue.register(summary) { (options) throws(EffectError) in try Speck(options: options) }
                    _ = try? EffectCatalogue.effect(named: summary.name)
                }
            }
        }
        let names = EffectCatalogue.summaries.map(\.name).filter { $0.hasPrefix("test-speck-") }
        #expect(Set(names).count == 10 && names.count == 10)
    }

    @Test func readsPicturesThroughALoader() throws {
        struct Missing: Error, CustomStringConvertible { let description = "no such file" }
        let bitmap = Bitmap(size: Size(width: 1, height: 1), pixels: [1, 2, 3, 4])!
        let options: EffectOptions = ["image": .string("eye.png")]
        let without = #expect(throws: EffectError.self) { try EffectCatalogue.effect(named: "eyes", options: options) }
        #expect(without?.description == "the effect eyes cannot read the picture eye.png: nothing here reads pictures")
        EffectCatalogue.setImageLoader { path in
            guard path == "eye.png" else { throw Missing() }
            return bitmap
        }
        #expect(try (EffectCatalogue.effect(named: "eyes", options: options) as? Eyes)?.image == bitmap)
        let error = EffectError.unreadableImage(effect: "eyes", path: "no.png", reason: "no such file")
        #expect(throws: error) { try EffectCatalogue.effect(named: "eyes", options: ["image": .string("no.png")]) }
    }
}

@Suite struct EffectOptionsTests {
    @Test func keepsTheOrderAndTheLastValueOfAName() {
        var options: EffectOptions = ["b": .int(1), "a": .int(2), "b": .int(3)]
        #expect(options.entries.map(\.name) == ["b", "a"])
        #expect(options["b"] == .int(3))
        options["b"] = nil
        #expect(options == ["a": .int(2)])
        #expect(options["b"] == nil)
    }
}
