/// One channel's samples for as long as the picture that they belong to is mapped.
public struct Channel: ~Copyable, ~Escapable {
    /// The whole plane that holds the channel, all of its rows from the first byte.
    public var bytes: MutableSpan<UInt8>
    /// Bytes from one row to the next; often more than the samples take.
    public let stride: Int
    public let layout: ChannelLayout

    @_lifetime(copy bytes)
    public init(bytes: consuming MutableSpan<UInt8>, stride: Int, layout: ChannelLayout) {
        self.bytes = bytes
        self.stride = stride
        self.layout = layout
    }
}

/// A picture whose channels can be read and written in place, in whatever format it came.
public protocol Picture: ~Copyable {
    var layout: PictureLayout { get }
    /// Lends the channel at an index of `layout.channels`.
    mutating func withChannel<Result>(_ index: Int, _ body: (inout Channel) -> Result) -> Result
}
