/// What Swift cannot import from GStreamer and GLib: macros and variadic functions.
#pragma once
#include "library_path.h"
#include <gst/app/app.h>
#include <gst/gst.h>
#include <gst/video/gstvideometa.h>

GType gstswift_type_string(void);
GType gstswift_type_boolean(void);
GType gstswift_type_int64(void);
GType gstswift_type_double(void);

GType gstswift_value_type(const GValue *value);
GType gstswift_object_type(gpointer object);
gboolean gstswift_value_holds_structure(const GValue *value);
gboolean gstswift_value_holds_fraction(const GValue *value);

gboolean gstswift_is_element(gpointer object);
gboolean gstswift_is_pipeline(gpointer object);
gboolean gstswift_is_app_sink(gpointer object);
gboolean gstswift_is_app_source(gpointer object);

/// The property's specification, or NULL when the object has no such property.
GParamSpec *gstswift_find_property(gpointer object, const gchar *name);

GstBuffer *gstswift_probe_buffer(GstPadProbeInfo *info);
GstEvent *gstswift_probe_event(GstPadProbeInfo *info);
/// Replaces the event that a probe carries; takes `event` and releases the one before.
void gstswift_probe_replace_event(GstPadProbeInfo *info, GstEvent *event);
/// The same for a buffer.
void gstswift_probe_replace_buffer(GstPadProbeInfo *info, GstBuffer *buffer);

/// Posts an application message with an empty structure of that name.
gboolean gstswift_post_application(GstElement *element, const gchar *name);
gboolean gstswift_caps_is_any(const GstCaps *caps);
/// The buffer itself when nobody else holds it, else a copy; takes `buffer`.
GstBuffer *gstswift_buffer_make_writable(GstBuffer *buffer);
gboolean gstswift_buffer_has_flags(GstBuffer *buffer, guint flags);
