// SPDX-License-Identifier: Apache-2.0

#ifndef HOSTILE_PLUGIN_H
#define HOSTILE_PLUGIN_H

// A plugin that does on purpose what a plugin must not do, as its parameters (`{"do":"segfault"}`) or, while it is
// prepared, its configuration say. It is loaded by workers only.

#include <woof_plugin.h>

const woof_plugin *woof_plugin_entry(uint32_t abi);

#endif
