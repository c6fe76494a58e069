import Foundation

/// What a camera of the tests sees: four seconds with a face that moves, 640 × 360 and 15 frames a second, again and again.
public struct Street: Sendable {
    /// A launch line's beginning, up to H.264 in real time.
    public let source: String
    private let footage: Footage
    private let faces: [[Box]]

    public static let shared = Result { try Street() }

    private init() throws {
        let folder = Street.folder
        let result = try Stage.shell(
            "ffmpeg -v error -i \(Stage.sample) -vf fps=15,scale=640:360 -q:v 2 -start_number 0 %02d.jpg "
                + "&& ffmpeg -v error -framerate 15 -i %02d.jpg -c:v libx264 -preset veryfast -qp 10 all.mp4", folder: folder.path
        )
        guard result.status == 0 else { throw CommandFailure(text: result.errors) }
        footage = try Footage(folder.file("all.mp4"))
        faces = try FaceList(of: folder.file("all.mp4")).boxes
        guard footage.frames.count == 60, faces.count == 60, faces.allSatisfy({ $0.count == 1 }) else {
            throw CommandFailure(text: "the street is not 60 frames with a face each")
        }
        source =
            "multifilesrc loop=true location=\(folder.file("%02d.jpg")) stop-index=59 caps=image/jpeg,framerate=15/1 "
            + "! jpegdec ! videoconvert ! video/x-raw,format=I420 ! identity sync=true "
            + "! x264enc tune=zerolatency speed-preset=ultrafast pass=qual quantizer=18 key-int-max=15"
    }

    /// Goes away with the test run.
    private static let folder: TemporaryFolder = {
        guard let folder = try? TemporaryFolder() else { preconditionFailure("no temporary folder can be made") }
        atexit { try? FileManager.default.removeItem(atPath: Street.folder.path) }
        return folder
    }()

    /// How a received frame differs from what the camera saw.
    public struct Finding: Sendable {
        /// What is left of the face's fine detail; 1 = all.
        public var detail: Double
        /// The mean difference outside of the mask, of 255.
        public var elsewhere: Double
    }

    /// Finds out which frame of the street each received one shows, and how it differs from it.
    public func findings(in received: Footage) throws -> [Finding] {
        guard received.width == footage.width, received.height == footage.height else {
            throw CommandFailure(text: "received pictures are \(received.width) × \(received.height)")
        }
        return received.frames.indices.map { frame in
            let differences = footage.frames.indices.map { difference(received.frames[frame], footage.frames[$0], faces[$0]) }
            let original = differences.indices.min { differences[$0] < differences[$1] }!
            let middle = faces[original][0].scaled(by: 0.6)
            return Finding(
                detail: received.detail(frame: frame, in: middle) / footage.detail(frame: original, in: middle),
                elsewhere: differences[original])
        }
    }

    /// The mean difference of two frames outside of masks, at every eighth pixel of every eighth row.
    private func difference(_ one: [UInt8], _ two: [UInt8], _ boxes: [Box]) -> Double {
        let masks = boxes.map { $0.scaled(by: 1.6) }
        var (sum, count) = (0, 0)
        for row in stride(from: 4, to: footage.height, by: 8) {
            for column in stride(from: 4, to: footage.width, by: 8) where !masks.contains(where: { $0.contains(column, row) }) {
                let position = row * footage.width + column
                sum += abs(Int(one[position]) - Int(two[position]))
                count += 1
            }
        }
        return Double(sum) / Double(count)
    }
}
