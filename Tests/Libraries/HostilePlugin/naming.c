// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <asm/sockios.h>
#include <linux/capability.h>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "behaviours.h"

// Names other processes wherever a system call takes the number of one, in every stage of a worker's life. Nothing here
// does harm where it goes through: signals are ones that everybody ignores, the limit that is changed is one that nobody
// meets, and arguments that are not about the other process make no sense.

enum {
  control = 3,  // the socket that a worker is started with
  core_scheduling = 62,
  process_madvise = 440,
  process_mrelease = 448,
  pidfd_get_descriptor = 438,
};

/// A call, and what it is called with.
struct attempt {
  const char *name;
  long number;
  long arguments[5];
};

/// What each stage got.
enum stage { constructor_stage, create_stage, before_fork_stage, forked_stage, job_stage, stage_count };

static const char *const stage_names[stage_count] = {"constructor", "create", "before a fork", "forked", "job"};
static char got[stage_count][400];

/// The process that started the worker.
static pid_t service;

static void add(enum stage stage, const char *name, int error) {
  char *text = got[stage];
  const size_t count = strlen(text);
  snprintf(text + count, sizeof(got[stage]) - count, " %s (%s)", name, error == 0 ? "went through" : strerror(error));
}

/// What is not denied goes through, or fails for what is wrong with its arguments.
static void try_all(enum stage stage, const struct attempt *attempts, size_t count) {
  for (size_t index = 0; index < count; index += 1) {
    const long *with = attempts[index].arguments;
    errno = 0;
    const long result = syscall(attempts[index].number, with[0], with[1], with[2], with[3], with[4]);
    if (result >= 0) add(stage, attempts[index].name, 0);
    else if (errno != EPERM && errno != ENOSYS) add(stage, attempts[index].name, errno);
  }
}

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

static void limit_or_signal(enum stage stage, long other) {
  struct rlimit64 limits, mark = {HOSTILE_MARK, RLIM64_INFINITY};
  siginfo_t information = {.si_signo = SIGURG, .si_code = SI_QUEUE};
  struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGURG};
  event._sigev_un._tid = (int)other;
  timer_t timer;
  const struct attempt attempts[] = {
      {"prlimit64 to read", __NR_prlimit64, {other, RLIMIT_RTTIME, 0, (long)&limits}},
      {"prlimit64 to change", __NR_prlimit64, {other, RLIMIT_RTTIME, (long)&mark}},
      {"kill", __NR_kill, {other, SIGURG}},
      {"kill of all", __NR_kill, {-1, 0}},
      {"kill of the group", __NR_kill, {0, 0}},
      {"tkill", __NR_tkill, {other, SIGURG}},
      {"tgkill", __NR_tgkill, {other, other, SIGURG}},
      {"tgkill of nothing", __NR_tgkill, {other, other, 0}},
      {"rt_sigqueueinfo", __NR_rt_sigqueueinfo, {other, SIGURG, (long)&information}},
      {"rt_tgsigqueueinfo", __NR_rt_tgsigqueueinfo, {other, other, SIGURG, (long)&information}},
      {"timer_create", __NR_timer_create, {CLOCK_MONOTONIC, (long)&event, (long)&timer}},
      {"pidfd_open", __NR_pidfd_open, {other}},
      {"pidfd_send_signal", __NR_pidfd_send_signal, {-1, SIGURG}},
      {"pidfd_getfd", pidfd_get_descriptor, {-1, control}},
      {"setpgid", __NR_setpgid, {other, other}},
      {"getpgid", __NR_getpgid, {other}},
      {"getsid", __NR_getsid, {other}},
      {"setsid", __NR_setsid, {0}},
      {"setresuid", __NR_setresuid, {-1, -1, 65533}},
  };
  try_all(stage, attempts, COUNT(attempts));
}

