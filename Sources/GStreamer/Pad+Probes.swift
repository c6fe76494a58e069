import CGStreamer
import CGStreamerShims

/// What becomes of something that a probe has seen.
public enum ProbeVerdict<Item: ~Copyable>: ~Copyable {
    case pass, drop
    /// Goes on in its place.
    case replace(Item)
}

extension Pad {
    /// Shows every buffer that passes to `body`, on the streaming thread; it must not be written to.
    public func onBuffer(_ body: @escaping @Sendable (borrowing Buffer) -> Void) {
        probeBuffers {
            body($0)
            return .pass
        }
    }

    /// Lets `body` drop or replace every buffer that passes, on the streaming thread.
    public func probeBuffers(_ body: @escaping @Sendable (borrowing Buffer) -> ProbeVerdict<Buffer>) {
        let probe: GstPadProbeCallback = { _, info, data in
            guard let info, let buffer = gstswift_probe_buffer(info),
                let body = Callback<@Sendable (borrowing Buffer) -> ProbeVerdict<Buffer>>.body(from: data)
            else { return GST_PAD_PROBE_OK }
            let verdict = body(Buffer(sharing: buffer))
            switch consume verdict {
            case .pass: return GST_PAD_PROBE_OK
            case .drop: return GST_PAD_PROBE_DROP
            case .replace(let other):
                gstswift_probe_replace_buffer(info, other.release())
                return GST_PAD_PROBE_OK
            }
        }
        gst_pad_add_probe(pointer, GST_PAD_PROBE_TYPE_BUFFER, probe, Callback.retain(body), releaseCallback)
    }

    /// Lets `body` drop or replace every event that goes downstream, on the streaming thread.
    public func probeEvents(_ body: @escaping @Sendable (borrowing Event) -> ProbeVerdict<Event>) {
        let probe: GstPadProbeCallback = { _, info, data in
            guard let info, let event = gstswift_probe_event(info),
                let body = Callback<@Sendable (borrowing Event) -> ProbeVerdict<Event>>.body(from: data)
            else { return GST_PAD_PROBE_OK }
            let verdict = body(Event(sharing: event))
            switch consume verdict {
            case .pass: return GST_PAD_PROBE_OK
            case .drop: return GST_PAD_PROBE_DROP
            case .replace(let other):
                gstswift_probe_replace_event(info, other.release())
                return GST_PAD_PROBE_OK
            }
        }
        gst_pad_add_probe(pointer, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, probe, Callback.retain(body), releaseCallback)
    }

    /// Lets `body` rewrite what tag events say on their way through; an empty list drops the event.
    public func onTags(_ body: @escaping @Sendable (TagList) -> TagList) {
        probeEvents { event in
            guard let tags = event.tags else { return .pass }
            let changed = body(tags)
            return changed.isEmpty ? .drop : .replace(.tags(changed))
        }
    }
}
