// SPDX-License-Identifier: Apache-2.0

// What libjpeg warns of while libvips reads a JPEG picture. libvips passes over all warnings or fails at any, but for
// those of the last rows: and some say that a part of the picture is lost, others that a camera took the format lightly,
// as many do. So a function here goes before the one of libjpeg by which libvips begins, and has a warning of loss become
// an error. Of libjpeg's structures only what it needs is declared, which has been at their beginning since version 6b.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "CVips.h"

struct jpeg_errors;

struct jpeg_common {
  struct jpeg_errors *errors;
};

struct jpeg_errors {
  void (*exit)(struct jpeg_common *);
  void (*emit_message)(struct jpeg_common *, int level);
  void (*output_message)(struct jpeg_common *);
  void (*format_message)(struct jpeg_common *, char text[200]);
};

typedef void jpeg_begin(struct jpeg_common *picture, int version, size_t size);

static int is_asked;

/// Warnings after which every row is there: of unusual values in headers, and of bytes that belong to nothing, which
/// webcams leave between the parts of a picture, and phones, drones and scanners behind its last row.
static int loses_nothing(const char *warning) {
  static const char *const beginnings[] = {"Invalid SOS parameters for sequential JPEG", "Unknown Adobe color transform",
                                           "Warning: ", "Corrupt JPEG data: bad ICC marker"};
  for (size_t index = 0; index < sizeof beginnings / sizeof *beginnings; index++)
    if (strncmp(warning, beginnings[index], strlen(beginnings[index])) == 0) return 1;
  return strstr(warning, " extraneous bytes before marker ") != NULL;
}

static void take_message(struct jpeg_common *picture, int level) {
  char text[200] = "";
  if (level >= 0) return;
  picture->errors->format_message(picture, text);
  if (!loses_nothing(text)) picture->errors->exit(picture);
}

void jpeg_CreateDecompress(struct jpeg_common *picture, int version, size_t size) {
  static jpeg_begin *begin;
  if (!begin) *(void **)&begin = dlsym(RTLD_NEXT, "jpeg_CreateDecompress");
  if (!begin) abort();
  begin(picture, version, size);
  picture->errors->emit_message = take_message;
  is_asked = 1;
}

int woof_vips_hears_jpeg_warnings(void) { return is_asked; }
