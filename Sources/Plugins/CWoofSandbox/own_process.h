// SPDX-License-Identifier: Apache-2.0

#ifndef WOOF_OWN_PROCESS_H
#define WOOF_OWN_PROCESS_H

#include "filter.h"

// Calls that could name another process, another thread, or whoever is to get a descriptor's signals, allowed for what
// is the caller's own. `process` is the number of a worker that never forks. A process that is forked for a job has
// another one, which no filter that it inherits can know: where there are such, `process` is 0, which is the only name
// that a caller then has for itself, and calls by its number go to the handler of SIGSYS.

/// Clocks, how threads are scheduled, and signals to them, as abort(3) sends: what every stage has.
void allow_own_threads(struct filter *filter, uint32_t process);

/// Limits of resources.
void allow_own_limits(struct filter *filter);

/// Being killed with the parent, which cannot be taken back.
void allow_death_with_parent(struct filter *filter);

/// Filters on top of this one.
void allow_stricter_filters(struct filter *filter);

/// Allows what loading a library and preparing it takes of calls that do a hundred other things.
void allow_own_loading(struct filter *filter, uint32_t process);

#endif
