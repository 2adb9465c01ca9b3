// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include <errno.h>
#include <grp.h>
#include <linux/capability.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "woof_sandbox.h"

// Debian's headers are older than the kernels they meet.
#ifndef PR_SET_MDWE
#define PR_SET_MDWE 65
#define PR_MDWE_REFUSE_EXEC_GAIN 1
#endif

static const uid_t nobody = 65534;

int woof_tie_to_parent(void) {
  return prctl(PR_SET_PDEATHSIG, SIGKILL) | prctl(PR_SET_CHILD_SUBREAPER, 1);
}

int woof_forbid_new_privileges(void) {
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

int woof_forbid_inspection(void) {
  return prctl(PR_SET_DUMPABLE, 0);
}

int woof_leave_namespaces(void) {
  const int namespaces = CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWNS | CLONE_NEWUTS;
  // Root stays in its user namespace, where there is a nobody to become.
  return unshare(geteuid() == 0 ? namespaces : namespaces | CLONE_NEWUSER);
}

static int limit(__rlimit_resource_t resource, rlim_t value) {
  struct rlimit current;
  if (getrlimit(resource, &current) != 0) return -1;
  if (current.rlim_max < value) value = current.rlim_max;
  const struct rlimit wanted = {value, value};
  return setrlimit(resource, &wanted);
}

int woof_limit_resources(uint64_t memory_bytes, int counts_own_processes) {
  int failures = limit(RLIMIT_AS, memory_bytes);
  failures |= limit(RLIMIT_CORE, 0);
  // Output is written through a mapping, which this does not concern.
  failures |= limit(RLIMIT_FSIZE, 0);
  failures |= limit(RLIMIT_NOFILE, 64);
  failures |= limit(RLIMIT_MEMLOCK, 0);
  failures |= limit(RLIMIT_MSGQUEUE, 0);
  if (counts_own_processes) failures |= limit(RLIMIT_NPROC, 256);
  return failures;
}

int woof_limit_processor_time(uint32_t seconds, int is_final) {
  struct rlimit limits;
  struct rusage usage;
  if (getrlimit(RLIMIT_CPU, &limits) != 0 || getrusage(RUSAGE_SELF, &usage) != 0) return -1;
  const rlim_t whole = (rlim_t)usage.ru_utime.tv_sec + (rlim_t)usage.ru_stime.tv_sec;
  const rlim_t microseconds = (rlim_t)usage.ru_utime.tv_usec + (rlim_t)usage.ru_stime.tv_usec;
  // The kernel compares the sum of both, fractions included: what is cut off here would be missing from the next job.
  const rlim_t used = whole + (microseconds + (is_final ? 0u : 999999u)) / 1000000u;
  const rlim_t wanted = used + seconds;
  limits.rlim_cur = wanted < limits.rlim_max ? wanted : limits.rlim_max;
  if (is_final) limits.rlim_max = limits.rlim_cur;
  return setrlimit(RLIMIT_CPU, &limits);
}

static int keep_capabilities(uint32_t kept) {
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  const struct __user_cap_data_struct sets[_LINUX_CAPABILITY_U32S_3] = {{kept, kept, 0}};
  return (int)syscall(__NR_capset, &header, sets);
}

static int become_nobody(void) {
  prctl(PR_SET_KEEPCAPS, 1);
  const int became = setgroups(0, NULL) == 0 && setresgid(nobody, nobody, nobody) == 0 &&
                     setresuid(nobody, nobody, nobody) == 0;
  prctl(PR_SET_KEEPCAPS, 0);
  // Becoming another user takes these back.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_DUMPABLE, 0);
  return became;
}

int woof_give_up_privileges(int *became_another_user) {
  const int is_root = geteuid() == 0;
  *became_another_user = is_root && become_nobody();
  if (is_root && keep_capabilities(1u << CAP_DAC_READ_SEARCH) == 0) return 0;
  return keep_capabilities(0);
}

int woof_give_up_reading(void) { return keep_capabilities(0); }

int woof_forbid_writable_code(void) {
  return prctl(PR_SET_MDWE, PR_MDWE_REFUSE_EXEC_GAIN, 0, 0, 0);
}
