import Faces
import Testing

@Suite struct EffectCatalogueTests {
    @Test func knowsItsEffects() {
        #expect(EffectCatalogue.summaries.map(\.name) == ["mosaic", "blur", "solid", "eyes", "sepia", "overlay", "none"])
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
            try EffectCatalogue.effect(named: "mosaic", options: ["scale": .int(20), "shape": .string("box"), "soft": .int(3)])
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

    @Test func namesTheKnownEffectsWhenItKnowsNoOther() {
        let error = EffectError.unknownEffect(name: "blurr", known: EffectCatalogue.summaries.map(\.name))
        #expect(throws: error) { try EffectCatalogue.effect(named: "blurr") }
        #expect(error.description.hasPrefix("there is no effect blurr; the effects are mosaic, blur, "))
    }

    @Test(arguments: [("mosaic", ["scale", "shape", "soft"]), ("none", [])])
    func namesTheKnownOptionsWhenItKnowsNoOther(effect: String, known: [String]) {
        #expect(throws: EffectError.unknownOption(effect: effect, option: "cells", known: known)) {
            try EffectCatalogue.effect(named: effect, options: ["cells": .int(3)])
        }
    }

    @Test(arguments: [
        ("mosaic", "scale", EffectValue.int(-1)), ("mosaic", "scale", .int(5000)), ("mosaic", "scale", .double(2.5)),
        ("mosaic", "scale", .double(.nan)), ("mosaic", "scale", .string("20")), ("mosaic", "shape", .string("star")),
        ("mosaic", "shape", .int(1)), ("mosaic", "scale", .string("auto")), ("eyes", "size", .double(0.1)),
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
