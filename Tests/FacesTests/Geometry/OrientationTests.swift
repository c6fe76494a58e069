import Faces
import Testing

@Suite struct OrientationTests {
    @Test(arguments: [
        ("rotate-0", Orientation.rotate0), ("rotate-90", .rotate90), ("rotate-180", .rotate180), ("rotate-270", .rotate270),
        ("flip-rotate-0", .flipRotate0), ("flip-rotate-90", .flipRotate90), ("flip-rotate-180", .flipRotate180),
        ("flip-rotate-270", .flipRotate270),
    ])
    func readsTheTagsValues(tag: String, orientation: Orientation) {
        #expect(Orientation(tag: tag) == orientation)
    }

    @Test(arguments: ["", "rotate-45", "Rotate-90", "auto"])
    func refusesOtherTags(tag: String) {
        #expect(Orientation(tag: tag) == nil)
    }

    @Test(arguments: Orientation.allCases)
    func isUndoneByItsInverse(orientation: Orientation) {
        let geometry = FrameGeometry(width: 30, height: 20, orientation: orientation, analysisSize: 32)
        let point = Point(x: 3, y: 7)
        #expect(geometry.stored(fromDisplayed: geometry.displayed(fromStored: point)) == point)
    }
}
