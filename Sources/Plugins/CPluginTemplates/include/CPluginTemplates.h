// SPDX-License-Identifier: Apache-2.0

#ifndef CPLUGINTEMPLATES_H
#define CPLUGINTEMPLATES_H

#include <stddef.h>

// The files that `woof plugin new` writes, which the program carries within it, byte for byte: the templates of
// Resources/PluginTemplates, the kit, and the header.

struct woof_template {
  /// The file's path in the folder of the plugin. In the path and the text, @NAME@ is the plugin's name, and @MODULE@
  /// that of its module.
  const char *path;
  const unsigned char *bytes;
  size_t count;
};

/// The package of a plugin in Swift, as many files as `count` says.
const struct woof_template *woof_templates_swift(size_t *count);

/// The package of a plugin in C, as many files as `count` says.
const struct woof_template *woof_templates_c(size_t *count);

#endif
