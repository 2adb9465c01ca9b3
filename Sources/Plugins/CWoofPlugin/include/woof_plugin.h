// SPDX-License-Identifier: Apache-2.0

#ifndef WOOF_PLUGIN_H
#define WOOF_PLUGIN_H

// What a plugin of Woof is written against: a shared library with one symbol, `woof_plugin_entry`, that gives a table
// of functions. It is loaded into a worker process of its own, never into the service, and once it is loaded the worker
// may neither open files nor talk to anybody, start a process or make memory executable: a picture
// comes in as read-only memory, what is made of it goes out through the host's functions below.
//
// Only C types cross this line, so any language will do. All texts are UTF-8, none ends in a zero byte.

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The version of this header. A plugin of another version is not loaded.
#define WOOF_PLUGIN_ABI 1

/// A run of bytes that belongs to somebody else, and is valid during the call it came with.
typedef struct woof_plugin_span {
  const uint8_t *bytes;
  size_t count;
} woof_plugin_span;

/// The result of `process`.
typedef enum woof_plugin_status {
  /// The picture is sound, as far as this plugin can tell, and everything asked for was made.
  WOOF_PLUGIN_ACCEPTED = 0,
  /// The picture is not sound; `refuse` has said why. This is final: the upload fails.
  WOOF_PLUGIN_REFUSED = 1,
  /// The plugin is in trouble itself, of which the picture may be innocent: out of memory, say. It is tried once more.
  WOOF_PLUGIN_FAILED = 2
} woof_plugin_status;

/// The way in which a derived image fills the box it is made for. It is never larger than the picture.
typedef enum woof_plugin_fit {
  /// The whole picture, as large as fits into the box.
  WOOF_PLUGIN_FIT_INSIDE = 0,
  /// The middle of the picture, as large as covers the box.
  WOOF_PLUGIN_FIT_COVER = 1
} woof_plugin_fit;

/// The limits of an image that is to move: it shows the first frames of the animation, until one of these is exceeded.
typedef struct woof_plugin_motion {
  /// The longest that it plays until it begins again.
  uint32_t milliseconds;
  /// The most frames, at least 2.
  uint32_t frame_limit;
} woof_plugin_motion;

/// An image that the host wants derived from the picture.
typedef struct woof_plugin_wanted_image {
  /// Its name, as `thumb`.
  woof_plugin_span name;
  /// Its format, as `image/webp`.
  woof_plugin_span media_type;
  /// The box in pixels.
  uint32_t width;
  uint32_t height;
  /// A `woof_plugin_fit`.
  uint32_t fit;
  /// 1 to 100.
  uint32_t quality;
  /// The most bytes it may have.
  size_t capacity;
} woof_plugin_wanted_image;

/// One picture, and what is asked of it.
typedef struct woof_plugin_job {
  /// The whole file.
  woof_plugin_span input;
  /// Its format as its first bytes show it, as `image/jpeg`.
  woof_plugin_span media_type;
  /// The parameters of this step of the chain: a JSON object that satisfies the manifest's schema.
  woof_plugin_span parameters;
  /// The pixels of the picture as displayed: a photo that its metadata turn by 90 degrees is as wide here as its file is
  /// high. 0 where they are not known.
  uint32_t width;
  uint32_t height;
  /// The images to derive, in the order in which their indices count.
  const woof_plugin_wanted_image *wanted;
  size_t wanted_count;
  /// 1 where annotations are asked for, otherwise 0.
  uint32_t wants_annotations;
} woof_plugin_job;

/// The functions that the worker offers the plugin. They get `context` as their first argument; none is called from
/// more than one thread at a time.
typedef struct woof_plugin_host {
  /// The size of this structure in bytes; what is added to it later comes at its end.
  size_t size;
  void *context;

  /// Writes a line to the service's log, at most 500 bytes of it and 20 lines a job.
  void (*log)(void *context, woof_plugin_span text);

  /// Says why the picture is refused, as a sentence without its full stop that is fit for whoever sent it.
  /// `offset` is the position of the byte that shows it, -1 where none does.
  void (*refuse)(void *context, woof_plugin_span reason, int64_t offset);

  /// Says something of the picture: `json` is any JSON value. Known names: `placeholder` (a ThumbHash in base64),
  /// `averageColour` (`"#rrggbb"`), `perceptualHash` (16 hexadecimal digits), `partHashes` (33 times 16 of them, as
  /// Documentation/near-duplicates.md has it). Others are kept under the plugin's name.
  void (*annotate)(void *context, woof_plugin_span name, woof_plugin_span json);

  /// Gives the memory for the bytes of a wanted image, as much as its capacity; NULL for an index there is not.
  uint8_t *(*image_memory)(void *context, size_t index);

  /// Says that a wanted image is complete: how many bytes it has, and its size in pixels. Returns 0, or -1 where that
  /// cannot be so.
  int (*finish_image)(void *context, size_t index, size_t byte_count, uint32_t width, uint32_t height);

  /// Says how a wanted image moves. Returns 0, or -1 for one that does not move. Only a plugin whose manifest names the
  /// format in `emitsMoving` is asked for images that do; of a picture that does not move itself, it makes none.
  int (*motion)(void *context, size_t index, woof_plugin_motion *motion);
} woof_plugin_host;

/// The name, the version and the functions of a plugin.
typedef struct woof_plugin {
  /// `WOOF_PLUGIN_ABI`.
  uint32_t abi;
  /// The size of this structure in bytes.
  uint32_t size;
  /// The name and version of the manifest.
  woof_plugin_span name;
  woof_plugin_span version;

  /// Prepares the plugin, once in a worker's life, while its own library folders can still be read. `configuration` is
  /// the manifest's `configuration` object, or `{}`. Gives 0 and an instance, or anything else, and the worker ends.
  int (*create)(const woof_plugin_host *host, woof_plugin_span configuration, void **instance);

  /// Does one job, and returns a `woof_plugin_status`.
  int (*process)(void *instance, const woof_plugin_job *job, const woof_plugin_host *host);

  /// Lets an instance go. It may never be called: a worker ends with its process.
  void (*destroy)(void *instance);
} woof_plugin;

/// The type of the one symbol that a plugin exports, under the name `woof_plugin_entry`: gives its table, which stays
/// valid for ever, or NULL for an ABI it does not know.
typedef const woof_plugin *(*woof_plugin_entry_function)(uint32_t abi);

#ifdef __cplusplus
}
#endif

#endif
