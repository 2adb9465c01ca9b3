// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "behaviours.h"

static int segfault(const woof_plugin_job *job, const woof_plugin_host *host) {
  (void)job, (void)host;
  *(volatile int *)8 = 1;
  return WOOF_PLUGIN_ACCEPTED;
}

static int abort_process(const woof_plugin_job *job, const woof_plugin_host *host) {
  (void)job, (void)host;
  abort();
}

static int exit_quietly(const woof_plugin_job *job, const woof_plugin_host *host) {
  (void)job, (void)host;
  _exit(0);
}

static int spin(const woof_plugin_job *job, const woof_plugin_host *host) {
  (void)job, (void)host;
  for (volatile unsigned long count = 0;; count += 1) continue;
}

static uint64_t processor_milliseconds(void) {
  struct timespec used;
  if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used) != 0) abort();
  return (uint64_t)used.tv_sec * 1000 + (uint64_t)used.tv_nsec / 1000000;
}

/// Takes 400 ms of processor time.
static int compute(const woof_plugin_job *job, const woof_plugin_host *host) {
  (void)job, (void)host;
  const uint64_t start = processor_milliseconds();
  while (processor_milliseconds() - start < 400) {
    for (volatile unsigned count = 0; count < 100000; count += 1) continue;
  }
  return WOOF_PLUGIN_ACCEPTED;
}

static int sleep_long(const woof_plugin_job *job, const woof_plugin_host *host) {
  (void)job, (void)host;
  for (;;) sleep(1000);
}

static int stop_itself(const woof_plugin_job *job, const woof_plugin_host *host) {
  (void)job, (void)host;
  raise(SIGSTOP);
  return WOOF_PLUGIN_ACCEPTED;
}

static int eat_memory(const woof_plugin_job *job, const woof_plugin_host *host) {
  (void)job, (void)host;
  for (;;) {
    char *memory = malloc(1 << 20);
    // Where there is none left this ends the process, as most programs end.
    memset(memory, 1, 1 << 20);
  }
}

static int overrun_output(const woof_plugin_job *job, const woof_plugin_host *host) {
  uint8_t *memory = host->image_memory(host->context, 0);
  memset(memory, 0x55, job->wanted[0].capacity + (1 << 20));
  return WOOF_PLUGIN_ACCEPTED;
}

static int smash_stack(const woof_plugin_job *job, const woof_plugin_host *host) {
  (void)job, (void)host;
  volatile char buffer[16];
  volatile size_t count = 1 << 24;
  for (size_t index = 0; index < count; index += 1) buffer[index] = 1;
  return buffer[0];
}

static int crash_every_tenth(const woof_plugin_job *job, const woof_plugin_host *host) {
  (void)host;
  if (job->input.count > 0 && job->input.bytes[job->input.count - 1] == '0') abort();
  return WOOF_PLUGIN_ACCEPTED;
}

static int leak(const woof_plugin_job *job, const woof_plugin_host *host) {
  (void)job, (void)host;
  char *memory = malloc(1 << 20);
  if (memory == NULL) return WOOF_PLUGIN_FAILED;
  memset(memory, 1, 1 << 20);
  // Memory that nobody could see any more might never be taken.
  static char *volatile kept;
  kept = memory;
  return WOOF_PLUGIN_ACCEPTED;
}

const struct named_behaviour breaking[] = {
    {"segfault", segfault},
    {"abort", abort_process},
    {"exit", exit_quietly},
    {"spin", spin},
    {"compute", compute},
    {"sleep", sleep_long},
    {"stop", stop_itself},
    {"eat-memory", eat_memory},
    {"overrun-output", overrun_output},
    {"smash-stack", smash_stack},
    {"crash-every-tenth", crash_every_tenth},
    {"leak", leak},
    {NULL, NULL},
};
