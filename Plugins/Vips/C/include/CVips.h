// SPDX-License-Identifier: Apache-2.0

#ifndef CVIPS_H
#define CVIPS_H

// What Woof calls of libvips 8.14, without variadic functions, which Swift cannot call, and without libvips' own headers,
// which would take 130 packages to build with. Every function that gives an image gives NULL where it fails;
// woof_vips_take_error says why. Images are lazy: most of the work is done by what reads their pixels.

#include <stddef.h>
#include <stdint.h>

/// An image of libvips', to be given back with woof_vips_release.
typedef struct _VipsImage VipsImage;

/// Bytes of libvips', to be given back with woof_vips_free.
typedef struct woof_vips_bytes {
  void *start;
  size_t count;
} woof_vips_bytes;

/// The meaning of an image's bands, by libvips' number for it.
typedef enum woof_vips_colours {
  WOOF_VIPS_GREY = 1,
  WOOF_VIPS_CMYK = 15,
  WOOF_VIPS_SRGB = 22,
  WOOF_VIPS_RGB16 = 25,
  WOOF_VIPS_GREY16 = 26
} woof_vips_colours;

/// The reach of the filter that reduces an image: the wider, the sharper and the slower.
typedef enum woof_vips_kernel { WOOF_VIPS_CUBIC = 2, WOOF_VIPS_LANCZOS = 5 } woof_vips_kernel;

/// The format of a file, which chooses its decoder.
typedef enum woof_vips_format {
  WOOF_VIPS_JPEG,
  WOOF_VIPS_PNG,
  WOOF_VIPS_GIF,
  WOOF_VIPS_WEBP,
  WOOF_VIPS_HEIF
} woof_vips_format;

/// Starts libvips, once in a process: one thread an image, no cache, no code made at run time, and no loaders but those of
/// JPEG, PNG, GIF, WebP and HEIF. Returns 0, or -1.
int woof_vips_start(void);

/// Copies why the last calls failed, at most `capacity` bytes and the zero byte at their end, and forgets it.
void woof_vips_take_error(char *text, size_t capacity);

/// Forgets why earlier calls failed.
void woof_vips_forget_errors(void);

/// 1 where libjpeg's warnings of lost data are told from those of a careless camera; 0 where they are not.
int woof_vips_hears_jpeg_warnings(void);

/// Opens a file whose pixels are read from the top to the bottom, and which is wrong as soon as a decoder says so, or
/// that something is lost. `shrink` is 1, or 2, 4 or 8 where the decoder of JPEG or WebP is to make it so many times
/// smaller. The bytes have to stay as long as the image.
VipsImage *woof_vips_open(const void *bytes, size_t count, woof_vips_format format, int shrink);

/// Opens the first frames of an animation, GIF or WebP, as one image with the frames below one another. NULL of other
/// formats, and where there are not as many.
VipsImage *woof_vips_open_frames(const void *bytes, size_t count, woof_vips_format format, int frame_count);

void woof_vips_release(VipsImage *image);

/// The number of frames of the file from which the image was opened; 1 where the file does not say.
int woof_vips_frame_count(const VipsImage *image);
/// The duration of a frame of the file, in milliseconds; 0 where the file does not say.
int woof_vips_delay(VipsImage *image, int index);
/// The number of times that the file's animation plays; 0 is without end.
int woof_vips_loop(const VipsImage *image);
/// One frame of an image with several of a height. They are to be read in their order.
VipsImage *woof_vips_frame(VipsImage *image, int index, int height);
/// An animation of pixels of 8 bits in sRGB, frame by frame without gaps, each of a size and shown for its delay.
VipsImage *woof_vips_animation(const void *pixels, size_t count, int width, int height, int bands, const int *delays,
                               int frame_count, int loop);
/// The processor time that the process has used so far.
int64_t woof_vips_processor_milliseconds(void);

int woof_vips_width(const VipsImage *image);
int woof_vips_height(const VipsImage *image);
int woof_vips_bands(const VipsImage *image);
/// A `woof_vips_colours`, or another of libvips' numbers.
int woof_vips_interpretation(const VipsImage *image);
int woof_vips_has_alpha(VipsImage *image);
int woof_vips_is_8_bit(const VipsImage *image);
/// 1 to 8, as EXIF counts.
int woof_vips_orientation(VipsImage *image);
int woof_vips_has_profile(VipsImage *image);

/// The image in memory.
VipsImage *woof_vips_in_memory(VipsImage *image);
/// The means of fields of so many pixels both ways; fields that the image does not fill count too.
VipsImage *woof_vips_shrink(VipsImage *image, int factor);
/// Scales both ways.
VipsImage *woof_vips_resize(VipsImage *image, double horizontal, double vertical, woof_vips_kernel kernel);
/// Makes an image of 8 bits smaller, or leaves it as large as it is; all of it is read at once, into memory. Keeps the
/// orientation and the profile.
VipsImage *woof_vips_reduced(VipsImage *image, int width, int height, woof_vips_kernel kernel);
/// An image of pixels of 8 bits, row by row without gaps, as large as another and turned as that is, in sRGB or grey.
VipsImage *woof_vips_of_pixels(const void *pixels, size_t count, VipsImage *like);
/// With another profile.
VipsImage *woof_vips_with_profile(VipsImage *image, const void *profile, size_t count);
VipsImage *woof_vips_crop(VipsImage *image, int left, int top, int width, int height);
/// Turns and mirrors as the orientation says.
VipsImage *woof_vips_upright(VipsImage *image);
/// Multiplies colours with alpha, in the format of the image.
VipsImage *woof_vips_premultiply(VipsImage *image);
VipsImage *woof_vips_unpremultiply(VipsImage *image);
/// Lays the image on white.
VipsImage *woof_vips_flatten(VipsImage *image);
/// With its colours of another kind, a `woof_vips_colours`, and of 8 bits, without regard to a profile.
VipsImage *woof_vips_convert(VipsImage *image, int colours);
/// As sRGB of 8 bits by the profile in the file or, where there is none that fits, by that named.
VipsImage *woof_vips_convert_by_profile(VipsImage *image, const char *profile);

/// Makes pixels fewer, 8 bits a sample and at most four samples a pixel, row by row without gaps; both buffers are the
/// caller's. Takes a third of what libvips does where that may not make code at run time. Returns 0, or -1 where there is
/// no memory, or the image would become larger.
int woof_vips_reduce(const uint8_t *in, int width, int height, int bands, uint8_t *out, int to_width, int to_height,
                     woof_vips_kernel kernel);

/// The pixels, row by row without gaps.
woof_vips_bytes woof_vips_pixels(VipsImage *image);
/// An image as a file without any metadata. `start` is NULL where it fails.
woof_vips_bytes woof_vips_jpeg(VipsImage *image, int quality);
woof_vips_bytes woof_vips_webp(VipsImage *image, int quality, int effort);
woof_vips_bytes woof_vips_moving_webp(VipsImage *image, int quality, int effort);
woof_vips_bytes woof_vips_avif(VipsImage *image, int quality, int effort);
woof_vips_bytes woof_vips_png(VipsImage *image);
void woof_vips_free(void *start);

#endif
