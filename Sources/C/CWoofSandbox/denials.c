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

static void (*report_denial)(const char *name);

struct named_call {
  long number;
  const char *name;
};

/// What is worth a name; everything else is told as another system call.
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

/// The C library's allocator looks here whether it may shrink; it goes on without.
static int is_allocators_question(long number, const ucontext_t *context) {
  static const char path[] = "/proc/sys/vm/overcommit_memory";
  const char *asked = (const char *)second_argument(context);
  return number == __NR_openat && asked != NULL && strncmp(asked, path, sizeof(path)) == 0;
}

/// The C library asks for the state of an open file by way of a path, which is denied; this asks directly.
static int answered_state_of_file(long number, ucontext_t *context) {
  const char *path = (const char *)second_argument(context);
  if (number != __NR_newfstatat || path == NULL || path[0] != 0) return 0;
  const long result = syscall(__NR_fstat, first_argument(context), third_argument(context));
  set_result(context, result < 0 ? -errno : result);
  return 1;
}

static void handle(int signal, siginfo_t *information, void *state) {
  (void)signal;
  ucontext_t *context = state;
  const int error = errno;
  const long number = information->si_syscall;
  if (!answered_state_of_file(number, context)) {
    set_result(context, -EPERM);
    if (!is_allocators_question(number, context) && report_denial) report_denial(name_of(number));
  }
  errno = error;
}

int woof_report_denials(void (*report)(const char *name)) {
  report_denial = report;
  struct sigaction action = {0};
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  return sigaction(SIGSYS, &action, NULL);
}
