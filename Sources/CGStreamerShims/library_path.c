#define _GNU_SOURCE
#include "library_path.h"

#include <dlfcn.h>
#include <stddef.h>

const char *gstswift_library_path(const void *address) {
    Dl_info info;
    return dladdr(address, &info) != 0 ? info.dli_fname : NULL;
}
