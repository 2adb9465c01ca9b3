// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "woof_sandbox.h"

// Declared here, because headers are often older than the kernel (landlock(7), include/uapi/linux/landlock.h).

#ifndef __NR_landlock_create_ruleset
#define __NR_landlock_create_ruleset 444
#define __NR_landlock_add_rule 445
#define __NR_landlock_restrict_self 446
#endif

struct ruleset_attributes {
  uint64_t handled_file_access;
  uint64_t handled_network_access;
  uint64_t scoped;
};

struct path_attributes {
  uint64_t allowed_access;
  int32_t parent;
} __attribute__((packed));

enum { create_ruleset_version = 1, rule_path_beneath = 1 };

static const uint64_t read_file = 1 << 2;
static const uint64_t read_folder = 1 << 3;

/// All file accesses that a version knows, from execute (bit 0) on.
static uint64_t file_accesses(int version) {
  if (version >= 5) return (1 << 16) - 1;  // with ioctl on devices
  if (version >= 3) return (1 << 15) - 1;  // with truncate
  if (version == 2) return (1 << 14) - 1;  // with links across folders
  return (1 << 13) - 1;
}

int woof_landlock_version(void) {
  const long version = syscall(__NR_landlock_create_ruleset, NULL, 0, create_ruleset_version);
  return version < 0 ? 0 : (int)version;
}

static int allow_reading_open(int ruleset, int parent) {
  struct stat status;
  uint64_t access = read_file;
  if (fstat(parent, &status) == 0 && S_ISDIR(status.st_mode)) access |= read_folder;
  const struct path_attributes attributes = {access, parent};
  return (int)syscall(__NR_landlock_add_rule, ruleset, rule_path_beneath, &attributes, 0);
}

static int allow_reading(int ruleset, const char *path) {
  const int parent = open(path, O_PATH | O_CLOEXEC);
  if (parent < 0) return errno == ENOENT || errno == EACCES ? 0 : -1;
  const int result = allow_reading_open(ruleset, parent);
  close(parent);
  return result;
}

int woof_leave_file_system(int file, const char *readable, uint32_t count) {
  const int version = woof_landlock_version();
  if (version < 1) {
    errno = ENOSYS;
    return -1;
  }
  struct ruleset_attributes attributes = {file_accesses(version), 0, 0};
  size_t size = sizeof(uint64_t);
  if (version >= 4) {
    attributes.handled_network_access = 3;  // binding and connecting TCP
    size += sizeof(uint64_t);
  }
  if (version >= 6) {
    attributes.scoped = 3;  // abstract Unix sockets and signals
    size += sizeof(uint64_t);
  }
  const int ruleset = (int)syscall(__NR_landlock_create_ruleset, &attributes, size, 0);
  if (ruleset < 0) return -1;
  int failure = file < 0 ? 0 : allow_reading_open(ruleset, file);
  for (uint32_t index = 0; index < count && failure == 0; index += (uint32_t)strlen(readable + index) + 1) {
    failure = allow_reading(ruleset, readable + index);
  }
  if (failure == 0) failure = (int)syscall(__NR_landlock_restrict_self, ruleset, 0);
  close(ruleset);
  return failure;
}
