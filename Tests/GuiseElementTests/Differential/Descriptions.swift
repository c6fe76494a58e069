import CGStreamer
import CGStreamerShims
import GStreamer

/// What a neighbour can tell of an event.
func describe(_ event: UnsafeMutablePointer<GstEvent>, aliasing alias: (String) -> String = { $0 }) -> String {
    let type = event.pointee.type
    let name = String(cString: gst_event_type_get_name(type))
    switch type {
    case GST_EVENT_STREAM_START:
        var id: UnsafePointer<gchar>?
        var flags = GST_STREAM_FLAG_NONE
        gst_event_parse_stream_start(event, &id)
        gst_event_parse_stream_flags(event, &flags)
        return "\(name) \(alias(id.map { String(cString: $0) } ?? "?")) flags=\(flags.rawValue)"
    case GST_EVENT_SEGMENT:
        var segment = GstSegment()
        gst_event_copy_segment(event, &segment)
        return
            "\(name) format=\(segment.format.rawValue) flags=\(segment.flags.rawValue) rate=\(segment.rate)/\(segment.applied_rate) "
            + "base=\(time(segment.base)) offset=\(time(segment.offset)) start=\(time(segment.start)) stop=\(time(segment.stop)) "
            + "time=\(time(segment.time)) position=\(time(segment.position)) duration=\(time(segment.duration))"
    case GST_EVENT_STREAM_COLLECTION:
        var collection: UnsafeMutablePointer<GstStreamCollection>?
        gst_event_parse_stream_collection(event, &collection)
        defer { gst_object_unref(collection) }
        return "\(name) \(String(cString: gst_stream_collection_get_upstream_id(collection))) "
            + "of \(gst_stream_collection_get_size(collection))"
    case GST_EVENT_TOC:
        var toc: OpaquePointer?
        var isUpdated: gboolean = 0
        gst_event_parse_toc(event, &toc, &isUpdated)
        defer { gst_mini_object_unref(UnsafeMutableRawPointer(toc!).assumingMemoryBound(to: GstMiniObject.self)) }
        return "\(name) entries=\(g_list_length(gst_toc_get_entries(toc))) updated=\(isUpdated)"
    case GST_EVENT_CAPS:
        // Elements may make their own caps events, so numbers and offsets are not kept.
        return "\(name) \(describe(gst_event_get_structure(event)))"
    default:
        return "\(name) \(describe(gst_event_get_structure(event))) offset=\(gst_event_get_running_time_offset(event))"
    }
}

func describe(_ structure: UnsafePointer<GstStructure>?) -> String {
    guard let structure, let text = gst_structure_to_string(structure) else { return "-" }
    defer { g_free(text) }
    return String(cString: text)
}

func describe(_ caps: UnsafePointer<GstCaps>?) -> String {
    guard let caps, let text = gst_caps_to_string(caps) else { return "none" }
    defer { g_free(text) }
    return String(cString: text)
}

func time(_ value: GstClockTime) -> String { value == .max ? "none" : String(value) }

func describe(_ flow: GstFlowReturn) -> String { String(cString: gst_flow_get_name(flow)) }

/// What a neighbour can tell of a buffer; of its pixels, only those that are seen.
func describe(_ buffer: UnsafeMutablePointer<GstBuffer>, _ caps: UnsafePointer<GstCaps>?) -> String {
    let flags = UnsafeRawPointer(buffer).assumingMemoryBound(to: GstMiniObject.self).pointee.flags
    // Whether the memory is the pool's own is nobody's business.
    let told = flags & ~(GST_BUFFER_FLAG_TAG_MEMORY.rawValue) & ~guint(0xF)
    let value = buffer.pointee
    return "buffer pts=\(time(value.pts)) dts=\(time(value.dts)) duration=\(time(value.duration)) offset=\(time(value.offset)) "
        + "end=\(time(value.offset_end)) flags=\(String(told, radix: 16)) metas=\(metas(of: buffer)) pixels=\(pixels(of: buffer, caps))"
}

