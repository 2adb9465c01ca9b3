// SPDX-License-Identifier: Apache-2.0

#ifndef MISFIT_PLUGIN_H
#define MISFIT_PLUGIN_H

// A plugin that is made for a version of the interface that there is not.

#include <woof_plugin.h>

const woof_plugin *woof_plugin_entry(uint32_t abi);

#endif
