// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "behaviours.h"

int refuse(const woof_plugin_host *host, const char *reason) {
  host->refuse(host->context, (woof_plugin_span){(const uint8_t *)reason, strlen(reason)}, -1);
  return WOOF_PLUGIN_REFUSED;
}

int accept_if_denied(const woof_plugin_host *host, long result, const char *what) {
  return result < 0 ? WOOF_PLUGIN_ACCEPTED : refuse(host, what);
}

static int fork_process(const woof_plugin_job *job, const woof_plugin_host *host) {
  (void)job;
  for (int count = 0; count < 100; count += 1) {
    const pid_t child = fork();
    if (child == 0) _exit(0);
    if (child > 0) return refuse(host, "it could fork");
  }
  return WOOF_PLUGIN_ACCEPTED;
}

static int open_file(const woof_plugin_job *job, const woof_plugin_host *host) {
  (void)job;
  return accept_if_denied(host, open("/etc/passwd", O_RDONLY), "it could open a file");
}

static int open_own_memory(const woof_plugin_job *job, const woof_plugin_host *host) {
  (void)job;
  return accept_if_denied(host, open("/proc/self/mem", O_RDWR), "it could open its own memory");
}

static int create_file(const woof_plugin_job *job, const woof_plugin_host *host) {
  (void)job;
  return accept_if_denied(host, open("/tmp/woof-hostile", O_WRONLY | O_CREAT, 0600), "it could create a file");
}

static int look_at_file(const woof_plugin_job *job, const woof_plugin_host *host) {
  (void)job;
  struct stat status;
  return accept_if_denied(host, stat("/etc/passwd", &status), "it could look at a file");
}

static int open_socket(const woof_plugin_job *job, const woof_plugin_host *host) {
  (void)job;
  const int internet = socket(AF_INET, SOCK_STREAM, 0);
  const int local = socket(AF_UNIX, SOCK_STREAM, 0);
  return accept_if_denied(host, internet > local ? internet : local, "it could open a socket");
}

static int execute(const woof_plugin_job *job, const woof_plugin_host *host) {
  (void)job;
  char *arguments[] = {"true", NULL};
  return accept_if_denied(host, execv("/bin/true", arguments), "it could execute a program");
}

static int map_executable(const woof_plugin_job *job, const woof_plugin_host *host) {
  (void)job;
  void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory != MAP_FAILED) return refuse(host, "it could map executable memory");
  memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return accept_if_denied(host, mprotect(memory, 4096, PROT_READ | PROT_EXEC), "it could make memory executable");
}

static int signal_others(const woof_plugin_job *job, const woof_plugin_host *host) {
  (void)job;
  return accept_if_denied(host, kill(getppid(), SIGTERM), "it could send a signal to its worker");
}

static int bound_others(const woof_plugin_job *job, const woof_plugin_host *host) {
  (void)job;
  struct rlimit bounds;
  return accept_if_denied(
      host, prlimit(getppid(), RLIMIT_NOFILE, NULL, &bounds), "it could reach the bounds of another process");
}

static int trace_others(const woof_plugin_job *job, const woof_plugin_host *host) {
  (void)job;
  return accept_if_denied(host, ptrace(PTRACE_ATTACH, getppid(), NULL, NULL), "it could trace its worker");
}

static int use_many(const woof_plugin_job *job, const woof_plugin_host *host) {
  (void)job;
  const long calls[] = {__NR_memfd_create, __NR_bpf, __NR_unshare, __NR_io_uring_setup, __NR_userfaultfd, __NR_keyctl,
                        __NR_perf_event_open, __NR_mount, __NR_setns, __NR_pidfd_open, __NR_inotify_init1,
                        __NR_shmget, __NR_process_vm_readv, __NR_dup, __NR_recvmsg, __NR_chdir, __NR_chroot};
  for (size_t index = 0; index < sizeof(calls) / sizeof(calls[0]); index += 1) {
    if (syscall(calls[index], 0, 0, 0, 0, 0) >= 0 || errno != EPERM) return refuse(host, "a call was not denied");
  }
  return WOOF_PLUGIN_ACCEPTED;
}

static void *do_nothing(void *argument) { return argument; }

static int use_thread(const woof_plugin_job *job, const woof_plugin_host *host) {
  (void)job;
  pthread_t thread;
  if (pthread_create(&thread, NULL, do_nothing, NULL) != 0) return refuse(host, "it could not start a thread");
  pthread_join(thread, NULL);
  return WOOF_PLUGIN_ACCEPTED;
}

static int write_input(const woof_plugin_job *job, const woof_plugin_host *host) {
  for (int descriptor = 3; descriptor < 32; descriptor += 1) {
    if (pwrite(descriptor, "x", 1, 0) >= 0) return refuse(host, "it could write to a file");
  }
  if (mprotect((void *)((uintptr_t)job->input.bytes & ~4095UL), 4096, PROT_READ | PROT_WRITE) == 0) {
    // It is a copy of its own.
    *(volatile uint8_t *)job->input.bytes = 0;
  }
  return WOOF_PLUGIN_ACCEPTED;
}

const struct named_behaviour reaching[] = {
    {"fork", fork_process},
    {"open", open_file},
    {"open-memory", open_own_memory},
    {"create-file", create_file},
    {"stat", look_at_file},
    {"socket", open_socket},
    {"exec", execute},
    {"map-executable", map_executable},
    {"signal", signal_others},
    {"trace", trace_others},
    {"bounds", bound_others},
    {"many-calls", use_many},
    {"thread", use_thread},
    {"write-input", write_input},
    {NULL, NULL},
};
