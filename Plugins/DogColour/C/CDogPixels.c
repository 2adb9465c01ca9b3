#include "CDogPixels.h"

#include <string.h>

// What is called of libvips, declared here so that only Debian's libvips42 is needed, and not libvips-dev.
typedef struct _VipsImage VipsImage;
int vips_init(const char *program);
void vips_concurrency_set(int count);
void vips_cache_set_max(int count);
void vips_vector_set_enabled(int enabled);
void vips_operation_block_set(const char *name, int blocked);
int vips_thumbnail_buffer(const void *bytes, size_t count, VipsImage **out, int width, ...);
int vips_colourspace(VipsImage *in, VipsImage **out, int space, ...);
int vips_flatten(VipsImage *in, VipsImage **out, ...);
int vips_image_hasalpha(VipsImage *image);
void *vips_image_write_to_memory(VipsImage *image, size_t *count);
void g_object_unref(void *object);
void g_free(void *memory);

int dog_pixels_start(void) {
  if (vips_init("dog-colour") != 0) return -1;
  vips_concurrency_set(1);
  // Nothing of one picture is kept for the next.
  vips_cache_set_max(0);
  // Code made at run time needs memory that is writable and executable, which a worker does not get.
  vips_vector_set_enabled(0);
  vips_operation_block_set("VipsForeignLoad", 1);
  vips_operation_block_set("VipsForeignLoadJpeg", 0);
  vips_operation_block_set("VipsForeignLoadPng", 0);
  vips_operation_block_set("VipsForeignLoadWebp", 0);
  return 0;
}

int dog_pixels(const void *bytes, size_t count, uint8_t pixels[64 * 64 * 3]) {
  enum { sRGB = 22 };
  VipsImage *small = NULL, *coloured = NULL, *flat = NULL, *last = NULL;
  uint8_t *memory = NULL;
  size_t length = 0;
  int result = -1;
  if (vips_thumbnail_buffer(bytes, count, &small, 64, "height", 64, "option_string", "[fail_on=error]", NULL) == 0 &&
      vips_colourspace(small, &coloured, sRGB, NULL) == 0)
    // What has no transparency must not be laid on anything: its last colour would be taken for one.
    last = !vips_image_hasalpha(coloured) ? coloured : vips_flatten(coloured, &flat, NULL) == 0 ? flat : NULL;
  if (last) memory = vips_image_write_to_memory(last, &length);
  if (memory && length % 3 == 0 && length <= 64 * 64 * 3) {
    memcpy(pixels, memory, length);
    result = (int)(length / 3);
  }
  g_free(memory);
  if (flat) g_object_unref(flat);
  if (coloured) g_object_unref(coloured);
  if (small) g_object_unref(small);
  return result;
}
