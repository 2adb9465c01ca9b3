// SPDX-License-Identifier: Apache-2.0

#include "CVips.h"

#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// libvips' own declarations, as they are in version 8.14 (https://www.libvips.org/API/8.14/).

#define PROFILE "icc-profile-data"

typedef struct _VipsArrayDouble VipsArrayDouble;
typedef struct _VipsArea VipsArea;

enum {
  G_LOG_LEVEL_WARNING = 1 << 4,
  VIPS_FORMAT_UCHAR = 0,
  VIPS_FORMAT_USHORT = 2,
  VIPS_ACCESS_SEQUENTIAL = 1,
  VIPS_FAIL_ON_ERROR = 2,
  VIPS_FAIL_ON_WARNING = 3,
  VIPS_INTENT_PERCEPTUAL = 0,
  VIPS_FOREIGN_HEIF_COMPRESSION_AV1 = 4,
  VIPS_FOREIGN_PNG_FILTER_ALL = 0xF8
};

int vips_init(const char *program);
void vips_concurrency_set(int count);
void vips_cache_set_max(int count);
void vips_cache_set_max_mem(size_t bytes);
void vips_cache_set_max_files(int count);
void vips_vector_set_enabled(int enabled);
void vips_operation_block_set(const char *name, int blocked);
const char *vips_error_buffer(void);
void vips_error_clear(void);
void vips_error(const char *domain, const char *format, ...);
int vips_jpegload_buffer(void *bytes, size_t count, VipsImage **out, ...);
int vips_pngload_buffer(void *bytes, size_t count, VipsImage **out, ...);
int vips_gifload_buffer(void *bytes, size_t count, VipsImage **out, ...);
int vips_webpload_buffer(void *bytes, size_t count, VipsImage **out, ...);
int vips_heifload_buffer(void *bytes, size_t count, VipsImage **out, ...);
VipsImage *vips_image_copy_memory(VipsImage *image);
VipsImage *vips_image_new_from_memory_copy(const void *bytes, size_t count, int width, int height, int bands, int format);
void *vips_image_write_to_memory(VipsImage *image, size_t *count);
const void *vips_image_get_data(VipsImage *image);
int vips_image_get_width(const VipsImage *image);
int vips_image_get_height(const VipsImage *image);
int vips_image_get_bands(const VipsImage *image);
int vips_image_get_format(const VipsImage *image);
int vips_image_get_interpretation(const VipsImage *image);
int vips_image_get_orientation(VipsImage *image);
int vips_image_hasalpha(VipsImage *image);
size_t vips_image_get_typeof(const VipsImage *image, const char *name);
int vips_image_get_blob(const VipsImage *image, const char *name, const void **bytes, size_t *count);
void vips_image_set_blob_copy(VipsImage *image, const char *name, const void *bytes, size_t count);
void vips_image_set_int(VipsImage *image, const char *name, int value);
int vips_image_get_int(const VipsImage *image, const char *name, int *value);
int vips_image_get_array_int(VipsImage *image, const char *name, int **values, int *count);
void vips_image_set_array_int(VipsImage *image, const char *name, const int *values, int count);
int vips_image_remove(VipsImage *image, const char *name);
VipsArrayDouble *vips_array_double_new(const double *values, int count);
void vips_area_unref(VipsArea *area);
int vips_copy(VipsImage *in, VipsImage **out, ...);
int vips_shrink(VipsImage *in, VipsImage **out, double horizontal, double vertical, ...);
int vips_resize(VipsImage *in, VipsImage **out, double scale, ...);
int vips_extract_area(VipsImage *in, VipsImage **out, int left, int top, int width, int height, ...);
int vips_autorot(VipsImage *in, VipsImage **out, ...);
int vips_premultiply(VipsImage *in, VipsImage **out, ...);
int vips_unpremultiply(VipsImage *in, VipsImage **out, ...);
int vips_cast(VipsImage *in, VipsImage **out, int format, ...);
int vips_flatten(VipsImage *in, VipsImage **out, ...);
int vips_colourspace(VipsImage *in, VipsImage **out, int space, ...);
int vips_icc_transform(VipsImage *in, VipsImage **out, const char *profile, ...);
int vips_jpegsave_buffer(VipsImage *in, void **bytes, size_t *count, ...);
int vips_webpsave_buffer(VipsImage *in, void **bytes, size_t *count, ...);
int vips_heifsave_buffer(VipsImage *in, void **bytes, size_t *count, ...);
int vips_pngsave_buffer(VipsImage *in, void **bytes, size_t *count, ...);
void g_object_unref(void *object);
unsigned g_log_set_handler(const char *domain, int levels, void (*handler)(const char *, int, const char *, void *),
                           void *data);