static void own_descriptor(enum stage stage, long other) {
  const struct f_owner_ex owner = {F_OWNER_PID, (pid_t)other};
  const int number = (int)other, on = 1, off = 0;
  const struct attempt attempts[] = {
      {"fcntl F_SETSIG", __NR_fcntl, {control, F_SETSIG, SIGURG}},
      {"fcntl F_SETOWN", __NR_fcntl, {control, F_SETOWN, other}},
      {"fcntl F_SETOWN_EX", __NR_fcntl, {control, F_SETOWN_EX, (long)&owner}},
      {"fcntl F_GETOWN", __NR_fcntl, {control, F_GETOWN}},
      {"fcntl O_ASYNC", __NR_fcntl, {control, F_SETFL, O_ASYNC}},
      {"fcntl F_SETLEASE", __NR_fcntl, {control, F_SETLEASE, F_RDLCK}},
      {"fcntl F_NOTIFY", __NR_fcntl, {control, F_NOTIFY, DN_ACCESS}},
      {"fcntl F_SETLK", __NR_fcntl, {control, F_SETLK, 0}},
      {"ioctl FIOSETOWN", __NR_ioctl, {control, FIOSETOWN, (long)&number}},
      {"ioctl SIOCSPGRP", __NR_ioctl, {control, SIOCSPGRP, (long)&number}},
      {"ioctl TIOCSPGRP", __NR_ioctl, {0, TIOCSPGRP, (long)&number}},
      {"ioctl FIOASYNC", __NR_ioctl, {control, FIOASYNC, (long)&on}},
      {"ioctl TIOCSTI", __NR_ioctl, {0, TIOCSTI, (long)"x"}},
  };
  try_all(stage, attempts, COUNT(attempts));
  syscall(__NR_ioctl, control, FIOASYNC, &off);
  syscall(__NR_fcntl, control, F_SETOWN, 0);
  syscall(__NR_fcntl, control, F_SETSIG, 0);
}

static void schedule(enum stage stage, long other) {
  const struct sched_param parameters = {0};
  struct sched_param read;
  unsigned long processors[16];
  memset(processors, 0xFF, sizeof(processors));
  void *list;
  size_t length;
  struct timespec time = {0};
  const long processor_clock = (~other << 3) | 2;
  const struct attempt attempts[] = {
      {"sched_setaffinity", __NR_sched_setaffinity, {other, sizeof(processors), (long)processors}},
      {"sched_getaffinity", __NR_sched_getaffinity, {other, sizeof(processors), (long)processors}},
      {"sched_setscheduler", __NR_sched_setscheduler, {other, SCHED_OTHER, (long)&parameters}},
      {"sched_getscheduler", __NR_sched_getscheduler, {other}},
      {"sched_setparam", __NR_sched_setparam, {other, (long)&parameters}},
      {"sched_getparam", __NR_sched_getparam, {other, (long)&read}},
      {"sched_setattr", __NR_sched_setattr, {other, 0, 0}},
      {"sched_getattr", __NR_sched_getattr, {other, 0, 0, 0}},
      {"sched_rr_get_interval", __NR_sched_rr_get_interval, {other, (long)&time}},
      {"setpriority", __NR_setpriority, {99, other, 0}},
      {"getpriority", __NR_getpriority, {PRIO_PROCESS, other}},
      {"ioprio_set", __NR_ioprio_set, {99, other, 0}},
      {"ioprio_get", __NR_ioprio_get, {1, other}},
      {"clock_gettime of its time", __NR_clock_gettime, {processor_clock, (long)&time}},
      {"clock_getres of its time", __NR_clock_getres, {processor_clock, (long)&time}},
      {"get_robust_list", __NR_get_robust_list, {other, (long)&list, (long)&length}},
  };
  try_all(stage, attempts, COUNT(attempts));
}

static void look_into(enum stage stage, long other) {
  struct __user_cap_header_struct head = {_LINUX_CAPABILITY_VERSION_3, (int)other};
  struct __user_cap_data_struct sets[_LINUX_CAPABILITY_U32S_3] = {{0}};
  unsigned long cookie = 0;
  const long threads = CLONE_VM | CLONE_SIGHAND | CLONE_THREAD;
  const struct attempt attempts[] = {
      {"ptrace", __NR_ptrace, {PTRACE_GETSIGINFO, other}},
      {"process_vm_readv", __NR_process_vm_readv, {other}},
      {"process_vm_writev", __NR_process_vm_writev, {other}},
      {"process_madvise", process_madvise, {-1}},
      {"process_mrelease", process_mrelease, {-1}},
      {"kcmp", __NR_kcmp, {other, other, 99}},
      {"perf_event_open", __NR_perf_event_open, {0, other, -1, -1}},
      {"move_pages", __NR_move_pages, {other}},
      {"migrate_pages", __NR_migrate_pages, {other}},
      {"capget", __NR_capget, {(long)&head, (long)sets}},
      {"waitid", __NR_waitid, {1, other}},
      {"keyctl", __NR_keyctl, {99}},
      {"setns", __NR_setns, {-1}},
      {"unshare", __NR_unshare, {0}},
      {"clone with namespaces", __NR_clone, {threads | CLONE_NEWUSER}},
      {"clone for the parent", __NR_clone, {CLONE_PARENT | CLONE_NEWUSER | CLONE_FS}},
      {"clone3", __NR_clone3, {0}},
      {"seccomp that asks somebody", __NR_seccomp, {SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER}},
      {"prctl PR_SET_PTRACER", __NR_prctl, {PR_SET_PTRACER, other}},
      {"prctl PR_SCHED_CORE", __NR_prctl, {core_scheduling, 0, other, 0, (long)&cookie}},
      {"prctl PR_SET_DUMPABLE", __NR_prctl, {PR_SET_DUMPABLE, 1}},
      {"prctl PR_SET_PDEATHSIG", __NR_prctl, {PR_SET_PDEATHSIG, 0}},
      {"prctl PR_SET_CHILD_SUBREAPER", __NR_prctl, {PR_SET_CHILD_SUBREAPER, 1}},
  };
  try_all(stage, attempts, COUNT(attempts));
  syscall(__NR_prctl, PR_SET_DUMPABLE, 0);
  syscall(__NR_prctl, PR_SET_PDEATHSIG, SIGKILL);
}

