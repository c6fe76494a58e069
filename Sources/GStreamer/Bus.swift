import CGStreamer

/// A pipeline's messages, in order, to be read by one task: `for await message in pipeline.bus { … }`.
///
/// Elements post from their own threads; each message is handed over at once, without polling or a main loop.
public struct Bus: AsyncSequence, Sendable {
    public typealias Element = Message
    public typealias Failure = Never

    private let messages: AsyncStream<Message>
    private let listener = Monitor<(@Sendable (Message) -> Void)?>(nil)

    package init(of pipeline: UnsafeMutablePointer<GstElement>) {
        let (messages, continuation) = AsyncStream<Message>.makeStream()
        self.messages = messages
        guard let bus = gst_element_get_bus(pipeline) else {
            continuation.finish()
            return
        }
        defer { gst_object_unref(bus) }
        let handler: GstBusSyncHandler = { _, message, data in
            if let message, let post = Callback<@Sendable (Message) -> Void>.body(from: data) {
                post(Message(reading: message))
                gst_message_unref(message)
            }
            return GST_BUS_DROP
        }
        let post: @Sendable (Message) -> Void = { [listener] message in
            listener.withLock { $0 }?(message)
            continuation.yield(message)
        }
        gst_bus_set_sync_handler(bus, handler, Callback.retain(post), releaseCallback)
        // What was posted before there was a reader waits in the bus itself.
        while let message = gst_bus_pop(bus) {
            continuation.yield(Message(reading: message))
            gst_message_unref(message)
        }
    }

    /// Shows every message to `body` first, on the thread that posts it: what that thread does next comes after.
    public func onMessage(_ body: @escaping @Sendable (Message) -> Void) { listener.withLock { $0 = body } }

    /// Ends the stream of messages; unread ones may hold the pipeline itself and would keep it alive.
    package func close(_ pipeline: UnsafeMutablePointer<GstElement>) {
        guard let bus = gst_element_get_bus(pipeline) else { return }
        gst_bus_set_sync_handler(bus, nil, nil, nil)
        gst_object_unref(bus)
    }

    public func makeAsyncIterator() -> AsyncStream<Message>.Iterator { messages.makeAsyncIterator() }
}
