// SPDX-License-Identifier: Apache-2.0

// A plugin that is made for a version of the interface that there is not.

#include <stddef.h>
#include <woof_plugin.h>

const woof_plugin *woof_plugin_entry(uint32_t abi) {
  static const woof_plugin plugin = {.abi = WOOF_PLUGIN_ABI + 1, .size = sizeof(woof_plugin)};
  return abi == WOOF_PLUGIN_ABI ? &plugin : NULL;
}