static void name(enum stage stage, pid_t other) {
  limit_or_signal(stage, other);
  own_descriptor(stage, other);
  schedule(stage, other);
  look_into(stage, other);
}

__attribute__((constructor)) static void be_constructed(void) {
  service = getppid();
  name(constructor_stage, service);
}

/// Runs in the worker that takes jobs.
static void before_fork(void) { name(before_fork_stage, service); }

/// Runs in the process of a job before that is confined.
static void after_fork(void) {
  name(forked_stage, service);
  name(forked_stage, getppid());
}

void name_others_while_created(const woof_plugin_host *host) {
  char line[64];
  const int count = snprintf(line, sizeof(line), "the service is %d", (int)service);
  host->log(host->context, (woof_plugin_span){(const uint8_t *)line, (size_t)count});
  name(create_stage, service);
  pthread_atfork(before_fork, NULL, after_fork);
}

static int name_others(const woof_plugin_job *job, const woof_plugin_host *host) {
  (void)job;
  char text[stage_count * sizeof(got[0])] = "";
  name(job_stage, service);
  if (getppid() != service) name(job_stage, getppid());
  for (int stage = 0; stage < stage_count; stage += 1) {
    if (got[stage][0] == 0) continue;
    snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s:%s; ", stage_names[stage], got[stage]);
  }
  return text[0] == 0 ? WOOF_PLUGIN_ACCEPTED : refuse(host, text);
}

static volatile sig_atomic_t taken;

static void take(int number) { taken = number; }

static void *get_attributes(void *argument) {
  pthread_attr_t attributes;
  return pthread_getattr_np(pthread_self(), &attributes) == 0 ? argument : NULL;
}

/// What a process asks of itself goes through.
static int name_itself(const woof_plugin_job *job, const woof_plugin_host *host) {
  (void)job;
  struct timespec time;
  cpu_set_t processors;
  int here = 0;
  uint32_t lock = 0;
  void *result = NULL;
  pthread_t thread;
  signal(SIGUSR1, take);
  if (raise(SIGUSR1) != 0 || taken != SIGUSR1) return refuse(host, "it could not signal itself");
  if (pthread_kill(pthread_self(), 0) != 0) return refuse(host, "its thread is not there");
  if (raise(SIGCHLD) != 0) return refuse(host, "it could not send itself what is ignored");
  if (pthread_create(&thread, NULL, get_attributes, &here) != 0) return refuse(host, "it has no threads");
  if (pthread_join(thread, &result) != 0 || result == NULL) return refuse(host, "a thread has no stack");
  if (sched_getaffinity(0, sizeof(processors), &processors) != 0) return refuse(host, "it has no processors");
  if (sched_getscheduler(gettid()) < 0) return refuse(host, "it is not scheduled");
  // As Swift's Mutex does where another thread has it.
  if (syscall(__NR_futex, &lock, FUTEX_LOCK_PI_PRIVATE, 0, NULL) != 0) return refuse(host, "it could not lock");
  if (syscall(__NR_futex, &lock, FUTEX_UNLOCK_PI_PRIVATE) != 0) return refuse(host, "it could not unlock");
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) != 0) return refuse(host, "it takes no time");
  return WOOF_PLUGIN_ACCEPTED;
}

const struct named_behaviour naming[] = {
    {"name-others", name_others},
    {"name-itself", name_itself},
    {NULL, NULL},
};
