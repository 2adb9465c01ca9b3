// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "job.h"

#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { annotation_bytes_limit = 32768, reason_limit = 1000 };

/// An image as the plugin finished it.
struct finished_image {
  bool is_finished;
  woof_worker_image image;
};

/// The job that is being done.
struct running_job {
  int socket;
  uint64_t id;
  const woof_worker_wanted *wanted;
  size_t wanted_count;
  uint8_t *output;
  uint32_t log_lines;

  struct finished_image images[WOOF_WORKER_IMAGE_LIMIT];
  woof_worker_annotation annotations[WOOF_WORKER_ANNOTATION_LIMIT];
  uint32_t annotation_count;
  uint8_t annotation_bytes[annotation_bytes_limit];
  size_t annotation_byte_count;
  uint8_t reason[reason_limit];
  uint32_t reason_count;
  int64_t reason_offset;
};

/// One process does one job at a time; the handler of denied calls has nothing else to find it by.
static struct running_job running = {.socket = -1};

static uint64_t processor_microseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_nsec / 1000;
}

// What a plugin calls.

static void log_line(void *context, woof_plugin_span text) {
  struct running_job *job = context;
  if (job->log_lines >= WOOF_WORKER_LOG_LINES) return;
  job->log_lines += 1;
  send_text(job->socket, WOOF_WORKER_LOG, job->id, (const char *)text.bytes, text.count);
}

static void refuse(void *context, woof_plugin_span reason, int64_t offset) {
  struct running_job *job = context;
  const size_t count = reason.count < reason_limit ? reason.count : reason_limit;
  if (count > 0) memcpy(job->reason, reason.bytes, count);
  job->reason_count = (uint32_t)count;
  job->reason_offset = offset;
}

static void annotate(void *context, woof_plugin_span name, woof_plugin_span json) {
  struct running_job *job = context;
  const size_t room = annotation_bytes_limit - job->annotation_byte_count;
  if (job->annotation_count >= WOOF_WORKER_ANNOTATION_LIMIT || name.count > room || json.count > room - name.count) {
    static const char text[] = "an annotation is dropped: there are too many, or they are too long";
    log_line(context, (woof_plugin_span){(const uint8_t *)text, sizeof(text) - 1});
    return;
  }
  uint8_t *place = job->annotation_bytes + job->annotation_byte_count;
  if (name.count > 0) memcpy(place, name.bytes, name.count);
  if (json.count > 0) memcpy(place + name.count, json.bytes, json.count);
  job->annotation_byte_count += name.count + json.count;
  job->annotations[job->annotation_count++] = (woof_worker_annotation){(uint32_t)name.count, (uint32_t)json.count};
}

static uint8_t *image_memory(void *context, size_t index) {
  const struct running_job *job = context;
  return index < job->wanted_count ? job->output + job->wanted[index].offset : NULL;
}

static int finish_image(void *context, size_t index, size_t byte_count, uint32_t width, uint32_t height) {
  struct running_job *job = context;
  if (index >= job->wanted_count || byte_count == 0 || byte_count > job->wanted[index].capacity) return -1;
  if (width == 0 || height == 0 || width > job->wanted[index].width || height > job->wanted[index].height) return -1;
  job->images[index] = (struct finished_image){true, {(uint32_t)index, width, height, 0, byte_count}};
  return 0;
}

static int motion(void *context, size_t index, woof_plugin_motion *motion) {
  const struct running_job *job = context;
  if (index >= job->wanted_count || job->wanted[index].frame_limit == 0) return -1;
  *motion = (woof_plugin_motion){job->wanted[index].milliseconds, job->wanted[index].frame_limit};
  return 0;
}

static void make_host(woof_plugin_host *host) {
  *host = (woof_plugin_host){sizeof(*host), &running, log_line, refuse, annotate, image_memory, finish_image, motion};
}

void make_idle_host(woof_plugin_host *host) {
  running = (struct running_job){.socket = WOOF_WORKER_CONTROL};
  make_host(host);
}

void end_idle_host(void) {
  running = (struct running_job){.socket = -1};
}

void report_denial(const char *name, const char *path) {
  enum { text_limit = 200 };
  static char told[WOOF_WORKER_DENIED_LINES][text_limit];
  static uint64_t told_job;
  static int told_count;
  if (told_job != running.id) told_count = 0;
  told_job = running.id;
  if (running.socket < 0 || told_count >= WOOF_WORKER_DENIED_LINES) return;
  char *text = told[told_count];
  const char *const parts[] = {name, path == NULL ? "" : " ", path == NULL ? "" : path};
  size_t count = 0;
  for (size_t part = 0; part < sizeof(parts) / sizeof(parts[0]); part += 1) {
    const size_t length = strnlen(parts[part], text_limit - 1 - count);
    memcpy(text + count, parts[part], length);
    count += length;
  }
  text[count] = 0;
  for (int index = 0; index < told_count; index += 1) {
    if (strcmp(told[index], text) == 0) return;
  }
  told_count += 1;
  send_text(running.socket, WOOF_WORKER_DENIED, running.id, text, count);
}

// The job and its reply.

struct job_texts {
  woof_plugin_span media_type;
  woof_plugin_span parameters;
  woof_plugin_wanted_image wanted[WOOF_WORKER_IMAGE_LIMIT];
};

