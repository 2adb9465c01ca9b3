// SPDX-License-Identifier: Apache-2.0

#ifndef WOOF_WORKER_H
#define WOOF_WORKER_H

// What the service and a worker say to each other over a socket that keeps messages apart (SOCK_SEQPACKET). Both run on
// one machine and come from one build, so numbers are in its own byte order. Descriptors travel to the worker only.
//
// Service to worker, on descriptor 3: `start` once, with the library; then a `job` at a time, with the job's own socket,
// the picture and the output. Worker to service, on descriptor 3: `confined` before any foreign code runs, then `ready`
// or `failed`; `ended` after each process that did a job. On the job's socket: `log` and `denied` lines, then `result`.

#include <stdint.h>

/// The version of these messages; `start` carries it.
#define WOOF_WORKER_PROTOCOL 2

/// The descriptor that a worker is started with.
#define WOOF_WORKER_CONTROL 3

/// No message is longer, in bytes.
#define WOOF_WORKER_MESSAGE_LIMIT 65536

/// The most bytes of a line that a plugin logs, and the most lines a job.
#define WOOF_WORKER_LOG_LIMIT 500
#define WOOF_WORKER_LOG_LINES 20

/// The most system calls that are named as denied, a job.
#define WOOF_WORKER_DENIED_LINES 8

/// The most images and the most annotations of a job.
#define WOOF_WORKER_IMAGE_LIMIT 64
#define WOOF_WORKER_ANNOTATION_LIMIT 64

/// The kind of a message.
typedef enum woof_worker_kind {
  WOOF_WORKER_START = 1,
  WOOF_WORKER_CONFINED = 2,
  WOOF_WORKER_READY = 3,
  WOOF_WORKER_FAILED = 4,
  WOOF_WORKER_JOB = 5,
  WOOF_WORKER_LOG = 6,
  WOOF_WORKER_DENIED = 7,
  WOOF_WORKER_RESULT = 8,
  WOOF_WORKER_ENDED = 9
} woof_worker_kind;

/// The layers of the sandbox, one bit each.
typedef enum woof_worker_layer {
  WOOF_LAYER_NO_NEW_PRIVILEGES = 1,
  WOOF_LAYER_UNDUMPABLE = 2,
  WOOF_LAYER_NAMESPACES = 4,
  WOOF_LAYER_LANDLOCK = 8,
  WOOF_LAYER_RESOURCE_LIMITS = 16,
  WOOF_LAYER_NO_WRITABLE_CODE = 32,
  WOOF_LAYER_SECCOMP = 64,
  WOOF_LAYER_UNPRIVILEGED_USER = 128
} woof_worker_layer;

/// The use of processes: one for each job, or one for many.
typedef enum woof_worker_isolation {
  WOOF_WORKER_PER_JOB = 0,
  WOOF_WORKER_REUSE = 1
} woof_worker_isolation;

/// The beginning of every message. `failed`, `log` and `denied` are this and a text.
typedef struct woof_worker_header {
  uint32_t kind;
  /// Of the whole message.
  uint32_t byte_count;
  /// The number of the job, 0 where it is about none.
  uint64_t job;
} woof_worker_header;

/// Then follow the configuration, the name, the version, and the readable paths, each with a zero byte at its end.
typedef struct woof_worker_start {
  woof_worker_header header;
  uint32_t protocol;
  /// Without these layers the worker refuses to load anything.
  uint32_t required_layers;
  uint32_t isolation;
  uint32_t cpu_seconds;
  uint64_t memory_bytes;
  uint32_t configuration_count;
  uint16_t name_count;
  uint16_t version_count;
  uint32_t readable_count;
  uint32_t reserved;
} woof_worker_start;

/// `confined` and `ready`.
typedef struct woof_worker_state {
  woof_worker_header header;
  uint32_t layers;
  uint32_t landlock_version;
  uint32_t thread_count;
  uint32_t isolation;
} woof_worker_state;

/// Then follow the wanted images, the media type, the parameters, and name and media type of each wanted image.
typedef struct woof_worker_job {
  woof_worker_header header;
  uint64_t input_bytes;
  uint64_t output_bytes;
  uint32_t width;
  uint32_t height;
  uint32_t wanted_count;
  uint16_t wants_annotations;
  uint16_t media_type_count;
  uint32_t parameters_count;
  uint32_t reserved;
} woof_worker_job;

/// An image that is asked for, and its place in the output.
typedef struct woof_worker_wanted {
  uint16_t name_count;
  uint16_t media_type_count;
  uint32_t fit;
  uint32_t quality;
  uint32_t width;
  uint32_t height;
  /// The most frames of an image that moves; 0 of one that does not.
  uint32_t frame_limit;
  /// The longest that an image plays that moves.
  uint32_t milliseconds;
  uint32_t reserved;
  uint64_t capacity;
  uint64_t offset;
} woof_worker_wanted;

/// Then follow the images, the annotations with their names and values, and the reason.
typedef struct woof_worker_result {
  woof_worker_header header;
  uint32_t status;
  uint32_t image_count;
  uint32_t annotation_count;
  uint32_t reason_count;
  int64_t reason_offset;
  uint64_t cpu_microseconds;
} woof_worker_result;

/// An image that was made.
typedef struct woof_worker_image {
  uint32_t index;
  uint32_t width;
  uint32_t height;
  uint32_t reserved;
  uint64_t byte_count;
} woof_worker_image;

/// The lengths of the name and the value that follow, in bytes.
typedef struct woof_worker_annotation {
  uint32_t name_count;
  uint32_t json_count;
} woof_worker_annotation;

/// The end of a job's process, as wait4(2) tells it.
typedef struct woof_worker_ended {
  woof_worker_header header;
  int32_t wait_status;
  uint32_t reserved;
  uint64_t cpu_microseconds;
  uint64_t resident_bytes;
} woof_worker_ended;

#endif
