// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE

#include "CLinux.h"

#include <dlfcn.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>

static int prepare(posix_spawn_file_actions_t *actions, int control, int keeps_errors) {
  int failure = posix_spawn_file_actions_adddup2(actions, control, 3);
  for (int descriptor = 0; descriptor < (keeps_errors ? 2 : 3); descriptor += 1) {
    failure |= posix_spawn_file_actions_addopen(actions, descriptor, "/dev/null", O_RDWR, 0);
  }
  return failure | posix_spawn_file_actions_addclosefrom_np(actions, 4);
}

int woof_start_apart(const char *path, int control, int keeps_errors, int wants_huge_pages, pid_t *process) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t all, none;
  sigfillset(&all);
  sigemptyset(&none);
  if (posix_spawn_file_actions_init(&actions) != 0) return ENOMEM;
  if (posix_spawnattr_init(&attributes) != 0) {
    posix_spawn_file_actions_destroy(&actions);
    return ENOMEM;
  }
  int failure = prepare(&actions, control, keeps_errors);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setsigmask(&attributes, &none);
  char *arguments[] = {(char *)path, NULL};
  char *huge_pages = wants_huge_pages ? "GLIBC_TUNABLES=glibc.malloc.hugetlb=1" : NULL;
  char *environment[] = {"SWIFT_BACKTRACE=enable=no", "TZ=UTC0", huge_pages, NULL};
  if (failure == 0) failure = posix_spawn(process, path, &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return failure;
}

int woof_open_process(pid_t process) {
  return (int)syscall(SYS_pidfd_open, process, 0);
}

int woof_signal_process(int process, int signal) {
  return (int)syscall(SYS_pidfd_send_signal, process, signal, NULL, 0);
}

int woof_reap_process(pid_t process, uint64_t *cpu_microseconds, uint64_t *resident_bytes) {
  struct rusage usage = {0};
  int status = 0;
  while (wait4(process, &status, 0, &usage) < 0 && errno == EINTR) continue;
  *cpu_microseconds = (uint64_t)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000 +
                      (uint64_t)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
  // A process begins with the figure of the one that started it, so only more than that is its own.
  struct rusage own = {0};
  getrusage(RUSAGE_SELF, &own);
  *resident_bytes = usage.ru_maxrss > own.ru_maxrss ? (uint64_t)usage.ru_maxrss * 1024 : 0;
  return status;
}

ssize_t woof_send_with_descriptors(int socket, const void *bytes, size_t count, const int *descriptors, int how_many) {
  enum { limit = 8 };
  if (how_many < 0 || how_many > limit) {
    errno = EINVAL;
    return -1;
  }
  union {
    char bytes[CMSG_SPACE(limit * sizeof(int))];
    struct cmsghdr alignment;
  } control = {{0}};
  struct iovec part = {(void *)bytes, count};
  struct msghdr message = {0};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (how_many > 0) {
    message.msg_control = control.bytes;
    message.msg_controllen = CMSG_SPACE((size_t)how_many * sizeof(int));
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN((size_t)how_many * sizeof(int));
    memcpy(CMSG_DATA(header), descriptors, (size_t)how_many * sizeof(int));
  }
  ssize_t sent;
  do {
    sent = sendmsg(socket, &message, MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  return sent;
}

int woof_make_fixed_memory(const char *name, int64_t byte_count) {
  const int memory = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (memory < 0) return -1;
  if (ftruncate(memory, byte_count) == 0 && fcntl(memory, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0) {
    return memory;
  }
  const int error = errno;
  close(memory);
  errno = error;
  return -1;
}

const char *woof_swift_runtime_path(void) {
  Dl_info information;
  void *symbol = dlsym(RTLD_DEFAULT, "swift_retain");
  if (symbol == NULL || dladdr(symbol, &information) == 0) return NULL;
  return information.dli_fname;
}
