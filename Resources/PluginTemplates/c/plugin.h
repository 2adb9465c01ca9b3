#ifndef PLUGIN_H
#define PLUGIN_H

#include "woof_plugin.h"

const woof_plugin *woof_plugin_entry(uint32_t abi);

#endif
