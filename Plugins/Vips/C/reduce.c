// SPDX-License-Identifier: Apache-2.0

#include "CVips.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// What libvips does with vectors that it compiles at run time, which needs memory that is writable and executable, and
// without them several times slower: an image made smaller. First the means of fields of whole pixels, so that it is still
// at least twice as large as it is to be; then a kernel as wide as the pixels that become one, across each row and down
// each column. What lies beyond an edge is as the pixel at the edge.

enum { SHIFT = 14, ROUND = 1 << (SHIFT - 1), GROUP = 4, BLOCK = 512 };

/// The samples of a line that make each sample of a shorter one, with their weights: `count` weights a sample, the last
/// of them 0 where there are fewer, so that they can be taken in groups.
typedef struct taps {
  int length, count;
  int *first;
  int16_t *weights;
} taps;

static double weight(double distance, woof_vips_kernel kernel) {
  const double x = fabs(distance);
  if (kernel == WOOF_VIPS_CUBIC) {
    // Catmull and Rom's: https://en.wikipedia.org/wiki/Cubic_Hermite_spline
    if (x < 1) return (1.5 * x - 2.5) * x * x + 1;
    return x < 2 ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : 0;
  }
  if (x < 1e-9) return 1;
  return x < 3 ? 3 * sin(M_PI * x) * sin(M_PI * x / 3) / (M_PI * M_PI * x * x) : 0;
}

static void taps_free(taps *t) {
  free(t->first);
  free(t->weights);
}

/// Weighs the samples of one place; what lies beyond an edge counts for the edge. Gives where they begin.
static int weigh(double centre, double scale, int from, woof_vips_kernel kernel, double support, double *weights,
                 int count) {
  const int low = (int)ceil(centre - support), high = (int)floor(centre + support);
  int first = low < 0 ? 0 : low;
  if (first > from - count) first = from - count < 0 ? 0 : from - count;
  memset(weights, 0, sizeof *weights * (size_t)count);
  for (int index = low; index <= high; index++) {
    const int place = index < 0 ? 0 : index >= from ? from - 1 : index;
    if (place - first < count) weights[place - first] += weight((index - centre) / scale, kernel);
  }
  return first;
}

/// Makes the taps of a line; 0, or -1 without memory.
static int taps_make(taps *t, int from, int to, woof_vips_kernel kernel) {
  const double scale = (double)from / to, support = (kernel == WOOF_VIPS_CUBIC ? 2 : 3) * scale;
  t->length = to;
  t->count = ((int)ceil(2 * support) + 1 + GROUP - 1) / GROUP * GROUP;
  t->first = malloc(sizeof *t->first * (size_t)to);
  t->weights = malloc(sizeof *t->weights * (size_t)to * (size_t)t->count);
  double *exact = malloc(sizeof *exact * (size_t)t->count);
  if (!t->first || !t->weights || !exact) {
    free(exact);
    taps_free(t);
    return -1;
  }
  for (int index = 0; index < to; index++) {
    int16_t *weights = t->weights + (size_t)index * (size_t)t->count;
    double sum = 0;
    int rest = 1 << SHIFT, greatest = 0;
    t->first[index] = weigh((index + 0.5) * scale - 0.5, scale, from, kernel, support, exact, t->count);
    for (int tap = 0; tap < t->count; tap++) sum += exact[tap];
    for (int tap = 0; tap < t->count; tap++) {
      weights[tap] = (int16_t)lrint(exact[tap] / sum * (1 << SHIFT));
      rest -= weights[tap];
      if (weights[tap] > weights[greatest]) greatest = tap;
    }
    // What rounding has left, so that a plain colour stays what it is.
    weights[greatest] = (int16_t)(weights[greatest] + rest);
  }
  free(exact);
  return 0;
}

