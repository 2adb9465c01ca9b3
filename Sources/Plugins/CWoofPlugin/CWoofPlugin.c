// SPDX-License-Identifier: Apache-2.0

// The target is a header; a C target of SwiftPM needs a source.
#include "woof_plugin.h"