void g_free(void *memory);

/// Drops the warnings of libvips: a picture is wrong, or it is not.
static void ignore(const char *domain, int level, const char *text, void *data) {
  (void)domain, (void)level, (void)text, (void)data;
}

/// Reads what is no picture, which shows whether libvips asks this library for what libjpeg warns of.
static int find_out_about_warnings(void) {
  static const uint8_t nothing[] = {0xFF, 0xD8, 0xFF, 0xD9};
  VipsImage *image = woof_vips_open(nothing, sizeof nothing, WOOF_VIPS_JPEG, 1);
  vips_error_clear();
  if (image) g_object_unref(image);
  return image ? -1 : 0;
}

static int start_status = -1;

static void start(void) {
  static const char *const loaders[] = {"VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadNsgif",
                                        "VipsForeignLoadWebp", "VipsForeignLoadHeif"};
  if (vips_init("woof") != 0) return;
  // Images come and go: memory that goes back to the kernel each time is zeroed each time it is got again.
  mallopt(M_MMAP_THRESHOLD, 1 << 28);
  mallopt(M_TRIM_THRESHOLD, 1 << 28);
  g_log_set_handler("VIPS", G_LOG_LEVEL_WARNING, ignore, NULL);
  vips_concurrency_set(1);
  vips_cache_set_max(0);
  vips_cache_set_max_mem(0);
  vips_cache_set_max_files(0);
  vips_vector_set_enabled(0);
  vips_operation_block_set("VipsForeignLoad", 1);
  for (size_t index = 0; index < sizeof loaders / sizeof *loaders; index++)
    vips_operation_block_set(loaders[index], 0);
  start_status = find_out_about_warnings();
}

// Once in a process: while the loaders are blocked, before those that are wanted are let through again, nobody could open
// a picture.
int woof_vips_start(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, start);
  return start_status;
}

void woof_vips_take_error(char *text, size_t capacity) {
  snprintf(text, capacity, "%s", vips_error_buffer());
  vips_error_clear();
}

void woof_vips_forget_errors(void) { vips_error_clear(); }

// The format's own loader is called: of some files libvips does not find it, as of AVIF sequences.
VipsImage *woof_vips_open(const void *bytes, size_t count, woof_vips_format format, int shrink) {
#define EVERY_LOADER "access", VIPS_ACCESS_SEQUENTIAL, "fail_on"
  VipsImage *out = NULL;
  void *start = (void *)bytes;
  int status = -1;
  switch (format) {
    case WOOF_VIPS_JPEG:
      // Where it cannot be told what libjpeg warns of, any warning is one of loss.
      status = vips_jpegload_buffer(start, count, &out, EVERY_LOADER,
                                    woof_vips_hears_jpeg_warnings() ? VIPS_FAIL_ON_ERROR : VIPS_FAIL_ON_WARNING,
                                    "shrink", shrink, NULL);
      break;
    case WOOF_VIPS_WEBP:
      status = vips_webpload_buffer(start, count, &out, EVERY_LOADER, VIPS_FAIL_ON_ERROR, "scale", 1.0 / shrink, NULL);
      break;
    case WOOF_VIPS_PNG:
      status = vips_pngload_buffer(start, count, &out, EVERY_LOADER, VIPS_FAIL_ON_ERROR, NULL);
      break;
    case WOOF_VIPS_GIF:
      status = vips_gifload_buffer(start, count, &out, EVERY_LOADER, VIPS_FAIL_ON_ERROR, NULL);
      break;
    case WOOF_VIPS_HEIF:
      status = vips_heifload_buffer(start, count, &out, EVERY_LOADER, VIPS_FAIL_ON_ERROR, NULL);
      break;
  }
  return status == 0 ? out : NULL;
#undef EVERY_LOADER
}

