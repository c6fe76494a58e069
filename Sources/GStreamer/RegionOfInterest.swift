import CGStreamer
import CGStreamerShims

/// A rectangle of the frame that an element wants others to know of, in pixels of the stored frame.
public struct RegionOfInterest: Sendable {
    /// What it is, such as `face`.
    public var kind: String
    public var x: Int
    public var y: Int
    public var width: Int
    public var height: Int
    /// What elements added about it, each under its own name.
    public var parameters: [Structure]

    public init(kind: String, x: Int, y: Int, width: Int, height: Int, parameters: [Structure] = []) {
        self.kind = kind
        self.x = x
        self.y = y
        self.width = width
        self.height = height
        self.parameters = parameters
    }

    /// The structure that was added under that name.
    public func parameters(_ name: String) -> Structure? { parameters.first { $0.name == name } }
}

extension Buffer {
    /// How many regions of that kind the buffer carries, without reading them.
    public func regionCount(_ kind: String) -> Int {
        let quark = g_quark_from_string(kind)
        var (count, position): (Int, gpointer?) = (0, nil)
        while let meta = nextRegion(&position) {
            if meta.pointee.roi_type == quark { count += 1 }
        }
        return count
    }

    /// Every region that the buffer carries, in the order in which they were added.
    public var regions: [RegionOfInterest] {
        var regions: [RegionOfInterest] = []
        var position: gpointer?
        while let meta = nextRegion(&position) {
            var parameters: [Structure] = []
            var node = meta.pointee.params
            while let entry = node {
                if let data = entry.pointee.data {
                    parameters.append(Structure(copying: data.assumingMemoryBound(to: GstStructure.self)))
                }
                node = entry.pointee.next
            }
            regions.append(
                RegionOfInterest(
                    kind: g_quark_to_string(meta.pointee.roi_type).map { String(cString: $0) } ?? "",
                    x: Int(meta.pointee.x), y: Int(meta.pointee.y), width: Int(meta.pointee.w), height: Int(meta.pointee.h),
                    parameters: parameters))
        }
        return regions
    }

    /// Attaches a region; the buffer must be writable, the rectangle inside the frame.
    public func add(_ region: RegionOfInterest) {
        let meta = gst_buffer_add_video_region_of_interest_meta(
            pointer, region.kind, guint(region.x), guint(region.y), guint(region.width), guint(region.height))
        for parameters in region.parameters {
            gst_video_region_of_interest_meta_add_param(meta, gst_structure_copy(parameters.pointer))
        }
    }

    private func nextRegion(_ position: inout gpointer?) -> UnsafeMutablePointer<GstVideoRegionOfInterestMeta>? {
        let type = gst_video_region_of_interest_meta_api_get_type()
        guard let meta = gst_buffer_iterate_meta_filtered(pointer, &position, type) else { return nil }
        return UnsafeMutableRawPointer(meta).assumingMemoryBound(to: GstVideoRegionOfInterestMeta.self)
    }
}
