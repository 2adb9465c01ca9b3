// SPDX-License-Identifier: Apache-2.0

#ifndef WOOF_FILTER_H
#define WOOF_FILTER_H

#include <linux/filter.h>
#include <stddef.h>
#include <stdint.h>

/// A program for seccomp(2) that is being written: every rule is a run of instructions of its own that either returns or
/// goes on after its end, so that no jump is long.
struct filter {
  struct sock_filter instructions[1024];
  unsigned short count;
  int overflows;
};

/// The consequence of a denied call: an error, or a signal to the caller.
enum filter_denial { filter_error, filter_trap };

/// Kills callers of another architecture, whose numbers mean other calls.
void filter_begin(struct filter *filter);

void filter_allow(struct filter *filter, int call);

/// A condition on an argument of a call: without the bits outside of `mask` it is `value`. Its lower half is looked at,
/// which is all that the kernel takes of numbers of processes, descriptors, commands, options and flags.
struct filter_condition {
  int argument;
  uint32_t mask;
  uint32_t value;
};

/// Allows a call whose arguments meet all of at most 8 conditions.
void filter_allow_where_all(
    struct filter *filter, int call, const struct filter_condition *conditions, unsigned char count);

/// Allows a call whose argument, without the bits outside of `mask`, is `value`.
void filter_allow_where(struct filter *filter, int call, int argument, uint32_t mask, uint32_t value);

/// Allows a call whose argument is one of several values.
void filter_allow_values(struct filter *filter, int call, int argument, const uint32_t *values, size_t count);

/// Fails a call with an error number, silently.
void filter_fail(struct filter *filter, int call, int error);

/// Hands a call to the handler of SIGSYS, which gives its result.
void filter_hand_over(struct filter *filter, int call);

/// Denies everything else.
void filter_end(struct filter *filter, enum filter_denial denial);

/// Installs the program for all threads.
int filter_install(const struct filter *filter);

#endif
