#include <glib-unix.h>
#include <gst/app/app.h>
#include <gst/base/base.h>
#include <gst/gst.h>
#include <gst/tag/tag.h>
#include <gst/video/gstvideometa.h>
#include <gst/video/video.h>
