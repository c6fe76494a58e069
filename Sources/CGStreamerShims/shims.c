#include "CGStreamerShims.h"

GType gstswift_type_string(void) { return G_TYPE_STRING; }
GType gstswift_type_boolean(void) { return G_TYPE_BOOLEAN; }
GType gstswift_type_int64(void) { return G_TYPE_INT64; }
GType gstswift_type_double(void) { return G_TYPE_DOUBLE; }

GType gstswift_value_type(const GValue *value) { return G_VALUE_TYPE(value); }
GType gstswift_object_type(gpointer object) { return G_OBJECT_TYPE(object); }
gboolean gstswift_value_holds_structure(const GValue *value) { return GST_VALUE_HOLDS_STRUCTURE(value); }
gboolean gstswift_value_holds_fraction(const GValue *value) { return GST_VALUE_HOLDS_FRACTION(value); }

gboolean gstswift_is_element(gpointer object) { return GST_IS_ELEMENT(object); }
gboolean gstswift_is_pipeline(gpointer object) { return GST_IS_PIPELINE(object); }
gboolean gstswift_is_app_sink(gpointer object) { return GST_IS_APP_SINK(object); }
gboolean gstswift_is_app_source(gpointer object) { return GST_IS_APP_SRC(object); }

GParamSpec *gstswift_find_property(gpointer object, const gchar *name) {
    return g_object_class_find_property(G_OBJECT_GET_CLASS(object), name);
}

GstBuffer *gstswift_probe_buffer(GstPadProbeInfo *info) { return GST_PAD_PROBE_INFO_BUFFER(info); }

GstEvent *gstswift_probe_event(GstPadProbeInfo *info) { return GST_PAD_PROBE_INFO_EVENT(info); }

void gstswift_probe_replace_event(GstPadProbeInfo *info, GstEvent *event) {
    gst_event_unref(GST_PAD_PROBE_INFO_EVENT(info));
    GST_PAD_PROBE_INFO_DATA(info) = event;
}

void gstswift_probe_replace_buffer(GstPadProbeInfo *info, GstBuffer *buffer) {
    gst_buffer_unref(GST_PAD_PROBE_INFO_BUFFER(info));
    GST_PAD_PROBE_INFO_DATA(info) = buffer;
}

gboolean gstswift_post_application(GstElement *element, const gchar *name) {
    return gst_element_post_message(
        element, gst_message_new_application(GST_OBJECT(element), gst_structure_new_empty(name)));
}

gboolean gstswift_caps_is_any(const GstCaps *caps) { return gst_caps_is_any(caps); }

gboolean gstswift_buffer_has_flags(GstBuffer *buffer, guint flags) {
    return GST_BUFFER_FLAG_IS_SET(buffer, flags);
}

GstBuffer *gstswift_buffer_make_writable(GstBuffer *buffer) { return gst_buffer_make_writable(buffer); }
