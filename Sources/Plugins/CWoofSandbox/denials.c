// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "woof_sandbox.h"

static void (*report_denial)(const char *name, const char *path);

struct named_call {
  long number;
  const char *name;
};

/// The system calls that a report names; every other is reported as another system call.
static const struct named_call named_calls[] = {
    {__NR_openat, "openat"},
    {__NR_socket, "socket"},
    {__NR_socketpair, "socketpair"},
    {__NR_connect, "connect"},
    {__NR_bind, "bind"},
    {__NR_clone, "clone"},
    {__NR_execve, "execve"},
    {__NR_execveat, "execveat"},
    {__NR_mmap, "mmap of executable memory"},
    {__NR_mprotect, "mprotect to executable memory"},
    {__NR_kill, "kill"},
    {__NR_tgkill, "tgkill"},
    {__NR_tkill, "tkill"},
    {__NR_ptrace, "ptrace"},
    {__NR_process_vm_readv, "process_vm_readv"},
    {__NR_process_vm_writev, "process_vm_writev"},
    {__NR_memfd_create, "memfd_create"},
    {__NR_bpf, "bpf"},
    {__NR_unshare, "unshare"},
    {__NR_mount, "mount"},
    {__NR_unlinkat, "unlinkat"},
    {__NR_setrlimit, "setrlimit"},
    {__NR_newfstatat, "newfstatat"},
    {__NR_dup, "dup"},
    {__NR_recvmsg, "recvmsg"},
    {__NR_clock_gettime, "clock_gettime of another's time"},
#ifdef __NR_open
    {__NR_open, "open"},
    {__NR_creat, "creat"},
    {__NR_fork, "fork"},
    {__NR_vfork, "vfork"},
    {__NR_unlink, "unlink"},
    {__NR_stat, "stat"},
#endif
};

static const char *name_of(long number) {
  for (size_t index = 0; index < sizeof(named_calls) / sizeof(named_calls[0]); index += 1) {
    if (named_calls[index].number == number) return named_calls[index].name;
  }
  return "another system call";
}

#if defined(__x86_64__)
static long first_argument(const ucontext_t *context) { return context->uc_mcontext.gregs[REG_RDI]; }
static long second_argument(const ucontext_t *context) { return context->uc_mcontext.gregs[REG_RSI]; }
static long third_argument(const ucontext_t *context) { return context->uc_mcontext.gregs[REG_RDX]; }
static void set_result(ucontext_t *context, long result) { context->uc_mcontext.gregs[REG_RAX] = result; }
#else
static long first_argument(const ucontext_t *context) { return (long)context->uc_mcontext.regs[0]; }
static long second_argument(const ucontext_t *context) { return (long)context->uc_mcontext.regs[1]; }
static long third_argument(const ucontext_t *context) { return (long)context->uc_mcontext.regs[2]; }
static void set_result(ucontext_t *context, long result) { context->uc_mcontext.regs[0] = (unsigned long)result; }
#endif

static int is_in(long number, const long *numbers, size_t count) {
  for (size_t index = 0; index < count; index += 1) {
    if (numbers[index] == number) return 1;
  }
  return 0;
}

/// The path of a file that a call is about, or NULL.
static const char *path_of(long number, const ucontext_t *context) {
  static const long from_folder[] = {__NR_openat, __NR_newfstatat, __NR_unlinkat};
#ifdef __NR_open
  static const long alone[] = {__NR_open, __NR_creat, __NR_stat, __NR_unlink};
  if (is_in(number, alone, sizeof(alone) / sizeof(alone[0]))) return (const char *)first_argument(context);
#endif
  const int is_from_folder = is_in(number, from_folder, sizeof(from_folder) / sizeof(from_folder[0]));
  return is_from_folder ? (const char *)second_argument(context) : NULL;
}

/// The C library's allocator looks here whether it may shrink; it goes on without.
static int is_allocators_question(long number, const char *path) {
  return number == __NR_openat && path != NULL && strcmp(path, "/proc/sys/vm/overcommit_memory") == 0;
}

/// The C library asks for the state of an open file by way of a path, which is denied; this asks directly.
static int answered_state_of_file(long number, ucontext_t *context) {
  const char *path = (const char *)second_argument(context);
  if (number != __NR_newfstatat || path == NULL || path[0] != 0) return 0;
  const long result = syscall(__NR_fstat, first_argument(context), third_argument(context));
  set_result(context, result < 0 ? -errno : result);
  return 1;
}

/// The C library asks by the thread's number how it is scheduled; this asks by 0, which is allowed. Of another thread
/// it says that there is no such call: pthread_getattr_np(3) goes on then, and fails where it is denied.
static int answered_scheduling(long number, ucontext_t *context) {
  static const long calls[] = {__NR_sched_getaffinity, __NR_sched_getparam, __NR_sched_getscheduler};
  if (!is_in(number, calls, sizeof(calls) / sizeof(calls[0]))) return 0;
  if (first_argument(context) != gettid()) {
    set_result(context, -ENOSYS);
    return 1;
  }
  const long result = syscall(number, 0, second_argument(context), third_argument(context));
  set_result(context, result < 0 ? -errno : result);
  return 1;
}

static int is_ignored_by_default(int number) {
  return number == SIGCHLD || number == SIGCONT || number == SIGURG || number == SIGWINCH;
}

static int stops_by_default(int number) {
  return number == SIGSTOP || number == SIGTSTP || number == SIGTTIN || number == SIGTTOU;
}

/// Does what a signal would that a thread sends to itself, and gives whether that can be done. Where it would end the
/// process, the process exits with 128 and the signal's number, as shells say it.
static int took_own_signal(int number, siginfo_t *information, void *state) {
  struct sigaction action;
  if (number == 0) return 1;
  if (sigaction(number, NULL, &action) != 0) return 0;
  if (action.sa_handler == SIG_DFL && stops_by_default(number)) return 0;
  if (action.sa_handler == SIG_DFL && !is_ignored_by_default(number)) _exit(128 + number);
  if (action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN) return 1;
  if (action.sa_flags & SA_SIGINFO) {
    information->si_signo = number;
    information->si_code = SI_TKILL;
    action.sa_sigaction(number, information, state);
  } else {
    action.sa_handler(number);
  }
  return 1;
}

/// A worker that forks, and its jobs, may send no signals, since no filter can tell a process's own number from another's:
/// those that a thread sends to itself, as abort(3) does, are done here.
static int answered_own_signal(long number, siginfo_t information, ucontext_t *context) {
  const long first = first_argument(context);
  const int is_own =
      (number == __NR_tgkill && first == getpid() && second_argument(context) == gettid()) ||
      (number == __NR_tkill && first == gettid()) || (number == __NR_kill && first == getpid());
  if (!is_own) return 0;
  const int signal = (int)(number == __NR_tgkill ? third_argument(context) : second_argument(context));
  if (!took_own_signal(signal, &information, context)) return 0;
  set_result(context, 0);
  return 1;
}

static void handle(int signal, siginfo_t *information, void *state) {
  (void)signal;
  ucontext_t *context = state;
  const int error = errno;
  const long number = information->si_syscall;
  const char *path = path_of(number, context);
  if (!answered_state_of_file(number, context) && !answered_scheduling(number, context) &&
      !answered_own_signal(number, *information, context)) {
    set_result(context, -EPERM);
    if (!is_allocators_question(number, path) && report_denial) report_denial(name_of(number), path);
  }
  errno = error;
}

int woof_handle_denials(void (*report)(const char *name, const char *path)) {
  report_denial = report;
  struct sigaction action = {0};
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  return sigaction(SIGSYS, &action, NULL);
}