private func metas(of buffer: UnsafeMutablePointer<GstBuffer>) -> String {
    var names: [String] = []
    var state: gpointer?
    while let meta = gst_buffer_iterate_meta(buffer, &state) {
        var text = String(cString: g_type_name(meta.pointee.info.pointee.api))
        if meta.pointee.info.pointee.api == gst_video_crop_meta_api_get_type() {
            let crop = UnsafeMutableRawPointer(meta).assumingMemoryBound(to: GstVideoCropMeta.self).pointee
            text += "(\(crop.x),\(crop.y),\(crop.width),\(crop.height))"
        }
        names.append(text)
    }
    return names.sorted().joined(separator: "+")
}

private func pixels(of buffer: UnsafeMutablePointer<GstBuffer>, _ caps: UnsafePointer<GstCaps>?) -> String {
    var hash = Hash()
    if let info = VideoInfo(caps: caps), let frame = VideoFrame(mapping: buffer, info: info, writable: false) {
        for component in info.components {
            let (start, _) = frame.bytes(ofPlane: component.plane)
            let bytesPerSample = component.depth > 8 ? 2 : 1
            for row in 0..<component.height {
                var at = start + row * frame.stride(ofPlane: component.plane) + component.offset
                for _ in 0..<component.width {
                    for byte in 0..<bytesPerSample { hash.add(at[byte]) }
                    at += component.pixelStride
                }
            }
        }
        return hash.text
    }
    var map = GstMapInfo()
    guard gst_buffer_map(buffer, &map, GST_MAP_READ) != 0 else { return "unreadable" }
    defer { gst_buffer_unmap(buffer, &map) }
    for byte in UnsafeBufferPointer(start: map.data, count: Int(map.size)) { hash.add(byte) }
    return "raw \(hash.text)"
}

/// FNV-1a.
private struct Hash {
    private var value: UInt64 = 0xcbf2_9ce4_8422_2325
    mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
    var text: String { String(value, radix: 16) }
}

/// What a query's answer says.
func describe(answer query: UnsafeMutablePointer<GstQuery>) -> String {
    let name = String(cString: gst_query_type_get_name(query.pointee.type))
    switch query.pointee.type {
    case GST_QUERY_ALLOCATION:
        var caps: UnsafeMutablePointer<GstCaps>?
        var needsPool: gboolean = 0
        gst_query_parse_allocation(query, &caps, &needsPool)
        let pools = (0..<gst_query_get_n_allocation_pools(query)).map { index in
            var (size, least, most): (guint, guint, guint) = (0, 0, 0)
            gst_query_parse_nth_allocation_pool(query, index, nil, &size, &least, &most)
            return "\(size)/\(least)/\(most)"
        }
        let metas = (0..<gst_query_get_n_allocation_metas(query)).map { index in
            String(cString: g_type_name(gst_query_parse_nth_allocation_meta(query, index, nil)))
        }
        return "\(name) \(describe(caps)) pools=\(pools) metas=\(metas) params=\(gst_query_get_n_allocation_params(query))"
    case GST_QUERY_SCHEDULING:
        var flags = GstSchedulingFlags(rawValue: 0)
        var (least, most, align): (gint, gint, gint) = (0, 0, 0)
        gst_query_parse_scheduling(query, &flags, &least, &most, &align)
        let pull = gst_query_has_scheduling_mode(query, GST_PAD_MODE_PULL)
        let push = gst_query_has_scheduling_mode(query, GST_PAD_MODE_PUSH)
        return "\(name) flags=\(flags.rawValue) \(least) \(most) \(align) push=\(push) pull=\(pull)"
    default:
        return "\(name) \(describe(gst_query_get_structure(query)))"
    }
}

/// The name of a scenario's own element, else the class.
private func source(_ object: UnsafeMutablePointer<GstObject>) -> String {
    let name = object.pointee.name.map { String(cString: $0) } ?? "-"
    return name.first == "e" && name.dropFirst().allSatisfy(\.isNumber)
        ? name : String(cString: g_type_name(gstswift_object_type(object)))
}

/// A message's kind and who sent it.
func describe(_ message: UnsafeMutablePointer<GstMessage>) -> String {
    let name = String(cString: gst_message_type_get_name(message.pointee.type))
    let source = message.pointee.src.map(source) ?? "-"
    guard message.pointee.type == GST_MESSAGE_STATE_CHANGED else { return "\(name) from \(source)" }
    var (old, new) = (GST_STATE_NULL, GST_STATE_NULL)
    gst_message_parse_state_changed(message, &old, &new, nil)
    return "\(name) from \(source) \(old.rawValue)-\(new.rawValue)"
}
