import Foundation

/// A rectangle in pixels of a picture as it is shown.
public struct Box: Sendable, Equatable {
    public var x, y, width, height: Double

    public init(x: Double, y: Double, width: Double, height: Double) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    /// Scaled about its centre.
    public func scaled(by factor: Double) -> Box {
        Box(
            x: x + width * (1 - factor) / 2, y: y + height * (1 - factor) / 2, width: width * factor, height: height * factor)
    }

    public func contains(_ column: Int, _ row: Int) -> Bool {
        Double(column) >= x && Double(column) < x + width && Double(row) >= y && Double(row) < y + height
    }
}

/// A video's or picture's frames as grey bytes, as a player shows them: turned, and in their order.
public struct Footage: Sendable {
    public let width: Int
    public let height: Int
    public let frames: [[UInt8]]

    public init(width: Int, height: Int, frames: [[UInt8]]) {
        (self.width, self.height, self.frames) = (width, height, frames)
    }

    /// - Parameter step: takes every so-manieth frame, from the first.
    public init(_ path: String, every step: Int = 1) throws {
        let folder = try TemporaryFolder()
        let result = try run(
            "ffmpeg",
            [
                "-v", "error", "-i", path, "-map", "0:v:0", "-vf", "select=not(mod(n\\,\(step))),format=gray",
                "-fps_mode", "passthrough", "-strict", "-1", "-f", "yuv4mpegpipe", folder.file("gray"),
            ])
        let data = [UInt8](FileManager.default.contents(atPath: folder.file("gray")) ?? Data())
        guard result.status == 0, let end = data.firstIndex(of: UInt8(ascii: "\n")) else {
            throw CommandFailure(text: "\(path): \(result.errors)")
        }
        let header = String(decoding: data[..<end], as: UTF8.self).split(separator: " ")
        width = header.first { $0.hasPrefix("W") }.flatMap { Int($0.dropFirst()) } ?? 0
        height = header.first { $0.hasPrefix("H") }.flatMap { Int($0.dropFirst()) } ?? 0
        // Each frame stands behind a line of its own.
        var frames: [[UInt8]] = []
        var position = end + 1
        while let line = data[position...].firstIndex(of: UInt8(ascii: "\n")), line + width * height < data.count {
            frames.append(Array(data[(line + 1)..<(line + 1 + width * height)]))
            position = line + 1 + width * height
        }
        self.frames = frames
    }

    /// The mean difference of one frame to another video's, in a region, of 255.
    public func difference(from other: Footage, frame: Int, in box: Box) -> Double {
        let differences = indices(in: box).map { abs(Int(frames[frame][$0]) - Int(other.frames[frame][$0])) }
        return Double(differences.reduce(0, +)) / Double(max(1, differences.count))
    }

    /// How much neighbours in a row differ, in a region, of 255.
    public func detail(frame: Int, in box: Box) -> Double {
        let differences = indices(in: box).map { abs(Int(frames[frame][$0]) - Int(frames[frame][$0 - 1])) }
        return Double(differences.reduce(0, +)) / Double(max(1, differences.count))
    }

    /// Likeness of one frame to another video's outside of regions that do not overlap, in dB; infinite where it is the same.
    public func likeness(to other: Footage, frame: Int, outside boxes: [Box]) -> Double {
        // All minus the regions: a closure for each pixel would take seconds in a debug build.
        var (sum, count) = (squares(to: other, frame, 0..<height, 0..<width), width * height)
        for box in boxes {
            let (rows, columns) = pixels(in: box)
            sum -= squares(to: other, frame, rows, columns)
            count -= rows.count * columns.count
        }
        return sum == 0 ? .infinity : 10 * log10(255 * 255 * Double(count) / Double(sum))
    }

    /// The squared differences of a region, added up.
    private func squares(to other: Footage, _ frame: Int, _ rows: Range<Int>, _ columns: Range<Int>) -> Int {
        frames[frame].withUnsafeBufferPointer { one in
            other.frames[frame].withUnsafeBufferPointer { two in
                var sum = 0
                for row in rows {
                    var index = row * width + columns.lowerBound
                    let end = row * width + columns.upperBound
                    while index < end {
                        let difference = Int(one[index]) &- Int(two[index])
                        sum &+= difference &* difference
                        index &+= 1
                    }
                }
                return sum
            }
        }
    }

    private func pixels(in box: Box) -> (rows: Range<Int>, columns: Range<Int>) {
        func range(_ start: Double, _ length: Double, _ limit: Int) -> Range<Int> {
            let first = min(limit, max(0, Int(start.rounded(.up))))
            return first..<min(limit, max(first, Int((start + length).rounded(.up))))
        }
        return (range(box.y, box.height, height), range(box.x, box.width, width))
    }

    private func indices(in box: Box) -> [Int] {
        let (rows, columns) = pixels(in: box)
        return rows.flatMap { row in columns.filter { $0 > 0 }.map { row * width + $0 } }
    }
}
