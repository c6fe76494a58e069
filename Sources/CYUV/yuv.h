#include <libyuv/convert.h>
#include <libyuv/convert_argb.h>
#include <libyuv/planar_functions.h>
#include <libyuv/rotate_argb.h>
#include <libyuv/scale.h>
#include <libyuv/scale_argb.h>
#include <libyuv/scale_rgb.h>
#include <libyuv/scale_uv.h>

/// libyuv's constants are C globals whose address Swift cannot take: 0 = BT.601, 1 = BT.709, 2 = BT.2020.
static inline const struct YuvConstants *gstswift_yuv_constants(int matrix, int full_range) {
    switch (matrix) {
    case 1: return full_range ? &kYuvF709Constants : &kYuvH709Constants;
    case 2: return full_range ? &kYuvV2020Constants : &kYuv2020Constants;
    default: return full_range ? &kYuvJPEGConstants : &kYuvI601Constants;
    }
}
