#pragma once

/// The file that the code at an address was loaded from, or NULL; owned by the loader.
const char *gstswift_library_path(const void *address);
