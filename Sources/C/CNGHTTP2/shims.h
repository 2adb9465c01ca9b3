// SPDX-License-Identifier: Apache-2.0

// libnghttp2 (https://nghttp2.org/documentation/), the frames of HTTP/2 and the compression of their fields.
#ifndef CNGHTTP2_SHIMS_H
#define CNGHTTP2_SHIMS_H

#include <nghttp2/nghttp2.h>

#endif
