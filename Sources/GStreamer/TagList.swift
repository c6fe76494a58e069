import CGStreamer
import CGStreamerShims

/// What is said about a stream or a file: title, language, orientation; it never changes.
///
/// `@unchecked Sendable`: lists are counted atomically and we only read them.
public final class TagList: @unchecked Sendable {
    package let pointer: UnsafeMutablePointer<GstTagList>

    /// Takes over one reference.
    package init(owning pointer: UnsafeMutablePointer<GstTagList>) {
        self.pointer = pointer
    }

    /// Adds a reference of its own.
    package init(sharing pointer: UnsafeMutablePointer<GstTagList>) {
        self.pointer = gst_tag_list_ref(pointer)
    }

    /// Reads GStreamer's text form, such as `taglist, title="a clip"`.
    public convenience init(parsing text: String) throws(GStreamerError) {
        guard let list = gst_tag_list_new_from_string(text) else { throw .parse(reason: "“\(text)” is not a tag list") }
        self.init(owning: list)
    }

    deinit {
        gst_tag_list_unref(pointer)
    }

    public var names: [String] {
        (0..<max(0, gst_tag_list_n_tags(pointer))).map { String(cString: gst_tag_list_nth_tag_name(pointer, guint($0))) }
    }

    public var isEmpty: Bool { gst_tag_list_is_empty(pointer) != 0 }

    public func contains(_ tag: String) -> Bool { gst_tag_list_get_tag_size(pointer, tag) > 0 }

    /// The first value of a tag that holds text.
    public func string(_ tag: String) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard gst_tag_get_type(tag) == gstswift_type_string(), gst_tag_list_get_string(pointer, tag, &text) != 0 else {
            return nil
        }
        return takeString(text)
    }

    /// The same list without the tags of those names; it stays global or a stream's.
    public func removing(_ tags: [String]) -> TagList {
        guard let copy = gst_tag_list_copy(pointer) else { return self }
        for tag in tags { gst_tag_list_remove_tag(copy, tag) }
        return TagList(owning: copy)
    }
}

extension TagList: CustomStringConvertible {
    public var description: String { takeString(gst_tag_list_to_string(pointer)) ?? "" }
}