VipsImage *woof_vips_open_frames(const void *bytes, size_t count, woof_vips_format format, int frame_count) {
  VipsImage *out = NULL;
  void *start = (void *)bytes;
  int status = -1;
  if (format == WOOF_VIPS_GIF)
    status = vips_gifload_buffer(start, count, &out, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", VIPS_FAIL_ON_ERROR, "n",
                                 frame_count, NULL);
  if (format == WOOF_VIPS_WEBP)
    status = vips_webpload_buffer(start, count, &out, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", VIPS_FAIL_ON_ERROR, "n",
                                  frame_count, NULL);
  return status == 0 ? out : NULL;
}

/// A number of an image's metadata, or another where it has none.
static int number(const VipsImage *image, const char *name, int otherwise) {
  int value;
  if (vips_image_get_typeof(image, name) == 0 || vips_image_get_int(image, name, &value) != 0) return otherwise;
  return value;
}

int woof_vips_frame_count(const VipsImage *image) { return number(image, "n-pages", 1); }
int woof_vips_loop(const VipsImage *image) { return number(image, "loop", 0); }

int woof_vips_delay(VipsImage *image, int index) {
  int *delays, count;
  if (vips_image_get_typeof(image, "delay") == 0 || vips_image_get_array_int(image, "delay", &delays, &count) != 0)
    return 0;
  return index < count ? delays[index] : 0;
}

VipsImage *woof_vips_frame(VipsImage *image, int index, int height) {
  static const char *const plural[] = {"page-height", "n-pages", "delay", "loop"};
  VipsImage *area = woof_vips_crop(image, 0, index * height, vips_image_get_width(image), height), *out = NULL;
  if (!area) return NULL;
  int status = vips_copy(area, &out, NULL);
  g_object_unref(area);
  if (status != 0) return NULL;
  for (size_t name = 0; name < sizeof plural / sizeof *plural; name++) vips_image_remove(out, plural[name]);
  return out;
}

VipsImage *woof_vips_animation(const void *pixels, size_t count, int width, int height, int bands, const int *delays,
                               int frame_count, int loop) {
  VipsImage *out = NULL;
  VipsImage *bare =
      vips_image_new_from_memory_copy(pixels, count, width, height * frame_count, bands, VIPS_FORMAT_UCHAR);
  if (!bare) return NULL;
  int status = vips_copy(bare, &out, "interpretation", WOOF_VIPS_SRGB, NULL);
  g_object_unref(bare);
  if (status != 0) return NULL;
  vips_image_set_int(out, "page-height", height);
  vips_image_set_int(out, "loop", loop);
  vips_image_set_array_int(out, "delay", delays, frame_count);
  return out;
}

int64_t woof_vips_processor_milliseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

void woof_vips_release(VipsImage *image) { g_object_unref(image); }

int woof_vips_width(const VipsImage *image) { return vips_image_get_width(image); }
int woof_vips_height(const VipsImage *image) { return vips_image_get_height(image); }
int woof_vips_bands(const VipsImage *image) { return vips_image_get_bands(image); }
int woof_vips_interpretation(const VipsImage *image) { return vips_image_get_interpretation(image); }
int woof_vips_has_alpha(VipsImage *image) { return vips_image_hasalpha(image); }
int woof_vips_is_8_bit(const VipsImage *image) { return vips_image_get_format(image) == VIPS_FORMAT_UCHAR; }
int woof_vips_orientation(VipsImage *image) { return vips_image_get_orientation(image); }
int woof_vips_has_profile(VipsImage *image) { return vips_image_get_typeof(image, PROFILE) != 0; }

