// SPDX-License-Identifier: Apache-2.0

#ifndef CWOOFRESOURCES_H
#define CWOOFRESOURCES_H

#include <stddef.h>

// The files of Resources/ that the program carries within it, byte for byte. A C compiler embeds them in no time, where
// SwiftPM's embedInCode makes array literals of them that take the Swift compiler 15 s for 60 KB.

struct woof_resource {
  const char *name;
  const unsigned char *bytes;
  size_t count;
};

extern const struct woof_resource woof_resource_openapi;
extern const struct woof_resource woof_resource_gallery_page;
extern const struct woof_resource woof_resource_shared_page;
extern const struct woof_resource woof_resource_join_page;

// The files that pages of the web gallery load, which are WOOF_GALLERY_COUNT.
#define WOOF_GALLERY_COUNT 118

struct woof_resource woof_gallery_file(size_t index);

#endif
