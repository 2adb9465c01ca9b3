// SPDX-License-Identifier: Apache-2.0

#ifndef VIPS_REFERENCE_H
#define VIPS_REFERENCE_H

#include <stddef.h>
#include <stdint.h>

/// What the plugin is measured against: the work of one upload, written in C on libvips by the shortest way. It makes a
/// preview within 1600 × 1600 pixels and a thumbnail within 256 × 256, as WebP, and reads the pixels that hashes are
/// made of. libvips has to have been started. Returns the bytes of both images, or 0.
size_t woof_vips_reference(const uint8_t *bytes, size_t count);

#endif
