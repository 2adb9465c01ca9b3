// SPDX-License-Identifier: Apache-2.0

#ifndef ALLOCATION_COUNT_H
#define ALLOCATION_COUNT_H

/// How often the calling thread has allocated memory. A program that links this file takes its memory by way of it.
///
/// Always 0 under a sanitizer, which has an allocator of its own.
long allocation_count_of_thread(void);

#endif
