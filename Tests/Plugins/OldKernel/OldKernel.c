// SPDX-License-Identifier: Apache-2.0

// Runs woof-worker in other surroundings, which the name that it is started by says: `without-landlock` and
// `without-seccomp` let those calls fail as if the kernel had none, `of-another-user` starts the worker from a process
// that is not root's, and has its user. It becomes the worker that lies beside it, or that worker's parent.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { landlock_first = 444, landlock_last = 446, other_user = 65533 };

/// Lets calls with numbers from `first` to `last` fail.
static int withhold(unsigned first, unsigned last) {
  struct sock_filter instructions[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, first, 0, 2),
      BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, last, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const struct sock_fprog program = {sizeof(instructions) / sizeof(*instructions), instructions};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
}

/// Becomes another user where it is root, and forks: the parent stays until the worker ends.
static int become_parent_of_another_user(void) {
  if (geteuid() == 0) {
    if (setgroups(0, NULL) != 0 || setresgid(other_user, other_user, other_user) != 0) return -1;
    if (setresuid(other_user, other_user, other_user) != 0) return -1;
    // As one that was never root's.
    if (prctl(PR_SET_DUMPABLE, 1) != 0) return -1;
  }
  const pid_t worker = fork();
  if (worker <= 0) return worker;
  close(3);
  int status = 0;
  while (waitpid(worker, &status, 0) < 0 && errno == EINTR) continue;
  _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}

int main(int count, char *arguments[]) {
  static const char name[] = "woof-worker";
  char path[4096];
  if (count < 1) return 2;
  const char *const surroundings = arguments[0];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof(path) - sizeof(name));
  if (length < 0) return 3;
  path[length] = 0;
  char *const last = strrchr(path, '/');
  if (last == NULL) return 3;
  memcpy(last + 1, name, sizeof(name));
  // Opened first, since the folder may be closed to another user.
  const int worker = open(path, O_RDONLY | O_CLOEXEC);
  int failure = worker < 0;
  if (strstr(surroundings, "without-landlock") != NULL) failure |= withhold(landlock_first, landlock_last);
  if (strstr(surroundings, "without-seccomp") != NULL) failure |= withhold(SYS_seccomp, SYS_seccomp);
  if (strstr(surroundings, "of-another-user") != NULL) failure |= become_parent_of_another_user();
  if (failure != 0) return 3;
  char *const no_environment[] = {NULL};
  fexecve(worker, arguments, environ == NULL ? no_environment : environ);
  return 4;
}
