import CGStreamer
import GStreamer

/// Buffers of ours, for frames whose own memory others still read or need back.
struct FramePool {
    private var pool: UnsafeMutablePointer<GstBufferPool>?
    private var info: VideoInfo?

    /// The buffer itself where only we hold it and its memory, else a copy with the same times, flags and metas.
    ///
    /// Takes the buffer over, in any case; nil where a copy is needed and cannot be made.
    mutating func writable(_ buffer: UnsafeMutablePointer<GstBuffer>, info: VideoInfo) -> UnsafeMutablePointer<GstBuffer>? {
        if isOurs(buffer) { return buffer }
        defer { gst_buffer_unref(buffer) }
        return copy(buffer, info)
    }

    /// The buffer itself where upstream has enough of them, else a copy, so that upstream never waits for what we hold.
    ///
    /// Takes the buffer over; where no copy can be made, it is held itself.
    mutating func holdable(_ buffer: UnsafeMutablePointer<GstBuffer>, info: VideoInfo) -> UnsafeMutablePointer<GstBuffer> {
        guard isScarce(buffer), let copy = copy(buffer, info) else { return buffer }
        gst_buffer_unref(buffer)
        return copy
    }

    /// The buffer itself, or a copy of what is seen of it where a GstVideoCropMeta cuts a part out: what is outside is no one's to see.
    ///
    /// Takes the buffer over, in any case; nil where a copy is needed and cannot be made.
    mutating func visible(_ buffer: UnsafeMutablePointer<GstBuffer>, info: VideoInfo) -> UnsafeMutablePointer<GstBuffer>? {
        if corner(of: buffer) == (0, 0) { return buffer }
        defer { gst_buffer_unref(buffer) }
        return copy(buffer, info)
    }

    /// Where in the buffer's picture what is seen of it begins.
    private func corner(of buffer: UnsafeMutablePointer<GstBuffer>) -> (x: Int, y: Int) {
        guard let meta = gst_buffer_get_meta(buffer, gst_video_crop_meta_api_get_type()) else { return (0, 0) }
        let crop = UnsafeMutableRawPointer(meta).assumingMemoryBound(to: GstVideoCropMeta.self).pointee
        return (Int(crop.x), Int(crop.y))
    }

    /// Whether it, or one that it is a part of, comes from a pool with an upper limit or lies in memory lent to us for reading.
    private func isScarce(_ buffer: UnsafeMutablePointer<GstBuffer>) -> Bool {
        if let pool = buffer.pointee.pool {
            let configuration = gst_buffer_pool_get_config(pool)
            defer { gst_structure_free(configuration) }
            var most: guint = 0
            gst_buffer_pool_config_get_params(configuration, nil, nil, nil, &most)
            if most > 0 { return true }
        }
        for index in 0..<gst_buffer_n_memory(buffer) {
            let memory = gst_buffer_peek_memory(buffer, index)!
            if memory.pointee.mini_object.flags & GST_MINI_OBJECT_FLAG_LOCK_READONLY.rawValue != 0 { return true }
        }
        guard let meta = gst_buffer_get_meta(buffer, gst_parent_buffer_meta_api_get_type()) else { return false }
        return isScarce(UnsafeMutableRawPointer(meta).assumingMemoryBound(to: GstParentBufferMeta.self).pointee.buffer)
    }

    private mutating func copy(_ buffer: UnsafeMutablePointer<GstBuffer>, _ info: VideoInfo) -> UnsafeMutablePointer<GstBuffer>? {
        guard let copy = acquire(info) else { return nil }
        guard copyPixels(from: buffer, to: copy, info) else {
            gst_buffer_unref(copy)
            return nil
        }
        let flags = GST_BUFFER_COPY_FLAGS.rawValue | GST_BUFFER_COPY_TIMESTAMPS.rawValue | GST_BUFFER_COPY_META.rawValue
        gst_buffer_copy_into(copy, buffer, GstBufferCopyFlags(rawValue: flags), 0, gsize.max)
        removeForeignMetas(of: copy)
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
        return to.copyPixels(of: from, from: corner(of: source))
    }

    /// The copied GstVideoMeta describes the other buffer's strides, where ours has those of its caps and needs no cropping; a parent
    /// would be kept.
    private func removeForeignMetas(of buffer: UnsafeMutablePointer<GstBuffer>) {
        for kind in [
            gst_video_meta_api_get_type(), gst_video_crop_meta_api_get_type(), gst_parent_buffer_meta_api_get_type(),
        ] {
            while let meta = gst_buffer_get_meta(buffer, kind) { gst_buffer_remove_meta(buffer, meta) }
        }
    }
}
