// SPDX-License-Identifier: Apache-2.0

#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>
#include <woof_worker.h>

#include "behaviours.h"

/// Sends a message on whatever is a socket: the plugin is not told which one is.
static void send_everywhere(const void *bytes, size_t count) {
  for (int descriptor = 3; descriptor < 32; descriptor += 1) send(descriptor, bytes, count, MSG_NOSIGNAL);
}

/// Sends a result of its own making, and ends before the true one. The number of the job is not told either, so its
/// first thousand are tried by the caller's parameters: tests run few jobs a worker.
static int answer(woof_worker_result result, const void *rest, size_t count) {
  uint8_t bytes[4096];
  result.header.kind = WOOF_WORKER_RESULT;
  result.header.byte_count = (uint32_t)(sizeof(result) + count);
  memcpy(bytes, &result, sizeof(result));
  if (count > 0) memcpy(bytes + sizeof(result), rest, count);
  send_everywhere(bytes, sizeof(result) + count);
  _exit(0);
}

static int copy_input(const woof_plugin_job *job, const woof_plugin_host *host, uint32_t width, uint32_t height) {
  for (size_t index = 0; index < job->wanted_count; index += 1) {
    uint8_t *memory = host->image_memory(host->context, index);
    if (memory == NULL || job->input.count > job->wanted[index].capacity) return WOOF_PLUGIN_FAILED;
    memcpy(memory, job->input.bytes, job->input.count);
    if (host->finish_image(host->context, index, job->input.count, width, height) != 0) return WOOF_PLUGIN_FAILED;
  }
  return WOOF_PLUGIN_ACCEPTED;
}

static int copy_honestly(const woof_plugin_job *job, const woof_plugin_host *host) {
  return copy_input(job, host, job->width, job->height);
}

static int lie_of_size(const woof_plugin_job *job, const woof_plugin_host *host) {
  return copy_input(job, host, job->width, job->height + 1);
}

static int lie_of_content(const woof_plugin_job *job, const woof_plugin_host *host) {
  uint8_t *memory = host->image_memory(host->context, 0);
  memset(memory, '<', 100);
  return host->finish_image(host->context, 0, 100, job->width, job->height) == 0 ? WOOF_PLUGIN_ACCEPTED
                                                                                 : WOOF_PLUGIN_FAILED;
}

static int lie_of_index(const woof_plugin_job *job, const woof_plugin_host *host) {
  (void)job, (void)host;
  const woof_worker_image image = {.index = 40, .width = 1, .height = 1, .byte_count = 1};
  return answer((woof_worker_result){.header = {.job = 1}, .image_count = 1}, &image, sizeof(image));
}

static int lie_of_count(const woof_plugin_job *job, const woof_plugin_host *host) {
  (void)job, (void)host;
  return answer((woof_worker_result){.header = {.job = 1}, .image_count = UINT32_MAX}, NULL, 0);
}

static int lie_of_length(const woof_plugin_job *job, const woof_plugin_host *host) {
  (void)job, (void)host;
  const woof_worker_image image = {.index = 0, .width = 1, .height = 1, .byte_count = UINT64_MAX};
  return answer((woof_worker_result){.header = {.job = 1}, .image_count = 1}, &image, sizeof(image));
}

static int lie_of_status(const woof_plugin_job *job, const woof_plugin_host *host) {
  (void)job, (void)host;
  return 77;
}

static int lie_of_annotation(const woof_plugin_job *job, const woof_plugin_host *host) {
  (void)job;
  static const uint8_t name[] = "perceptualHash";
  static const uint8_t value[] = "\"not hexadecimal\"";
  host->annotate(host->context, (woof_plugin_span){name, sizeof(name) - 1},
                 (woof_plugin_span){value, sizeof(value) - 1});
  return WOOF_PLUGIN_ACCEPTED;
}

static int send_nonsense(const woof_plugin_job *job, const woof_plugin_host *host) {
  (void)job, (void)host;
  send_everywhere("nonsense", 8);
  return WOOF_PLUGIN_ACCEPTED;
}

static int flood_log(const woof_plugin_job *job, const woof_plugin_host *host) {
  (void)job;
  static const uint8_t line[] = "again\n\033[31mand again";
  for (int count = 0; count < 100000; count += 1) {
    host->log(host->context, (woof_plugin_span){line, sizeof(line) - 1});
  }
  return WOOF_PLUGIN_ACCEPTED;
}

static int flood_socket(const woof_plugin_job *job, const woof_plugin_host *host) {
  (void)job, (void)host;
  const woof_worker_header header = {WOOF_WORKER_LOG, sizeof(header), 1};
  for (;;) send_everywhere(&header, sizeof(header));
}

#define ELEVEN_HASHES                                                                                                  \
  "00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff"                   \
  "00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff"
#define HASHES ELEVEN_HASHES ELEVEN_HASHES ELEVEN_HASHES

static int annotate(const woof_plugin_job *job, const woof_plugin_host *host) {
  (void)job;
  static const char *const annotations[][2] = {
      {"placeholder", "\"AQIDBA==\""}, {"averageColour", "\"#A1b2c3\""}, {"perceptualHash", "\"00ff00ff00ff00ff\""},
      {"partHashes", "\"" HASHES "\""}, {"breed", "{\"name\":\"mutt\"}"}};
  for (size_t index = 0; index < sizeof(annotations) / sizeof(annotations[0]); index += 1) {
    const char *name = annotations[index][0];
    const char *json = annotations[index][1];
    host->annotate(host->context, (woof_plugin_span){(const uint8_t *)name, strlen(name)},
                   (woof_plugin_span){(const uint8_t *)json, strlen(json)});
  }
  return WOOF_PLUGIN_ACCEPTED;
}

/// Says something else each time.
static int say_anything(const woof_plugin_job *job, const woof_plugin_host *host) {
  (void)job;
  static const uint8_t name[] = "number";
  uint32_t number = 0;
  char json[16];
  if (getrandom(&number, sizeof(number), 0) != (ssize_t)sizeof(number)) return WOOF_PLUGIN_FAILED;
  const int count = snprintf(json, sizeof(json), "%u", number);
  host->annotate(host->context, (woof_plugin_span){name, sizeof(name) - 1},
                 (woof_plugin_span){(const uint8_t *)json, (size_t)count});
  return WOOF_PLUGIN_ACCEPTED;
}

const struct named_behaviour lying[] = {
    {"copy", copy_honestly},
    {"annotate", annotate},
    {"lie-size", lie_of_size},
    {"lie-content", lie_of_content},
    {"lie-index", lie_of_index},
    {"lie-count", lie_of_count},
    {"lie-length", lie_of_length},
    {"lie-status", lie_of_status},
    {"lie-annotation", lie_of_annotation},
    {"nonsense", send_nonsense},
    {"flood-log", flood_log},
    {"flood-socket", flood_socket},
    {"random", say_anything},
    {NULL, NULL},
};
