// SPDX-License-Identifier: Apache-2.0

#include "woof_worker.h"

// A target needs a source; the structures are the same size wherever they are compiled.
_Static_assert(sizeof(woof_worker_header) == 16, "");
_Static_assert(sizeof(woof_worker_start) == 56, "");
_Static_assert(sizeof(woof_worker_state) == 32, "");
_Static_assert(sizeof(woof_worker_job) == 56, "");
_Static_assert(sizeof(woof_worker_wanted) == 48, "");
_Static_assert(sizeof(woof_worker_result) == 48, "");
_Static_assert(sizeof(woof_worker_image) == 24, "");
_Static_assert(sizeof(woof_worker_annotation) == 8, "");
_Static_assert(sizeof(woof_worker_ended) == 40, "");
