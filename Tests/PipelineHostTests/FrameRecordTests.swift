import Faces
import GStreamer
import Testing

@testable import PipelineHost

@Suite struct FrameRecordTests {
    private func region() throws -> RegionOfInterest {
        let points = ["right-eye", "left-eye", "nose", "right-mouth", "left-mouth"].enumerated()
            .map { "\($1)-x=(double)\(10 + $0), \($1)-y=(double)20.5" }.joined(separator: ", ")
        return RegionOfInterest(
            kind: "face", x: 10, y: 20, width: 30, height: 40,
            parameters: [try Structure(parsing: "guise, id=(int)3, score=(double)0.87654, \(points)")])
    }

    private func geometry(_ orientation: Orientation) -> FrameGeometry {
        FrameGeometry(width: 100, height: 200, orientation: orientation, analysisSize: 0)
    }

    @Test func writesOneLineOfJSON() throws {
        try Registry.start()
        let face = FrameRecord.Face(try region(), in: geometry(.rotate0))
        let record = FrameRecord(file: "a \"b\"\n.mp4", frame: 7, time: 0.28, width: 100, height: 200, faces: [face])
        #expect(
            record.json == """
                {"file":"a \\"b\\"\\n.mp4","frame":7,"pts":0.28,"width":100,"height":200,"faces":[\
                {"x":10,"y":20,"w":30,"h":40,"score":0.8765,"id":3,"landmarks":{\
                "right_eye":[10,20.5],"left_eye":[11,20.5],"nose":[12,20.5],"right_mouth":[13,20.5],"left_mouth":[14,20.5]}}]}
                """)
    }

    @Test func writesNullForWhatIsUnknown() {
        let face = FrameRecord.Face(x: 0, y: -1.25, width: 2, height: 3, score: nil, id: nil, landmarks: nil)
        let record = FrameRecord(file: "a", frame: 0, time: nil, width: 1, height: 1, faces: [face])
        #expect(record.json.contains("\"pts\":null"))
        #expect(record.json.contains("{\"x\":0,\"y\":-1.25,\"w\":2,\"h\":3,\"score\":null,\"id\":null,\"landmarks\":null}"))
    }

    @Test(arguments: [
        ("rotate-0", 10.0, 20.0), ("rotate-90", 140, 10), ("rotate-180", 60, 140), ("rotate-270", 20, 60),
        ("flip-rotate-0", 60, 20),
        ("flip-rotate-90", 140, 60),
    ])
    func turnsBoxesTheWayThatTheFrameIsShown(_ tag: String, _ x: Double, _ y: Double) throws {
        try Registry.start()
        let face = FrameRecord.Face(try region(), in: geometry(try #require(Orientation(tag: tag))))
        #expect(face.x == x && face.y == y)
        #expect(face.width == (tag.hasSuffix("90") || tag.hasSuffix("270") ? 40 : 30))
    }
}
