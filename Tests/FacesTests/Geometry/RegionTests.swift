import Faces
import Testing

@Suite struct RegionTests {
    @Test func readsRectanglesAndPolygons() throws {
        let regions = try Region.list("0.1,0.2,0.3,0.4; 0,0  1,0 0.5,1 ;")
        #expect(
            regions == [
                .rectangle(Rect(x: 0.1, y: 0.2, width: 0.3, height: 0.4)),
                .polygon([Point(x: 0, y: 0), Point(x: 1, y: 0), Point(x: 0.5, y: 1)]),
            ])
        #expect(try Region.list("").isEmpty && Region.list(" ; ").isEmpty)
    }

    @Test(arguments: ["0.1,0.2,0.3", "0,0 1,1", "a,b,c,d", "0,0,1,2", "-0.1,0,1,1", "0,0 1,0 0,nan", "0.1 0.2 0.3 0.4", "0,,1,1"])
    func refusesWhatIsNoRegion(text: String) {
        #expect(throws: RegionError.unreadable(text)) { try Region.list(text) }
    }

    @Test func liesWhereTheDisplayedFrameShowsIt() {
        let turned = FrameGeometry(width: 200, height: 100, orientation: .rotate90, analysisSize: 0)
        // Shown upright the frame is 100 wide and 200 high; its top left quarter is stored at the lower left.
        let corners = Region.rectangle(Rect(x: 0, y: 0, width: 0.5, height: 0.5)).corners(in: turned)
        #expect(corners == [Point(x: 0, y: 100), Point(x: 0, y: 50), Point(x: 100, y: 50), Point(x: 100, y: 100)])
    }

    @Test func hidesATriangleAndNothingElse() {
        var picture = OwnedPicture(.gray8, width: 16, height: 16)
        picture.fill { _, column, row in column * 16 + row }
        let before = picture.samples(0)
        var mosaic = Mosaic()
        mosaic.hide(areas: [[Point(x: 0, y: 0), Point(x: 16, y: 0), Point(x: 0, y: 16)]], in: &picture)
        let after = picture.samples(0)
        for row in 0..<16 {
            for column in 0..<16 {
                // Cells of 2 × 2: the mean of two columns and two rows.
                let mean = Float((column & ~1) * 16 + (row & ~1)) + 8.5
                if column + row < 15 { #expect(after[row][column] == levelled(luma: mean)) }
                if column + row > 15 { #expect(after[row][column] == before[row][column]) }
            }
        }
    }

    @Test func hidesTheWholeFrameForACornerThatIsNoNumber() {
        var picture = OwnedPicture(.gray8, width: 16, height: 16)
        // No level of a cell is an even code below 23.
        picture.fill { _, column, row in (column + row) % 2 == 0 ? 20 : 18 }
        let before = picture.samples(0)
        var mosaic = Mosaic()
        mosaic.hide(areas: [[Point(x: 0, y: 0), Point(x: .nan, y: 0), Point(x: 0, y: 16)]], in: &picture)
        #expect(zip(picture.samples(0), before).allSatisfy { zip($0, $1).allSatisfy { $0 != $1 } })
    }
}
