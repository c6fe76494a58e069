import CGStreamer
import GStreamer

/// Changes to a pipeline that plays.
extension Line {
    /// Runs `body` once, while no frame passes the element's src pad, and waits for it.
    func betweenFrames(at name: String, _ body: @escaping () -> Void) {
        let job = Job(body)
        with(name) { element in
            let pad = gst_element_get_static_pad(element, "src")
            defer { gst_object_unref(pad) }
            gst_pad_add_probe(
                pad, GST_PAD_PROBE_TYPE_IDLE,
                { _, _, data in
                    Unmanaged<Job>.fromOpaque(data!).takeUnretainedValue().run()
                    return GST_PAD_PROBE_REMOVE
                }, Unmanaged.passRetained(job).toOpaque(), { Unmanaged<Job>.fromOpaque($0!).release() })
        }
        job.isDone.wait { $0 ? () : nil }
    }

    /// Links a bin to a new pad of the playing pipeline's tee `t`; notes what enters the bin and what leaves its element `e0`.
    func plugIn(_ branch: UnsafeMutablePointer<GstElement>, _ turn: Int) {
        note("added \(gst_bin_add(bin, branch))")
        watch("q", "sink", "in \(turn)")
        watch("end", "sink", "out \(turn)")
        note("synced \(gst_element_sync_state_with_parent(branch))")
        with("t") { tee in note("linked \(gst_element_link(tee, branch))") }
    }

    /// Takes the bin out once all that has entered it has left it.
    func unplug(_ branch: UnsafeMutablePointer<GstElement>, _ turn: Int) {
        let entry = gst_element_get_static_pad(branch, "sink")!
        defer { gst_object_unref(entry) }
        let fork = gst_pad_get_peer(entry)!
        defer { gst_object_unref(fork) }
        let isFree = Monitor(false)
        gst_pad_add_probe(
            fork, GST_PAD_PROBE_TYPE_IDLE,
            { _, _, data in
                Unmanaged<Monitor<Bool>>.fromOpaque(data!).takeUnretainedValue().withLock { $0 = true }
                return GST_PAD_PROBE_OK
            }, Unmanaged.passRetained(isFree).toOpaque(), { Unmanaged<Monitor<Bool>>.fromOpaque($0!).release() })
        isFree.wait { $0 ? () : nil }
        note("unlinked \(gst_pad_unlink(fork, entry))")
        note("sent \(gst_pad_send_event(entry, gst_event_new_eos()))")
        transcript.wait(for: "out \(turn)") { lines in lines.contains { $0.hasPrefix("eos") } }
        note("state \(gst_element_set_state(branch, GST_STATE_NULL).rawValue)")
        note("removed \(gst_bin_remove(bin, branch))")
        with("t") { tee in gst_element_release_request_pad(tee, fork) }
    }

    private final class Job: @unchecked Sendable {  // proof: `body` is called once
        let isDone = Monitor(false)
        private let isTaken = Monitor(false)
        private let body: () -> Void

        init(_ body: @escaping () -> Void) { self.body = body }

        /// A probe may be called by two threads at once, who adds it and who leaves the pad: one then waits for the other.
        func run() {
            let isFirst = isTaken.withLock { isTaken in
                defer { isTaken = true }
                return !isTaken
            }
            guard isFirst else { return isDone.wait { $0 ? () : nil } }
            body()
            isDone.withLock { $0 = true }
        }
    }

    /// Lets no buffer pass a pad; how many were stopped there.
    func block(_ name: String, _ pad: String) -> Monitor<Int> {
        let count = Monitor(0)
        with(name) { element in
            let pad = gst_element_get_static_pad(element, pad)!
            defer { gst_object_unref(pad) }
            gst_pad_add_probe(
                pad, GstPadProbeType(rawValue: GST_PAD_PROBE_TYPE_BLOCK.rawValue | GST_PAD_PROBE_TYPE_BUFFER.rawValue),
                { _, _, data in
                    Unmanaged<Monitor<Int>>.fromOpaque(data!).takeUnretainedValue().withLock { $0 += 1 }
                    return GST_PAD_PROBE_OK
                }, Unmanaged.passRetained(count).toOpaque(), { Unmanaged<Monitor<Int>>.fromOpaque($0!).release() })
        }
        return count
    }

    func takeOut(_ name: String, between before: String, _ after: String) {
        with(name) { element in
            with(before) { before in
                with(after) { after in
                    gst_element_unlink(before, element)
                    gst_element_unlink(element, after)
                    note("linked \(gst_element_link(before, after))")
                }
            }
            gst_object_ref(element)
            note("removed \(gst_bin_remove(bin, element))")
            note("state \(gst_element_set_state(element, GST_STATE_NULL).rawValue)")
            outside = element
        }
    }

    func putBack(_ name: String, between before: String, _ after: String) {
        guard let element = outside else { return note("nothing to put back") }
        outside = nil
        note("added \(gst_bin_add(bin, element))")
        gst_object_unref(element)
        with(before) { before in
            with(after) { after in
                gst_element_unlink(before, after)
                note("linked \(gst_element_link(element, after)) \(gst_element_link(before, element))")
            }
        }
        note("synced \(gst_element_sync_state_with_parent(element))")
    }
}
