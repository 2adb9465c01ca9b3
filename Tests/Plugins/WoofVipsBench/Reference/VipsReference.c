// SPDX-License-Identifier: Apache-2.0

#include "VipsReference.h"

#include <math.h>
#include <stdio.h>

// libvips' own declarations (https://www.libvips.org/API/8.14/).
typedef struct _VipsImage VipsImage;
VipsImage *vips_image_new_from_buffer(const void *bytes, size_t count, const char *options, ...);
VipsImage *vips_image_copy_memory(VipsImage *image);
void *vips_image_write_to_memory(VipsImage *image, size_t *count);
int vips_image_get_width(const VipsImage *image);
int vips_image_get_height(const VipsImage *image);
int vips_resize(VipsImage *in, VipsImage **out, double scale, ...);
int vips_webpsave_buffer(VipsImage *in, void **bytes, size_t *count, ...);
void g_object_unref(void *object);
void g_free(void *memory);

static size_t save(VipsImage *image, int quality) {
  void *file = NULL;
  size_t count = 0;
  if (vips_webpsave_buffer(image, &file, &count, "Q", quality, "effort", 1, "strip", 1, NULL) != 0) return 0;
  g_free(file);
  return count;
}

/// The image scaled to fit into a box, or NULL.
static VipsImage *fit(VipsImage *image, double box, int kernel) {
  VipsImage *out = NULL;
  int width = vips_image_get_width(image), height = vips_image_get_height(image);
  return vips_resize(image, &out, box / (width > height ? width : height), "kernel", kernel, NULL) == 0 ? out : NULL;
}

/// The strengths of the low frequencies of an image's first band, summed up.
static double frequencies(VipsImage *image) {
  size_t count;
  int width = vips_image_get_width(image), height = vips_image_get_height(image);
  uint8_t *pixels = vips_image_write_to_memory(image, &count);
  double sum = 0;
  if (!pixels) return 0;
  for (int v = 0; v < 8; v++)
    for (int u = 0; u < 8; u++)
      for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
          sum += pixels[(y * width + x) * 3] * cosf(u * (x + 0.5f)) * cosf(v * (y + 0.5f));
  g_free(pixels);
  return sum;
}

size_t woof_vips_reference(const uint8_t *bytes, size_t count) {
  enum { cubic = 2, lanczos = 5 };
  VipsImage *header = vips_image_new_from_buffer(bytes, count, "[access=sequential,fail_on=error]", NULL);
  if (!header) return 0;
  int width = vips_image_get_width(header), shrink = 1;
  g_object_unref(header);
  while (shrink < 8 && width >= 1600 * shrink * 2) shrink *= 2;
  char options[64];
  snprintf(options, sizeof options, "[access=sequential,fail_on=error,shrink=%d]", shrink);

  VipsImage *source = vips_image_new_from_buffer(bytes, count, options, NULL);
  VipsImage *scaled = source ? fit(source, 1600, cubic) : NULL;
  VipsImage *preview = scaled ? vips_image_copy_memory(scaled) : NULL;
  VipsImage *thumb = preview ? fit(preview, 256, lanczos) : NULL;
  VipsImage *look = preview ? fit(preview, 32, lanczos) : NULL;
  size_t total = 0;
  if (thumb && look) total = save(preview, 82) + save(thumb, 80) + (frequencies(look) == 0);
  VipsImage *const images[] = {source, scaled, preview, thumb, look};
  for (size_t index = 0; index < sizeof images / sizeof *images; index++)
    if (images[index]) g_object_unref(images[index]);
  return total;
}
