#ifndef CDOGPIXELS_H
#define CDOGPIXELS_H

#include <stddef.h>
#include <stdint.h>

/// Starts libvips, with the loaders of JPEG, PNG and WebP only. Returns 0, or -1.
int dog_pixels_start(void);

/// Decodes a picture within 64 × 64 pixels of red, green and blue. Returns how many pixels it has, or -1 where it cannot
/// be decoded.
int dog_pixels(const void *bytes, size_t count, uint8_t pixels[64 * 64 * 3]);

#endif
