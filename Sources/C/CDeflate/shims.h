// SPDX-License-Identifier: Apache-2.0

// libdeflate (https://github.com/ebiggers/libdeflate), check values at the speed of the processor's instructions.
#ifndef CDEFLATE_SHIMS_H
#define CDEFLATE_SHIMS_H

#include <libdeflate.h>

#endif
