// SPDX-License-Identifier: Apache-2.0

#ifndef WOOF_PLUGIN_LOADING_H
#define WOOF_PLUGIN_LOADING_H

#include <stdint.h>
#include <woof_plugin.h>
#include <woof_worker.h>

/// The service's first message, with its texts.
struct start {
  const woof_worker_start *message;
  const uint8_t *configuration;
  const uint8_t *name;
  const uint8_t *version;
  /// Paths, with a zero byte after each one.
  const char *readable;
};

/// A plugin that is loaded and prepared.
struct plugin {
  const woof_plugin *table;
  void *instance;
};

/// Finds the parts of the start message. Gives 0, or -1 where it is none.
int read_start(const void *bytes, size_t count, struct start *start);

/// Loads the library that a descriptor is open on, and prepares the plugin. Gives NULL, or what is wrong.
const char *load_plugin(int library, const struct start *start, struct plugin *plugin);

#endif
