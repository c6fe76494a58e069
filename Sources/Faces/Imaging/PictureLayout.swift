/// What a channel's samples stand for.
public enum ChannelRole: Equatable, Sendable {
    case luma, blueDifference, redDifference
    case red, green, blue
    case alpha
}

/// Where one channel's samples lie in memory: any packed, planar or semi-planar format is a list of these.
public struct ChannelLayout: Equatable, Sendable {
    public var role: ChannelRole
    /// Which of the picture's planes holds it.
    public var plane: Int
    /// Bytes from the start of a row to its first sample.
    public var offset: Int
    /// Bytes between neighbouring samples of this channel.
    public var pixelStride: Int
    /// Samples in a row, and rows.
    public var width: Int
    public var height: Int
    /// log2 of the luma pixels that one sample spans, across and down (4:2:0 chroma: 1 and 1).
    public var horizontalShift: Int
    public var verticalShift: Int
    /// Significant bits, 8 … 16; over 8 a sample is two bytes, little endian.
    public var depth: Int
    /// Unused low bits below the significant ones (P010: 6).
    public var lowBits: Int

    public init(
        role: ChannelRole, plane: Int, offset: Int, pixelStride: Int, width: Int, height: Int,
        horizontalShift: Int = 0, verticalShift: Int = 0, depth: Int = 8, lowBits: Int = 0
    ) {
        self.role = role
        self.plane = plane
        self.offset = offset
        self.pixelStride = pixelStride
        self.width = width
        self.height = height
        self.horizontalShift = horizontalShift
        self.verticalShift = verticalShift
        self.depth = depth
        self.lowBits = lowBits
    }
}

/// The shape of a picture in its native format: made once per caps.
public struct PictureLayout: Equatable, Sendable {
    /// In luma (or RGB) pixels.
    public var width: Int
    public var height: Int
    public var channels: [ChannelLayout]
    /// How RGB colours become this picture's sample values.
    public var colour: ColourModel

    public init(width: Int, height: Int, channels: [ChannelLayout], colour: ColourModel) {
        self.width = width
        self.height = height
        self.channels = channels
        self.colour = colour
    }

    /// Which channel has a role, if any.
    func index(of role: ChannelRole) -> Int? { channels.firstIndex { $0.role == role } }

    /// Significant bits of a sample.
    var depth: Int { channels.first?.depth ?? 8 }

    public var size: Size { Size(width: width, height: height) }
}