VipsImage *woof_vips_in_memory(VipsImage *image) { return vips_image_copy_memory(image); }

VipsImage *woof_vips_shrink(VipsImage *image, int factor) {
  VipsImage *out = NULL;
  return vips_shrink(image, &out, factor, factor, "ceil", 1, NULL) == 0 ? out : NULL;
}

VipsImage *woof_vips_resize(VipsImage *image, double horizontal, double vertical, woof_vips_kernel kernel) {
  VipsImage *out = NULL;
  return vips_resize(image, &out, horizontal, "vscale", vertical, "kernel", kernel, NULL) == 0 ? out : NULL;
}

/// An image of pixels, with what is needed of another's metadata; gives the pixels back.
static VipsImage *image_of_pixels(uint8_t *pixels, int width, int height, VipsImage *like) {
  const int bands = vips_image_get_bands(like);
  const size_t count = (size_t)width * (size_t)height * (size_t)bands;
  VipsImage *bare = vips_image_new_from_memory_copy(pixels, count, width, height, bands, VIPS_FORMAT_UCHAR);
  VipsImage *out = NULL;
  const void *profile;
  size_t length;
  free(pixels);
  if (!bare) return NULL;
  int status = vips_copy(bare, &out, "interpretation", vips_image_get_interpretation(like), NULL);
  g_object_unref(bare);
  if (status != 0) return NULL;
  vips_image_set_int(out, "orientation", vips_image_get_orientation(like));
  if (woof_vips_has_profile(like) && vips_image_get_blob(like, PROFILE, &profile, &length) == 0)
    vips_image_set_blob_copy(out, PROFILE, profile, length);
  return out;
}

VipsImage *woof_vips_reduced(VipsImage *image, int width, int height, woof_vips_kernel kernel) {
  const int bands = vips_image_get_bands(image);
  const uint8_t *in = vips_image_get_data(image);
  if (!in) return NULL;
  uint8_t *out = malloc((size_t)width * (size_t)height * (size_t)bands);
  if (out && woof_vips_reduce(in, vips_image_get_width(image), vips_image_get_height(image), bands, out, width, height,
                              kernel) == 0)
    return image_of_pixels(out, width, height, image);
  free(out);
  vips_error("woof", "out of memory");
  return NULL;
}

VipsImage *woof_vips_of_pixels(const void *pixels, size_t count, VipsImage *like) {
  const int width = vips_image_get_width(like), height = vips_image_get_height(like);
  const int bands = vips_image_get_bands(like);
  VipsImage *out = NULL;
  VipsImage *bare = vips_image_new_from_memory_copy(pixels, count, width, height, bands, VIPS_FORMAT_UCHAR);
  if (!bare) return NULL;
  int status = vips_copy(bare, &out, "interpretation", bands < 3 ? WOOF_VIPS_GREY : WOOF_VIPS_SRGB, NULL);
  g_object_unref(bare);
  if (status != 0) return NULL;
  vips_image_set_int(out, "orientation", vips_image_get_orientation(like));
  return out;
}

VipsImage *woof_vips_with_profile(VipsImage *image, const void *profile, size_t count) {
  VipsImage *out = NULL;
  if (vips_copy(image, &out, NULL) != 0) return NULL;
  vips_image_set_blob_copy(out, PROFILE, profile, count);
  return out;
}

VipsImage *woof_vips_crop(VipsImage *image, int left, int top, int width, int height) {
  VipsImage *out = NULL;
  return vips_extract_area(image, &out, left, top, width, height, NULL) == 0 ? out : NULL;
}

VipsImage *woof_vips_upright(VipsImage *image) {
  VipsImage *out = NULL;
  return vips_autorot(image, &out, NULL) == 0 ? out : NULL;
}

