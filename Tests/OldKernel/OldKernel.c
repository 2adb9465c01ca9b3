// Runs woof-worker as on a kernel without landlock or seccomp: started by the name `without-landlock` or
// `without-seccomp`, it lets those calls fail as if there were none, and becomes the worker that lies beside it.

#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { landlock_first = 444, landlock_last = 446 };

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

int main(int count, char *arguments[]) {
  static const char name[] = "woof-worker";
  char path[4096];
  if (count < 1) return 2;
  const int is_landlock = strstr(arguments[0], "without-landlock") != NULL;
  const int failure = is_landlock ? withhold(landlock_first, landlock_last) : withhold(SYS_seccomp, SYS_seccomp);
  const ssize_t length = readlink("/proc/self/exe", path, sizeof(path) - sizeof(name));
  if (failure != 0 || length < 0) return 3;
  path[length] = 0;
  char *const last = strrchr(path, '/');
  if (last == NULL) return 3;
  memcpy(last + 1, name, sizeof(name));
  execv(path, arguments);
  return 4;
}
