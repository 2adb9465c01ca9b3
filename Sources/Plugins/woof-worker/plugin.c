// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "plugin.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "job.h"

int read_start(const void *bytes, size_t count, struct start *start) {
  const woof_worker_start *message = bytes;
  if (count < sizeof(*message) || message->header.kind != WOOF_WORKER_START) return -1;
  const uint64_t texts = (uint64_t)message->configuration_count + message->name_count + message->version_count +
                         message->readable_count;
  if (message->protocol != WOOF_WORKER_PROTOCOL || count - sizeof(*message) != texts) return -1;
  start->message = message;
  start->configuration = (const uint8_t *)(message + 1);
  start->name = start->configuration + message->configuration_count;
  start->version = start->name + message->name_count;
  start->readable = (const char *)(start->version + message->version_count);
  const uint32_t length = message->readable_count;
  return length == 0 || start->readable[length - 1] == 0 ? 0 : -1;
}

static int is_text(woof_plugin_span span, const uint8_t *text, size_t count) {
  return span.count == count && (count == 0 || memcmp(span.bytes, text, count) == 0);
}

static const char *check(const woof_plugin *table, const struct start *start) {
  if (table == NULL) return "it does not know this version of the interface";
  if (table->abi != WOOF_PLUGIN_ABI) return "it is made for another version of the interface";
  if (table->size < sizeof(woof_plugin)) return "its table of functions is too short";
  if (table->create == NULL || table->process == NULL) return "it has no create or no process function";
  if (!is_text(table->name, start->name, start->message->name_count)) return "its name is not that of its manifest";
  if (!is_text(table->version, start->version, start->message->version_count)) {
    return "its version is not that of its manifest";
  }
  return NULL;
}

const char *load_plugin(int library, const struct start *start, struct plugin *plugin) {
  char path[32];
  snprintf(path, sizeof(path), "/proc/self/fd/%d", library);
  void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) return dlerror();
  woof_plugin_entry_function entry;
  *(void **)&entry = dlsym(handle, "woof_plugin_entry");
  if (entry == NULL) return "it exports no woof_plugin_entry";
  const woof_plugin *table = entry(WOOF_PLUGIN_ABI);
  const char *fault = check(table, start);
  if (fault != NULL) return fault;
  const woof_plugin_span configuration = {start->configuration, start->message->configuration_count};
  woof_plugin_host host;
  make_idle_host(&host);
  plugin->table = table;
  plugin->instance = NULL;
  return table->create(&host, configuration, &plugin->instance) == 0 ? NULL : "its create function failed";
}
