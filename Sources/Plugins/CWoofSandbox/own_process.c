// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "own_process.h"

#include <fcntl.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

// Debian's headers are older than the kernels they meet.
#ifndef PR_SET_MDWE
#define PR_SET_MDWE 65
#endif

static void allow_own(struct filter *filter, int call, uint32_t process) {
  filter_allow_where(filter, call, 0, UINT32_MAX, 0);
  if (process != 0) filter_allow_where(filter, call, 0, UINT32_MAX, process);
}

void allow_own_threads(struct filter *filter, uint32_t process) {
  // The clocks that have a number of their own. Others, which are negative, are of the time that a process has used.
  static const int clocks[] = {__NR_clock_gettime, __NR_clock_getres, __NR_clock_nanosleep};
  for (size_t index = 0; index < COUNT(clocks); index += 1) filter_allow_where(filter, clocks[index], 0, ~15u, 0);
  static const int scheduling[] = {__NR_sched_getaffinity, __NR_sched_getparam, __NR_sched_getscheduler};
  for (size_t index = 0; index < COUNT(scheduling); index += 1) {
    allow_own(filter, scheduling[index], process);
    filter_hand_over(filter, scheduling[index]);
  }
  if (process != 0) filter_allow_where(filter, __NR_tgkill, 0, UINT32_MAX, process);
  filter_hand_over(filter, __NR_tgkill);
}

void allow_own_limits(struct filter *filter) {
  filter_allow_where(filter, __NR_prlimit64, 0, UINT32_MAX, 0);
}

void allow_death_with_parent(struct filter *filter) {
  const struct filter_condition conditions[] = {{0, UINT32_MAX, PR_SET_PDEATHSIG}, {1, UINT32_MAX, SIGKILL}};
  filter_allow_where_all(filter, __NR_prctl, conditions, COUNT(conditions));
}

void allow_stricter_filters(struct filter *filter) {
  const struct filter_condition conditions[] = {
      {0, UINT32_MAX, SECCOMP_SET_MODE_FILTER}, {1, UINT32_MAX, SECCOMP_FILTER_FLAG_TSYNC}};
  filter_allow_where_all(filter, __NR_seccomp, conditions, COUNT(conditions));
}

/// Nothing by which a descriptor sends signals to somebody, holds a file against others, or changes what the service
/// has open together with the worker.
static void allow_descriptors(struct filter *filter) {
  static const uint32_t commands[] = {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL};
  static const uint32_t requests[] = {TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIOCLEX, FIONCLEX};
  filter_allow_values(filter, __NR_fcntl, 1, commands, COUNT(commands));
  const struct filter_condition flags[] = {
      {1, UINT32_MAX, F_SETFL}, {2, O_ASYNC | O_DIRECT | O_APPEND | O_NOATIME, 0}};
  filter_allow_where_all(filter, __NR_fcntl, flags, COUNT(flags));
  filter_allow_values(filter, __NR_ioctl, 1, requests, COUNT(requests));
}

void allow_own_loading(struct filter *filter, uint32_t process) {
  allow_own_limits(filter);
  allow_death_with_parent(filter);
  allow_stricter_filters(filter);
  allow_descriptors(filter);
  allow_own(filter, __NR_sched_setaffinity, process);
  static const uint32_t options[] = {PR_SET_NAME, PR_GET_NAME, PR_GET_DUMPABLE, PR_CAPBSET_READ, PR_SET_MDWE};
  filter_allow_values(filter, __NR_prctl, 0, options, COUNT(options));
}
