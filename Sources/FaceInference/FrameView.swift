import Faces

/// A frame's planes in its native format, readable for as long as the frame is mapped.
package struct FrameView {
    package var layout: PictureLayout
    /// First byte and row length in bytes of each plane, padding included.
    package var planes: [(start: UnsafePointer<UInt8>, stride: Int)]

    package init(layout: PictureLayout, planes: [(start: UnsafePointer<UInt8>, stride: Int)]) {
        self.layout = layout
        self.planes = planes
    }
}