static inline uint8_t sample(int sum) {
  const int value = (sum + ROUND) >> SHIFT;
  return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

typedef uint8_t bytes4 __attribute__((vector_size(4)));
typedef int ints4 __attribute__((vector_size(16)));

/// Makes a row shorter. `in` can be read for four bytes at its last pixel, however many those have, and `GROUP` pixels
/// beyond.
static inline void across(const uint8_t *in, uint8_t *out, const taps *t, int bands) {
  for (int index = 0; index < t->length; index++) {
    const int16_t *weights = t->weights + (size_t)index * (size_t)t->count;
    const uint8_t *pixel = in + (size_t)t->first[index] * (size_t)bands;
    ints4 sum = {0, 0, 0, 0};
    for (int tap = 0; tap < t->count; tap++, pixel += bands) {
      bytes4 four;
      memcpy(&four, pixel, sizeof four);
      sum += __builtin_convertvector(four, ints4) * weights[tap];
    }
    for (int band = 0; band < bands; band++) *out++ = sample(sum[band]);
  }
}

/// Makes one row of several.
static void down(const uint8_t *const *rows, const int16_t *weights, int tap_count, uint8_t *out, size_t count) {
  for (size_t start = 0; start < count; start += BLOCK) {
    const size_t length = count - start < BLOCK ? count - start : BLOCK;
    int sums[BLOCK] = {0};
    for (int tap = 0; tap < tap_count; tap += GROUP) {
      const uint8_t *const a = rows[tap] + start, *const b = rows[tap + 1] + start;
      const uint8_t *const c = rows[tap + 2] + start, *const d = rows[tap + 3] + start;
      const int p = weights[tap], q = weights[tap + 1], r = weights[tap + 2], s = weights[tap + 3];
      for (size_t x = 0; x < length; x++) sums[x] += a[x] * p + b[x] * q + c[x] * r + d[x] * s;
    }
    for (size_t x = 0; x < length; x++) out[start + x] = sample(sums[x]);
  }
}

/// Rows that have been made shorter and are still needed, each at its number modulo how many there can be.
typedef struct ring {
  uint8_t *rows, *padded;
  const uint8_t **pointers;
} ring;

static void reduce_rows(const uint8_t *in, int height, size_t stride, uint8_t *out, const taps *h, const taps *v,
                        int bands, const ring *r) {
  const size_t line = (size_t)h->length * (size_t)bands;
  int made = 0;
  for (int row = 0; row < v->length; row++) {
    const int first = v->first[row], end = first + v->count < height ? first + v->count : height;
    for (; made < end; made++) {
      memcpy(r->padded, in + (size_t)made * stride, stride);
      across(r->padded, r->rows + (size_t)(made % v->count) * line, h, bands);
    }
    for (int tap = 0; tap < v->count; tap++) {
      const int source = first + tap < height ? first + tap : height - 1;
      r->pointers[tap] = r->rows + (size_t)(source % v->count) * line;
    }
    down(r->pointers, v->weights + (size_t)row * (size_t)v->count, v->count, out + (size_t)row * line, line);
  }
}

/// An image by a kernel.
static int reduce_by_kernel(const uint8_t *in, int width, int height, int bands, uint8_t *out, int to_width,
                            int to_height, woof_vips_kernel kernel) {
  taps h = {0}, v = {0};
  if (taps_make(&h, width, to_width, kernel) != 0) return -1;
  if (taps_make(&v, height, to_height, kernel) != 0) {
    taps_free(&h);
    return -1;
  }
  const size_t stride = (size_t)width * (size_t)bands, line = (size_t)to_width * (size_t)bands;
  ring r = {calloc((size_t)v.count, line), calloc(stride + (size_t)h.count * 4 + 4, 1),
            malloc(sizeof *r.pointers * (size_t)v.count)};
  const int status = r.rows && r.padded && r.pointers ? 0 : -1;
  if (status == 0) reduce_rows(in, height, stride, out, &h, &v, bands, &r);
  free(r.rows);
  free(r.padded);
  free(r.pointers);
  taps_free(&h);
  taps_free(&v);
  return status;
}

/// The means of one row of fields, of which `sums` has the sums of the columns.
static void means(const uint32_t *sums, int width, int bands, int factor, int row_count, uint8_t *out) {
  for (int start = 0; start < width; start += factor) {
    const int end = width - start < factor ? width : start + factor;
    const uint32_t count = (uint32_t)((end - start) * row_count);
    for (int band = 0; band < bands; band++) {
      uint32_t sum = count / 2;
      for (int x = start; x < end; x++) sum += sums[x * bands + band];
      *out++ = (uint8_t)(sum / count);
    }
  }
}

/// The means of fields of `factor` pixels both ways, of which the last ones may be smaller; NULL without memory.
static uint8_t *shrink(const uint8_t *in, int width, int height, int bands, int factor, int to_width, int to_height) {
  const size_t stride = (size_t)width * (size_t)bands;
  uint32_t *sums = malloc(sizeof *sums * stride);
  uint8_t *out = malloc((size_t)to_width * (size_t)to_height * (size_t)bands);
  if (!sums || !out) {
    free(sums);
    free(out);
    return NULL;
  }
  for (int row = 0; row < to_height; row++) {
    const int start = row * factor, end = height - start < factor ? height : start + factor;
    memset(sums, 0, sizeof *sums * stride);
    for (int y = start; y < end; y++) {
      const uint8_t *samples = in + (size_t)y * stride;
      for (size_t x = 0; x < stride; x++) sums[x] += samples[x];
    }
    means(sums, width, bands, factor, end - start, out + (size_t)row * (size_t)to_width * (size_t)bands);
  }
  free(sums);
  return out;
}

int woof_vips_reduce(const uint8_t *in, int width, int height, int bands, uint8_t *out, int to_width, int to_height,
                     woof_vips_kernel kernel) {
  if (bands < 1 || bands > 4 || to_width < 1 || to_height < 1 || to_width > width || to_height > height) return -1;
  const int across = width / to_width, down = height / to_height, factor = (across < down ? across : down) / 2;
  // Sums of larger fields would not fit.
  if (factor > 4096) return -1;
  if (factor < 2) return reduce_by_kernel(in, width, height, bands, out, to_width, to_height, kernel);
  const int fewer = (width + factor - 1) / factor, lower = (height + factor - 1) / factor;
  uint8_t *small = shrink(in, width, height, bands, factor, fewer, lower);
  if (!small) return -1;
  const int status = reduce_by_kernel(small, fewer, lower, bands, out, to_width, to_height, kernel);
  free(small);
  return status;
}