static woof_plugin_span take(const uint8_t **place, uint64_t *left, uint64_t count) {
  const woof_plugin_span span = {*place, count <= *left ? count : 0};
  // What is too short is noticed by what is left at the end.
  *left = count <= *left ? *left - count : UINT64_MAX;
  *place += span.count;
  return span;
}

static int read_texts(const woof_worker_job *job, size_t byte_count, struct job_texts *texts) {
  const woof_worker_wanted *wanted = (const woof_worker_wanted *)(job + 1);
  const uint8_t *place = (const uint8_t *)(wanted + job->wanted_count);
  uint64_t left = byte_count - sizeof(*job) - job->wanted_count * sizeof(*wanted);
  texts->media_type = take(&place, &left, job->media_type_count);
  texts->parameters = take(&place, &left, job->parameters_count);
  for (uint32_t index = 0; index < job->wanted_count; index += 1) {
    const woof_worker_wanted *image = wanted + index;
    if (image->offset > job->output_bytes || image->capacity > job->output_bytes - image->offset) return -1;
    const woof_plugin_span name = take(&place, &left, image->name_count);
    const woof_plugin_span media_type = take(&place, &left, image->media_type_count);
    texts->wanted[index] = (woof_plugin_wanted_image){
        name, media_type, image->width, image->height, image->fit, image->quality, (size_t)image->capacity};
  }
  return left == 0 ? 0 : -1;
}

static void send_result(int status, uint64_t microseconds) {
  static uint8_t bytes[WOOF_WORKER_MESSAGE_LIMIT];
  woof_worker_result result = {.status = (uint32_t)status, .reason_offset = -1, .cpu_microseconds = microseconds};
  size_t count = sizeof(result);
  if (status == WOOF_PLUGIN_ACCEPTED) {
    for (size_t index = 0; index < running.wanted_count; index += 1) {
      if (!running.images[index].is_finished) continue;
      memcpy(bytes + count, &running.images[index].image, sizeof(woof_worker_image));
      count += sizeof(woof_worker_image);
      result.image_count += 1;
    }
    result.annotation_count = running.annotation_count;
    memcpy(bytes + count, running.annotations, running.annotation_count * sizeof(woof_worker_annotation));
    count += running.annotation_count * sizeof(woof_worker_annotation);
    memcpy(bytes + count, running.annotation_bytes, running.annotation_byte_count);
    count += running.annotation_byte_count;
  } else {
    result.reason_count = running.reason_count;
    result.reason_offset = running.reason_offset;
    memcpy(bytes + count, running.reason, running.reason_count);
    count += running.reason_count;
  }
  result.header = (woof_worker_header){WOOF_WORKER_RESULT, (uint32_t)count, running.id};
  memcpy(bytes, &result, sizeof(result));
  send_message(running.socket, bytes, count);
}

static void process(const struct plugin *plugin, const woof_worker_job *job, const struct job_texts *texts,
                    const void *input) {
  const uint64_t start = processor_microseconds();
  const woof_plugin_job asked = {
      .input = {input, (size_t)job->input_bytes},
      .media_type = texts->media_type,
      .parameters = texts->parameters,
      .width = job->width,
      .height = job->height,
      .wanted = texts->wanted,
      .wanted_count = job->wanted_count,
      .wants_annotations = job->wants_annotations,
  };
  woof_plugin_host host;
  make_host(&host);
  const int status = plugin->table->process(plugin->instance, &asked, &host);
  send_result(status, processor_microseconds() - start);
}

int do_job(const struct plugin *plugin, struct message *message) {
  const woof_worker_job *job = (const woof_worker_job *)message->storage;
  if (message->byte_count < sizeof(*job) || job->header.kind != WOOF_WORKER_JOB) return -1;
  if (message->descriptor_count != descriptor_limit || job->wanted_count > WOOF_WORKER_IMAGE_LIMIT) return -1;
  if ((message->byte_count - sizeof(*job)) / sizeof(woof_worker_wanted) < job->wanted_count) return -1;
  struct job_texts texts;
  if (read_texts(job, message->byte_count, &texts) != 0) return -1;
  running = (struct running_job){
      .socket = message->descriptors[0],
      .id = job->header.job,
      .wanted = (const woof_worker_wanted *)(job + 1),
      .wanted_count = job->wanted_count,
      .reason_offset = -1,
  };
  void *input = NULL;
  void *output = NULL;
  if (job->input_bytes > 0) {
    input = mmap(NULL, (size_t)job->input_bytes, PROT_READ, MAP_PRIVATE, message->descriptors[1], 0);
  }
  if (job->output_bytes > 0) {
    output = mmap(NULL, (size_t)job->output_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, message->descriptors[2], 0);
  }
  if (input == MAP_FAILED || output == MAP_FAILED) {
    refuse(&running, (woof_plugin_span){(const uint8_t *)"out of memory", 13}, -1);
    send_result(WOOF_PLUGIN_FAILED, 0);
  } else {
    running.output = output;
    process(plugin, job, &texts, input);
  }
  if (input != NULL && input != MAP_FAILED) munmap(input, (size_t)job->input_bytes);
  if (output != NULL && output != MAP_FAILED) munmap(output, (size_t)job->output_bytes);
  running.socket = -1;
  return 0;
}