/// The image in a format; gives the image up.
static VipsImage *cast(VipsImage *image, int format) {
  VipsImage *out = NULL;
  int status = vips_cast(image, &out, format, NULL);
  g_object_unref(image);
  return status == 0 ? out : NULL;
}

// Premultiplied pixels are floating-point numbers, with which everything afterwards would be several times slower.
VipsImage *woof_vips_premultiply(VipsImage *image) {
  VipsImage *out = NULL;
  return vips_premultiply(image, &out, NULL) == 0 ? cast(out, vips_image_get_format(image)) : NULL;
}

VipsImage *woof_vips_unpremultiply(VipsImage *image) {
  VipsImage *out = NULL;
  return vips_unpremultiply(image, &out, NULL) == 0 ? cast(out, vips_image_get_format(image)) : NULL;
}

VipsImage *woof_vips_flatten(VipsImage *image) {
  static const double white[] = {255, 255, 255};
  VipsImage *out = NULL;
  VipsArrayDouble *background = vips_array_double_new(white, 3);
  int status = vips_flatten(image, &out, "background", background, NULL);
  vips_area_unref((VipsArea *)background);
  return status == 0 ? out : NULL;
}

VipsImage *woof_vips_convert(VipsImage *image, int colours) {
  VipsImage *out = NULL;
  if (vips_colourspace(image, &out, colours, NULL) != 0) return NULL;
  return woof_vips_is_8_bit(out) ? out : cast(out, VIPS_FORMAT_UCHAR);
}

VipsImage *woof_vips_convert_by_profile(VipsImage *image, const char *profile) {
  VipsImage *out = NULL;
  int status = vips_icc_transform(image, &out, "srgb", "embedded", 1, "input_profile", profile, "intent",
                                  VIPS_INTENT_PERCEPTUAL, "depth", 8, NULL);
  return status == 0 ? out : NULL;
}

woof_vips_bytes woof_vips_pixels(VipsImage *image) {
  woof_vips_bytes bytes = {NULL, 0};
  bytes.start = vips_image_write_to_memory(image, &bytes.count);
  return bytes;
}

woof_vips_bytes woof_vips_jpeg(VipsImage *image, int quality) {
  woof_vips_bytes bytes = {NULL, 0};
  vips_jpegsave_buffer(image, &bytes.start, &bytes.count, "Q", quality, "optimize_coding", 1, "strip", 1, NULL);
  return bytes;
}

woof_vips_bytes woof_vips_webp(VipsImage *image, int quality, int effort) {
  woof_vips_bytes bytes = {NULL, 0};
  vips_webpsave_buffer(image, &bytes.start, &bytes.count, "Q", quality, "effort", effort, "strip", 1, NULL);
  return bytes;
}

woof_vips_bytes woof_vips_moving_webp(VipsImage *image, int quality, int effort) {
  woof_vips_bytes bytes = {NULL, 0};
  // What changes by little from frame to frame is left as it was, so that a slow fade would never show: every so often a
  // frame stands for itself.
  vips_webpsave_buffer(image, &bytes.start, &bytes.count, "Q", quality, "effort", effort, "kmin", 5, "kmax", 8, "strip", 1,
                       NULL);
  return bytes;
}

woof_vips_bytes woof_vips_avif(VipsImage *image, int quality, int effort) {
  woof_vips_bytes bytes = {NULL, 0};
  vips_heifsave_buffer(image, &bytes.start, &bytes.count, "Q", quality, "effort", effort, "compression",
                       VIPS_FOREIGN_HEIF_COMPRESSION_AV1, "bitdepth", 8, "strip", 1, NULL);
  return bytes;
}

woof_vips_bytes woof_vips_png(VipsImage *image) {
  woof_vips_bytes bytes = {NULL, 0};
  vips_pngsave_buffer(image, &bytes.start, &bytes.count, "filter", VIPS_FOREIGN_PNG_FILTER_ALL, "strip", 1, NULL);
  return bytes;
}

void woof_vips_free(void *start) { g_free(start); }
