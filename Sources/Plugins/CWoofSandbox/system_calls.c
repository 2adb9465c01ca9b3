// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "filter.h"
#include "own_process.h"
#include "woof_sandbox.h"

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

/// The calls for computing, waiting, and answering through sockets that are open already. Calls that only x86-64 has
/// are those that arm64 never had; numbers that the headers do not know are not on the list. No call on these lists
/// takes the number of a process or a thread: those that do are allowed in own_process.c, but for wait4(2) and
/// capset(2), for which the kernel takes nothing but children and the caller itself, and futex(2), whose locks have
/// their owner's number in memory: Swift's own are of this kind, and whoever waits for one only lends the owner its
/// priority.
static const int always[] = {
    __NR_read, __NR_write, __NR_readv, __NR_writev, __NR_sendto, __NR_sendmsg, __NR_close, __NR_fstat, __NR_lseek,
    __NR_munmap, __NR_mremap, __NR_brk, __NR_madvise, __NR_futex, __NR_set_robust_list, __NR_rt_sigprocmask,
    __NR_rt_sigaction, __NR_rt_sigreturn, __NR_sigaltstack, __NR_exit, __NR_exit_group, __NR_getpid, __NR_gettid,
    __NR_getppid, __NR_sched_yield, __NR_nanosleep, __NR_gettimeofday, __NR_getrandom, __NR_getrusage,
    __NR_restart_syscall, __NR_ppoll, __NR_sysinfo, __NR_uname, __NR_getcpu, __NR_set_tid_address, __NR_membarrier,
    __NR_getuid, __NR_geteuid, __NR_getgid, __NR_getegid, __NR_times,
#ifdef __NR_poll
    __NR_poll,
#endif
#ifdef __NR_time
    __NR_time,
#endif
#ifdef __NR_arch_prctl
    __NR_arch_prctl,
#endif
#ifdef __NR_rseq
    __NR_rseq,
#endif
};

/// The calls that libraries try though nothing depends on them; these fail without a report.
static const int harmless[] = {
    __NR_ioctl, __NR_fcntl, __NR_readlinkat, __NR_faccessat, __NR_sched_setaffinity, __NR_setpriority, __NR_mlock,
    __NR_prctl, __NR_prlimit64, __NR_mbind, __NR_get_mempolicy, __NR_set_mempolicy, __NR_sched_setscheduler,
    __NR_get_robust_list,
#ifdef __NR_readlink
    __NR_readlink,
#endif
#ifdef __NR_access
    __NR_access,
#endif
#ifdef __NR_faccessat2
    __NR_faccessat2,
#endif
};

/// The further calls for loading libraries and preparing them; landlock decides which files they reach.
static const int loading[] = {
    __NR_openat, __NR_readlinkat, __NR_faccessat, __NR_newfstatat, __NR_statfs, __NR_fstatfs, __NR_getdents64,
    __NR_pread64, __NR_preadv, __NR_getcwd, __NR_capset, __NR_getresuid, __NR_getresgid, __NR_getgroups, __NR_recvmsg,
    __NR_wait4, __NR_mmap, __NR_mprotect, __NR_pipe2, __NR_eventfd2, __NR_dup, __NR_dup3, __NR_fadvise64, __NR_mlock,
    __NR_mincore, __NR_get_mempolicy, __NR_epoll_create1, __NR_epoll_ctl, __NR_epoll_pwait, __NR_timerfd_create,
    __NR_timerfd_settime,
#ifdef __NR_open
    __NR_open, __NR_stat, __NR_lstat, __NR_access, __NR_readlink, __NR_dup2, __NR_pipe, __NR_epoll_wait, __NR_getrlimit,
#endif
#ifdef __NR_statx
    __NR_statx,
#endif
#ifdef __NR_faccessat2
    __NR_faccessat2,
#endif
    444, 445, 446,  // landlock
};

/// The further call for taking jobs, which come as descriptors.
static const int serving[] = {__NR_recvmsg};

static void allow_all(struct filter *filter, const int *calls, size_t count) {
  for (size_t index = 0; index < count; index += 1) filter_allow(filter, calls[index]);
}

/// Threads as the C library starts them; its flags are all that is allowed, so that no thread gets namespaces.
static void allow_threads(struct filter *filter) {
  filter_allow_where(
      filter, __NR_clone, 0, UINT32_MAX,
      CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM | CLONE_SETTLS |
          CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID);
#ifdef __NR_clone3
  // Its flags lie in memory, which no filter sees; without it the C library takes the older call.
  filter_fail(filter, __NR_clone3, ENOSYS);
#endif
}

static void allow_forking(struct filter *filter) {
  filter_allow_where(
      filter, __NR_clone, 0, UINT32_MAX, CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID | SIGCHLD);
  filter_allow(filter, __NR_wait4);
}

static void allow_memory_without_code(struct filter *filter) {
  filter_allow_where(filter, __NR_mmap, 2, PROT_EXEC, 0);
  filter_allow_where(filter, __NR_mprotect, 2, PROT_EXEC, 0);
}

static void allow_job(struct filter *filter) {
  allow_memory_without_code(filter);
  filter_allow_where(filter, __NR_prctl, 0, UINT32_MAX, PR_SET_NAME);
  for (size_t index = 0; index < COUNT(harmless); index += 1) filter_fail(filter, harmless[index], EPERM);
}

int woof_filter_system_calls(woof_system_calls calls) {
  const int is_alone = calls == WOOF_CALLS_LOADING || calls == WOOF_CALLS_SERVING;
  const uint32_t process = is_alone ? (uint32_t)getpid() : 0;
  struct filter filter;
  filter_begin(&filter);
  allow_all(&filter, always, COUNT(always));
  allow_own_threads(&filter, process);
  allow_threads(&filter);
  switch (calls) {
    case WOOF_CALLS_LOADING_AND_FORKING:
      allow_forking(&filter);
      allow_all(&filter, loading, COUNT(loading));
      allow_own_loading(&filter, process);
      break;
    case WOOF_CALLS_LOADING:
      allow_all(&filter, loading, COUNT(loading));
      allow_own_loading(&filter, process);
      break;
    case WOOF_CALLS_FORKING:
      allow_forking(&filter);
      allow_all(&filter, serving, COUNT(serving));
      allow_stricter_filters(&filter);
      allow_death_with_parent(&filter);
      allow_own_limits(&filter);
      allow_job(&filter);
      break;
    case WOOF_CALLS_SERVING:
      allow_all(&filter, serving, COUNT(serving));
      allow_own_limits(&filter);
      allow_job(&filter);
      break;
    case WOOF_CALLS_JOB:
      allow_job(&filter);
      break;
  }
  const int tells = calls == WOOF_CALLS_JOB || calls == WOOF_CALLS_SERVING;
  filter_end(&filter, tells ? filter_trap : filter_error);
  return filter_install(&filter);
}
