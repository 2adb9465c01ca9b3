#ifndef WOOF_FILTER_H
#define WOOF_FILTER_H

#include <linux/filter.h>
#include <stdint.h>

/// A program for seccomp(2) that is being written: every rule is a run of instructions of its own that either returns or
/// goes on after its end, so that no jump is long.
struct filter {
  struct sock_filter instructions[512];
  unsigned short count;
  int overflows;
};

/// What a denied call gets.
enum filter_denial { filter_error, filter_trap };

/// Kills callers of another architecture, whose numbers mean other calls.
void filter_begin(struct filter *filter);

void filter_allow(struct filter *filter, int call);

/// Allows a call whose argument, without the bits outside of `mask`, is `value`; its lower half is looked at.
void filter_allow_where(struct filter *filter, int call, int argument, uint32_t mask, uint32_t value);

/// Fails a call with an error number, silently.
void filter_fail(struct filter *filter, int call, int error);

/// Denies everything else.
void filter_end(struct filter *filter, enum filter_denial denial);

/// Installs the program for all threads.
int filter_install(const struct filter *filter);

#endif
