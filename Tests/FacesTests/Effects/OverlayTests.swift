import Faces
import Testing

@Suite struct OverlayTests {
    private func style(_ change: (inout Overlay.Style) -> Void) -> Overlay.Style {
        var style = Overlay.Style()
        style.boxes = false
        style.ids = false
        style.scores = false
        style.points = false
        style.colour = .white
        style.pointsColour = .black
        change(&style)
        return style
    }

    private func drawn(
        _ style: Overlay.Style, _ faces: [Face], format: PictureFormat = .gray8, width: Int = 64, height: Int = 48
    ) -> OwnedPicture {
        var overlay = Overlay(style: style)
        var picture = OwnedPicture(format, width: width, height: height)
        picture.fill { _, _, _ in 100 }
        overlay.apply(to: &picture, faces: faces, settings: EffectSettings())
        return picture
    }

    /// Rows as text: touched wholly, partly and not at all.
    private func map(_ samples: [[Int]], _ columns: Range<Int>, _ rows: Range<Int>) -> [String] {
        rows.map { row in
            String(samples[row][columns].map { $0 == 100 ? "." : $0 == 235 || $0 == 16 ? "#" : "+" })
        }
    }

    @Test func drawsTwoPixelsAboutTheBoxesEdge() {
        let result = drawn(style { $0.boxes = true }, [face(10, 8, 6, 5)]).samples(0)
        #expect(
            map(result, 8..<18, 6..<15) == [
                "..........",
                ".+######+.",
                ".########.",
                ".##....##.",
                ".##....##.",
                ".##....##.",
                ".########.",
                ".+######+.",
                "..........",
            ])
    }

    @Test func drawsWiderAndThinnerLines() {
        let wide = drawn(
            style {
                $0.boxes = true
                $0.width = 6
            }, [face(20, 20, 20, 20)]
        ).samples(0)
        #expect(map(wide, 15..<25, 30..<31) == ["..######.."])
        // A line of one pixel over an edge between two covers half of each.
        let thin = drawn(
            style {
                $0.boxes = true
                $0.width = 1
            }, [face(20, 20, 20, 20)]
        ).samples(0)
        #expect(thin[30][18..<22] == [100, 168, 168, 100])
    }

    @Test func turnsTheBoxWithTheHead() {
        var tilted = face(20, 12, 24, 24)
        // The eyes lie on a diagonal: a square on its corner.
        tilted.landmarks = Landmarks(
            rightEye: Point(x: 27, y: 19), leftEye: Point(x: 37, y: 29), nose: Point(x: 32, y: 24),
            rightMouth: Point(x: 27, y: 19), leftMouth: Point(x: 37, y: 29))
        let result = drawn(style { $0.boxes = true }, [tilted]).samples(0)
        let corner = 24 - 12 * Float(2).squareRoot()
        #expect(result[Int(corner)][32] == 235)
        #expect(result[12][20] == 100)
        #expect(result[24][Int(32 - 12 * Float(2).squareRoot())] == 235)
    }

    @Test func marksTheFivePoints() {
        var marked = face(4, 4, 50, 40)
        let places = [(10, 12), (30, 12), (20, 22), (12, 32), (28, 32)]
        let points = places.map { Point(x: Float($0.0) + 0.5, y: Float($0.1) + 0.5) }
        marked.landmarks = Landmarks(
            rightEye: points[0], leftEye: points[1], nose: points[2], rightMouth: points[3], leftMouth: points[4])
        let result = drawn(style { $0.points = true }, [marked]).samples(0)
        for (x, y) in places {
            // A radius of 2.
            #expect(
                map(result, x - 3..<x + 4, y - 3..<y + 4) == [
                    ".......", "..+++..", ".+###+.", ".+###+.", ".+###+.", "..+++..", ".......",
                ])
        }
        #expect(result.joined().count { $0 != 100 } == 5 * 21)
    }

    @Test func writesNumberAndScoreAboveTheBox() {
        var known = face(4, 20, 40, 20)
        known.id = 7
        known.score = 0.3
        let result = drawn(
            style {
                $0.ids = true
                $0.scores = true
                $0.textSize = 7
            }, [known]
        ).samples(0)
        // A plate of 39 by 11 pixels two pixels about the signs; black on white, which are 16 and 235.
        let signs = (0..<7).map { row in
            String(result[20 - 1 - 11 + 2 + row][5..<40].map { $0 == 16 ? "#" : " " })
        }
        #expect(
            signs == [
                " # #  #####       #####  ###  ##   ",
                " # #      #          #  #   # ##  #",
                "#####    #          #   #  ##    # ",
                " # #    #            #  # # #   #  ",
                "#####  #              # ##  #  #   ",
                " # #   #          #   # #   # #  ##",
                " # #   #           ###   ###     ##",
            ])
        #expect(result[8][3] == 235 && result[7][3] == 100 && result[18][41] == 235 && result[19][20] == 100)
    }

    @Test func keepsLabelsInsideTheFrame() {
        var known = face(-30, -30, 40, 40)
        known.id = 12345
        let result = drawn(
            style {
                $0.ids = true
                $0.textSize = 7
            }, [known]
        ).samples(0)
        #expect(result[0][0] == 235)
        known.box = Rect(x: 50, y: 44, width: 40, height: 40)
        let other = drawn(
            style {
                $0.ids = true
                $0.textSize = 7
            }, [known]
        ).samples(0)
        #expect(other[32][63] == 235)
        // A frame smaller than the label.
        _ = drawn(
            style {
                $0.ids = true
                $0.textSize = 70
            }, [known])
        known.id = .min
        _ = drawn(style { $0.ids = true }, [known])
    }

    @Test(arguments: PictureFormat.allCases)
    func drawsNothingWithoutFacesOrOverBrokenOnes(format: PictureFormat) {
        let plain = drawn(Overlay.Style(), [], format: format)
        #expect(drawn(Overlay.Style(), [], format: format) == plain)
        var broken = face(.nan, 0, 10, 10)
        broken.id = 1
        #expect(drawn(Overlay.Style(), [broken], format: format) == plain)
        _ = drawn(Overlay.Style(), [face(-1e30, -1e30, 3e30, 3e30), face(5, 5, 1e9, 1e9), face(9, 9, 0, 0)], format: format)
    }

    @Test func takesItsOptions() throws {
        let options: EffectOptions = [
            "boxes": .bool(false), "width": .int(3), "colour": .string("#010203"), "points-colour": .string("red"),
            "text-size": .int(21), "scores": .bool(false),
        ]
        let overlay = try #require(try EffectCatalogue.effect(named: "overlay", options: options) as? Overlay)
        var style = Overlay.Style()
        style.boxes = false
        style.scores = false
        style.width = 3
        style.colour = Colour(red: 1 / 255, green: 2 / 255, blue: 3 / 255)
        style.pointsColour = Colour(red: 1, green: 0, blue: 0)
        style.textSize = 21
        #expect(overlay.style == style)
        #expect(try (EffectCatalogue.effect(named: "overlay") as? Overlay)?.style == Overlay.Style())
    }
}
