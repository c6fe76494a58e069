import Faces
import Testing

@Suite struct ViewMappingTests {
    private let picture = Size(width: 600, height: 400)
    private let view = Rect(x: 0, y: 0, width: 300, height: 300)

    @Test func fitsThePictureBetweenBars() {
        let mapping = ViewMapping(aspectFit: picture, in: view)
        #expect(mapping.scale == 0.5)
        #expect(mapping.offset == Point(x: 0, y: 50))
        #expect(
            mapping.view(fromPicture: Rect(x: 100, y: 80, width: 200, height: 120)) == Rect(x: 50, y: 90, width: 100, height: 60))
        #expect(mapping.picture(fromView: Point(x: 50, y: 90)) == Point(x: 100, y: 80))
    }

    @Test func fillsTheViewAndCutsOff() {
        let mapping = ViewMapping(aspectFill: picture, in: view)
        #expect(mapping.scale == 0.75)
        #expect(mapping.offset == Point(x: -75, y: 0))
        #expect(
            mapping.view(fromPicture: Rect(x: 100, y: 80, width: 200, height: 120)) == Rect(x: 0, y: 60, width: 150, height: 90))
        #expect(mapping.picture(fromView: Point(x: 0, y: 0)) == Point(x: 100, y: 0))
    }

    /// Core Image counts from the bottom left, UIKit from the top left.
    @Test func turnsBottomLeftIntoTopLeft() {
        let mapping = ViewMapping(aspectFit: picture, in: view, from: .bottomLeft)
        // Its lower edge is 80 above the picture's bottom, its upper one 200: 200 below the top, so 100 + 50 in the view.
        #expect(
            mapping.view(fromPicture: Rect(x: 100, y: 80, width: 200, height: 120)) == Rect(x: 50, y: 150, width: 100, height: 60)
        )
        let back = ViewMapping(aspectFit: picture, in: view, to: .bottomLeft)
        #expect(back.view(fromPicture: Point(x: 100, y: 80)) == Point(x: 50, y: 210))
        #expect(back.picture(fromView: Point(x: 50, y: 210)) == Point(x: 100, y: 80))
    }

    @Test func keepsYBetweenTwoBottomLeftOrigins() {
        let mapping = ViewMapping(aspectFill: picture, in: view, from: .bottomLeft, to: .bottomLeft)
        #expect(mapping.view(fromPicture: Point(x: 100, y: 80)) == Point(x: 0, y: 60))
    }

    @Test func countsFromTheViewsOwnPlace() {
        let moved = Rect(x: 20, y: 30, width: 300, height: 300)
        let mapping = ViewMapping(aspectFit: picture, in: moved)
        #expect(mapping.view(fromPicture: Point(x: 0, y: 0)) == Point(x: 20, y: 80))
        #expect(mapping.picture(fromView: Point(x: 320, y: 280)) == Point(x: 600, y: 400))
        let upward = ViewMapping(aspectFit: picture, in: moved, to: .bottomLeft)
        #expect(upward.view(fromPicture: Point(x: 0, y: 0)) == Point(x: 20, y: 280))
    }

    @Test(arguments: [ViewMapping.Origin.topLeft, .bottomLeft], [ViewMapping.Origin.topLeft, .bottomLeft])
    func goesThereAndBack(from: ViewMapping.Origin, to: ViewMapping.Origin) {
        let odd = Rect(x: -7, y: 11, width: 123, height: 457)
        for mapping in [
            ViewMapping(aspectFit: picture, in: odd, from: from, to: to),
            ViewMapping(aspectFill: picture, in: odd, from: from, to: to),
        ] {
            let point = mapping.picture(fromView: mapping.view(fromPicture: Point(x: 37, y: 291)))
            #expect(abs(point.x - 37) < 0.01 && abs(point.y - 291) < 0.01)
        }
    }
}
