#include "plugin.h"

#include <stdio.h>
#include <string.h>

// Refuses pictures whose files are too short, and says how long they are. Make of it what you need.

static woof_plugin_span text(const char *text) {
  return (woof_plugin_span){(const uint8_t *)text, strlen(text)};
}

static int create(const woof_plugin_host *host, woof_plugin_span configuration, void **instance) {
  // Load libraries and data here; afterwards no file can be opened.
  (void)host, (void)configuration;
  static int nothing;
  *instance = &nothing;
  return 0;
}

static int process(void *instance, const woof_plugin_job *job, const woof_plugin_host *host) {
  (void)instance;
  if (job->input.count < 20) {
    host->refuse(host->context, text("the picture's file is too short"), -1);
    return WOOF_PLUGIN_REFUSED;
  }
  if (job->wants_annotations) {
    char count[32];
    snprintf(count, sizeof count, "%zu", job->input.count);
    host->annotate(host->context, text("byteCount"), text(count));
  }
  return WOOF_PLUGIN_ACCEPTED;
}

static void destroy(void *instance) { (void)instance; }

const woof_plugin *woof_plugin_entry(uint32_t abi) {
  static const woof_plugin plugin = {
      .abi = WOOF_PLUGIN_ABI,
      .size = sizeof plugin,
      .name = {(const uint8_t *)"@NAME@", sizeof "@NAME@" - 1},
      .version = {(const uint8_t *)"0.1.0", 5},
      .create = create,
      .process = process,
      .destroy = destroy,
  };
  return abi == WOOF_PLUGIN_ABI ? &plugin : NULL;
}
