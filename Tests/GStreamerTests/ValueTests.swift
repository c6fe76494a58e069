import GStreamer
import Testing

@Suite struct ValueTests {
    init() throws { try Registry.start() }

    @Test func structureGivesTypedFields() throws {
        let structure = try Structure(parsing: "mosaic, scale=20, edge=1.5, soft=true, mask=ellipse, rate=(fraction)30/1")
        #expect(structure.name == "mosaic")
        #expect(structure.integer("scale") == 20)
        #expect(structure.double("scale") == 20)
        #expect(structure.double("edge") == 1.5)
        #expect(structure.boolean("soft") == true)
        #expect(structure.string("mask") == "ellipse")
        #expect(structure.fraction("rate")?.numerator == 30)
        #expect(structure.integer("none") == nil)
        #expect(structure.fieldNames == ["scale", "edge", "soft", "mask", "rate"])
        #expect(throws: GStreamerError.self) { try Structure(parsing: "a, =") }
    }

    @Test func capsCompare() throws {
        let wide = try Caps(parsing: "video/x-raw, format={I420, NV12}")
        let narrow = try Caps(parsing: "video/x-raw, format=NV12, width=320")
        #expect(narrow.isSubset(of: wide))
        #expect(wide.intersects(narrow))
        #expect(try !wide.intersects(Caps(parsing: "audio/x-raw")))
        #expect(narrow.mediaType == "video/x-raw")
        #expect(try Caps(parsing: "ANY").isAny)
    }

    @Test func tagsCanBeTakenOut() throws {
        let tags = try TagList(parsing: "taglist, title=\"a clip\", geo-location-name=(string)home, bitrate=(uint)5")
        let rest = tags.removing(["geo-location-name", "image"])
        #expect(rest.string("title") == "a clip")
        #expect(!rest.contains("geo-location-name"))
        #expect(tags.contains("geo-location-name"))
        #expect(rest.string("bitrate") == nil)
    }

    @Test func bufferCarriesTimesBytesAndRegions() throws {
        let made = Buffer([1, 2, 3])
        let buffer = made.writable()
        buffer.presentationTime = ClockTime(nanoseconds: 40)
        #expect(buffer.presentationTime?.nanoseconds == 40)
        #expect(buffer.decodingTime == nil)
        #expect(buffer.size == 3)
        let sum = buffer.withBytes { bytes in
            (0..<bytes.byteCount).reduce(0) { $0 + Int(bytes.unsafeLoad(fromByteOffset: $1, as: UInt8.self)) }
        }
        #expect(sum == 6)
        buffer.add(
            RegionOfInterest(
                kind: "face", x: 1, y: 2, width: 3, height: 4, parameters: [try Structure(parsing: "guise, id=(int)7")]))
        let region = try #require(buffer.regions.first)
        #expect(region.kind == "face" && region.x == 1 && region.y == 2 && region.width == 3 && region.height == 4)
        #expect(region.parameters("guise")?.integer("id") == 7)
        #expect(buffer.regionCount("face") == 1 && buffer.regionCount("car") == 0)
    }

    @Test func writableBufferIsACopyWhileShared() throws {
        let first = Buffer([1])
        let second = first.share().writable()
        second.presentationTime = ClockTime(nanoseconds: 1)
        #expect(first.presentationTime == nil)
    }
}
