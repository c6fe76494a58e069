import Faces
import GStreamer
import Glibc

/// A face with its surroundings, cut out of the original and out of the result, to be looked at.
struct SideBySide: Sendable {
    /// 4:2:0 planes of both, the original to the left.
    private var planes: [PlaneCopy.Plane] = []
    let width: Int
    let height: Int

    /// Pictures are enlarged to about this height.
    private static let shownHeight = 240
    private static let gap = 8

    /// Cuts the box and half of it around it out of two 4:2:0 frames of one size; nil for a box outside of them.
    init?(of box: Rect, in original: PlaneCopy, _ result: PlaneCopy) {
        let around = box.scaled(by: 2)
        // Whole chroma samples.
        func range(_ start: Float, _ end: Float, _ limit: Int) -> Range<Int> {
            let first = max(0, Int(max(-1e6, min(1e6, start)))) / 2 * 2
            return first..<max(first, min(limit / 2 * 2, Int(max(-1e6, min(1e6, end))) / 2 * 2))
        }
        let columns = range(around.x, around.maxX, original.width)
        let rows = range(around.y, around.maxY, original.height)
        guard !columns.isEmpty, !rows.isEmpty, original.planes.count == 3, result.planes.count == 3 else { return nil }
        width = columns.count * 2 + Self.gap
        height = rows.count
        for index in 0..<3 {
            let shift = index == 0 ? 0 : 1
            let (across, down) = (columns.shifted(right: shift), rows.shifted(right: shift))
            let gap = [UInt8](repeating: index == 0 ? 235 : 128, count: Self.gap >> shift)
            var bytes: [UInt8] = []
            for row in down {
                for (place, frame) in [original, result].enumerated() {
                    let plane = frame.planes[index]
                    bytes += plane.bytes[row * plane.width + across.lowerBound..<row * plane.width + across.upperBound]
                    if place == 0 { bytes += gap }
                }
            }
            planes.append(PlaneCopy.Plane(width: width >> shift, height: down.count, bytes: bytes))
        }
    }

    /// The picture as a PNG file's bytes. It blocks: not for tasks.
    func png() throws -> [UInt8] {
        let factor = max(1, Self.shownHeight / height)
        let source = try Element("appsrc")
        let filter = try Element("capsfilter")
        try filter.set("caps", "video/x-raw, width=\(width * factor), height=\(height * factor)")
        let output = try Element("appsink")
        try output.set("sync", false)
        let pipeline = Pipeline()
        defer { pipeline.stop() }
        try pipeline.addChain([source, Element("videoconvert"), Element("videoscale"), filter, Element("pngenc"), output])
        guard let entry = AppSource(source), let exit = AppSink(output) else { throw HostError("no picture can be written") }
        try source.set("format", "time")
        entry.caps = try Caps(
            parsing: "video/x-raw, format=I420, width=\(width), height=\(height), framerate=1/1, colorimetry=bt709")
        try pipeline.setState(.playing)
        let buffer = Buffer(padded)
        buffer.presentationTime = ClockTime(nanoseconds: 0)
        try entry.push(buffer)
        try entry.endOfStream()
        guard let bytes = exit.pull()?.buffer?.withBytes({ bytes in bytes.withUnsafeBytes { [UInt8]($0) } }) else {
            throw HostError("no picture can be written", advice: "install gstreamer1.0-plugins-good")
        }
        return bytes
    }

    /// The planes as GStreamer lays out I420: rows of a multiple of four bytes.
    private var padded: [UInt8] {
        planes.reduce(into: []) { bytes, plane in
            let padding = [UInt8](repeating: 0, count: (4 - plane.width % 4) % 4)
            for row in 0..<plane.height {
                bytes += plane.bytes[row * plane.width..<(row + 1) * plane.width]
                bytes += padding
            }
        }
    }
}

extension Range<Int> {
    fileprivate func shifted(right bits: Int) -> Range<Int> { lowerBound >> bits..<upperBound >> bits }
}
