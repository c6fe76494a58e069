import Testing

@testable import Faces

/// How a mosaic goes with a face that has an identity.
@Suite struct CellMemoryTests {
    /// A face of 60 × 60, blotches of 20 with noise of its own over them, at a place of a grey frame.
    private func frame(_ x: Int, _ y: Int, width: Int = 200, brightness: Double = 1, salt: UInt64 = 1) -> OwnedPicture {
        let blotches = [70.0, 160, 100, 150, 80, 120, 90, 140, 110]
        var random = Random(seed: salt)
        let pattern = (0..<60 * 60).map { blotches[$0 / 60 / 20 * 3 + $0 % 60 / 20] + 30 * random.next() - 15 }
        var picture = OwnedPicture(.gray8, width: width, height: 160)
        picture.fill { _, column, row in
            let inside = (x..<x + 60).contains(column) && (y..<y + 60).contains(row)
            let value = inside ? pattern[(row - y) * 60 + column - x] : 100
            return 16 + Int(brightness * (value - 16))
        }
        return picture
    }

    private func face(_ x: Float, _ y: Float, side: Float = 60, id: Int? = 1) -> Face {
        Face(box: Rect(x: x, y: y, width: side, height: side), score: 1, id: id)
    }

    private func draw(_ mosaic: inout Mosaic, on picture: OwnedPicture, _ faces: [Face], scale: Float = 1) -> [[Int]] {
        var picture = picture
        mosaic.apply(to: &picture, faces: faces, settings: EffectSettings(maskScale: scale))
        return picture.samples(0)
    }

    /// The colours of six by six cells of ten pixels whose top left corner is at a place.
    private func cells(_ samples: [[Int]], _ x: Int, _ y: Int) -> [Int] {
        (0..<36).map { samples[y + $0 / 6 * 10 + 5][x + $0 % 6 * 10 + 5] }
    }

    @Test func laysSixCellsOverTheFacesBox() {
        var mosaic = Mosaic(shape: .box)
        let picture = frame(51, 43)
        let result = draw(&mosaic, on: picture, [face(52, 44)])
        let mean = (44..<54).reduce(0) { $0 + picture.samples(0)[$1][52..<62].reduce(0, +) }
        #expect(Set((44..<54).flatMap { result[$0][52..<62] }) == [levelled(luma: Float(mean) / 100)])
        #expect(result[44][51] == picture.samples(0)[44][51])
    }

    @Test func showsTheSameWhileTheBoxJitters() {
        var mosaic = Mosaic(shape: .box)
        let first = draw(&mosaic, on: frame(50, 40), [face(50, 40)])
        for (x, y, side) in [(48, 41.5, 62), (52, 38, 58), (51.3, 42, 61), (48, 38, 60)] as [(Float, Float, Float)] {
            // The pattern is another each time, as noise would be.
            let next = draw(&mosaic, on: frame(50, 40, salt: 9), [face(x, y, side: side)])
            #expect((44..<96).allSatisfy { first[$0][54..<106] == next[$0][54..<106] })
        }
    }

    @Test func goesWithTheFace() {
        var mosaic = Mosaic(shape: .box)
        let first = cells(draw(&mosaic, on: frame(50, 40), [face(50, 40)]), 50, 40)
        #expect(Set(first).count > 4)
        for step in 1...30 {
            let (x, y) = (50 + 2 * step, 40 + step)
            let result = draw(&mosaic, on: frame(x, y, salt: 9), [face(Float(x), Float(y))])
            // The grid lags by its slack, a quarter of a cell.
            #expect(cells(result, x - 2, y - 2) == first)
        }
    }

