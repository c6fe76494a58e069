#include <gst/gst.h>
#include "library_path.h"
