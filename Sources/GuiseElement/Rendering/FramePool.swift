import CGStreamer
import GStreamer

/// Buffers of ours for frames whose own memory others still read, such as a decoder's reference frames.
struct FramePool {
    private var pool: UnsafeMutablePointer<GstBufferPool>?
    private var info: VideoInfo?

    /// The buffer itself where only we hold it and its memory, else a copy with the same times, flags and metas.
    ///
    /// Takes the buffer over, in any case; nil where a copy is needed and cannot be made.
    mutating func writable(_ buffer: UnsafeMutablePointer<GstBuffer>, info: VideoInfo) -> UnsafeMutablePointer<GstBuffer>? {
        if isOurs(buffer) { return buffer }
        defer { gst_buffer_unref(buffer) }
        guard let copy = acquire(info) else { return nil }
        guard copyPixels(from: buffer, to: copy, info) else {
            gst_buffer_unref(copy)
            return nil
        }
        let flags = GST_BUFFER_COPY_FLAGS.rawValue | GST_BUFFER_COPY_TIMESTAMPS.rawValue | GST_BUFFER_COPY_META.rawValue
        gst_buffer_copy_into(copy, buffer, GstBufferCopyFlags(rawValue: flags), 0, gsize.max)
        removeForeignLayout(of: copy)
        return copy
    }

    /// Gives the memory back once the last frame is.
    mutating func close() {
        guard let pool else { return }
        gst_buffer_pool_set_active(pool, 0)
        gst_object_unref(pool)
        self.pool = nil
        info = nil
    }

    private func isOurs(_ buffer: UnsafeMutablePointer<GstBuffer>) -> Bool {
        guard gst_mini_object_is_writable(UnsafeMutableRawPointer(buffer).assumingMemoryBound(to: GstMiniObject.self)) != 0 else {
            return false
        }
        return gst_buffer_is_all_memory_writable(buffer) != 0
    }

    private mutating func acquire(_ wanted: VideoInfo) -> UnsafeMutablePointer<GstBuffer>? {
        if pool == nil || info?.info.size != wanted.info.size || !sameCaps(wanted) {
            close()
            pool = Self.make(wanted)
            info = wanted
        }
        var buffer: UnsafeMutablePointer<GstBuffer>?
        guard let pool, gst_buffer_pool_acquire_buffer(pool, &buffer, nil) == GST_FLOW_OK else { return nil }
        return buffer
    }

    private func sameCaps(_ wanted: VideoInfo) -> Bool {
        guard var one = info?.info else { return false }
        var other = wanted.info
        return gst_video_info_is_equal(&one, &other) != 0
    }

    private static func make(_ info: VideoInfo) -> UnsafeMutablePointer<GstBufferPool>? {
        var own = info.info
        let caps = gst_video_info_to_caps(&own)
        defer { gst_caps_unref(caps) }
        let pool = gst_video_buffer_pool_new()
        let config = gst_buffer_pool_get_config(pool)
        gst_buffer_pool_config_set_params(config, caps, guint(own.size), 0, 0)
        guard gst_buffer_pool_set_config(pool, config) != 0, gst_buffer_pool_set_active(pool, 1) != 0 else {
            gst_object_unref(pool)
            return nil
        }
        return pool
    }

    private func copyPixels(
        from source: UnsafeMutablePointer<GstBuffer>, to target: UnsafeMutablePointer<GstBuffer>, _ info: VideoInfo
    ) -> Bool {
        guard let from = VideoFrame(mapping: source, info: info, writable: false),
            let to = VideoFrame(mapping: target, info: info, writable: true)
        else { return false }
        return to.copyPixels(of: from)
    }

    /// The copied GstVideoMeta describes the other buffer's strides; ours has those of its caps.
    private func removeForeignLayout(of buffer: UnsafeMutablePointer<GstBuffer>) {
        if let meta = gst_buffer_get_meta(buffer, gst_video_meta_api_get_type()) { gst_buffer_remove_meta(buffer, meta) }
    }
}