    @Test func scalesWithTheFace() {
        var mosaic = Mosaic(shape: .box)
        _ = draw(&mosaic, on: frame(50, 40), [face(50, 40)])
        let result = draw(&mosaic, on: frame(50, 40), [face(20, 10, side: 120)])
        // The grid's width lags by 5 %: cells of 19.
        let row = result[75][20..<140]
        let borders = row.indices.dropFirst().filter { row[$0] != row[$0 - 1] }
        #expect(borders.allSatisfy { ($0 - 80) % 19 <= 1 || ($0 - 80) % 19 >= 18 || (80 - $0) % 19 <= 1 || (80 - $0) % 19 >= 18 })
        #expect(borders.count >= 4)
    }

    @Test func followsTheLightAsAWhole() {
        var mosaic = Mosaic(shape: .box)
        let first = cells(draw(&mosaic, on: frame(50, 40), [face(50, 40)]), 50, 40)
        for brightness in [0.8, 0.5, 0.2, 0] {
            let result = cells(draw(&mosaic, on: frame(50, 40, brightness: brightness), [face(50, 40)]), 50, 40)
            for (before, after) in zip(first, result) {
                // The brightness is told in 63 steps, which the brightest cell shows one and a half times.
                #expect(abs(Double(after - 16) - brightness * Double(before - 16)) <= 6)
            }
        }
    }

    @Test func takesCellsAnewThatBecomeBrighterThanTheyCouldShow() {
        var mosaic = Mosaic(shape: .box)
        _ = draw(&mosaic, on: frame(50, 40, brightness: 0.05), [face(50, 40)])
        let picture = frame(50, 40)
        for _ in 0..<2 { _ = draw(&mosaic, on: picture, [face(50, 40)]) }
        let fresh = cells(draw(&mosaic, on: picture, [face(50, 40)]), 50, 40)
        var other = Mosaic(shape: .box)
        #expect(fresh == cells(draw(&other, on: picture, [face(50, 40)]), 50, 40))
    }

    @Test func takesACellAnewWhoseContentIsAnother() {
        var mosaic = Mosaic(shape: .box)
        let first = cells(draw(&mosaic, on: frame(50, 40), [face(50, 40)]), 50, 40)
        var picture = frame(50, 40)
        picture.withChannel(0) { channel in
            for row in 50..<60 {
                for column in 70..<80 { channel[column, row] = 16 }
            }
        }
        let second = cells(draw(&mosaic, on: picture, [face(50, 40)]), 50, 40)
        #expect(second[8] <= 23)
        #expect(zip(first, second).enumerated().allSatisfy { $0.offset == 8 || $0.element.0 == $0.element.1 })
    }

    /// Stripes that every whole cell averages to grey: a narrower one at the frame's border would read them line by line.
    @Test(arguments: [1, nil] as [Int?])
    func showsNothingNewOfAFaceThatLeaves(id: Int?) {
        var mosaic = Mosaic(shape: .box)
        for x in 140..<190 {
            var picture = OwnedPicture(.gray8, width: 203, height: 160)
            picture.fill { _, column, _ in column < x ? 120 : (column - x) / 5 % 2 == 0 ? 60 : 180 }
            let result = draw(&mosaic, on: picture, [face(Float(x), 40, id: id)])
            #expect(result[40..<100].allSatisfy { $0[195..<min(203, x + 60)].allSatisfy((95...145).contains) })
        }
    }

    @Test func keepsFacesApart() {
        var mosaic = Mosaic(shape: .box)
        let faces = [face(10, 40, id: 1), face(120, 40, id: 2)]
        let first = draw(&mosaic, on: .noise(.gray8, width: 200, height: 160), faces)
        let second = draw(&mosaic, on: .noise(.gray8, width: 200, height: 160, salt: 5), faces.reversed())
        #expect(first[70][12..<68] == second[70][12..<68])
        #expect(first[70][122..<178] == second[70][122..<178])
    }

    @Test func forgetsWhoIsGone() {
        var mosaic = Mosaic(shape: .box)
        for id in 0..<1000 {
            _ = draw(&mosaic, on: frame(50, 40), [face(50, 40, id: id)])
        }
        #expect(mosaic.remembered <= 252)
    }
}
