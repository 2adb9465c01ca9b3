// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "filter.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "there is no list of system calls for this architecture"
#endif

static void append(struct filter *filter, struct sock_filter instruction) {
  if (filter->count >= sizeof(filter->instructions) / sizeof(filter->instructions[0])) {
    filter->overflows = 1;
    return;
  }
  filter->instructions[filter->count++] = instruction;
}

static void load(struct filter *filter, size_t offset) {
  append(filter, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset));
}

static void give(struct filter *filter, uint32_t value) {
  append(filter, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, value));
}

/// Goes on with the next instruction where they are equal, and else passes over so many.
static void unless_equal_skip(struct filter *filter, uint32_t value, uint8_t skipped) {
  append(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, skipped));
}

void filter_begin(struct filter *filter) {
  *filter = (struct filter){.count = 0};
  load(filter, offsetof(struct seccomp_data, arch));
  append(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0));
  give(filter, SECCOMP_RET_KILL_PROCESS);
  load(filter, offsetof(struct seccomp_data, nr));
#if defined(__x86_64__)
  // The calls of the x32 interface have this bit.
  append(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1));
  give(filter, SECCOMP_RET_KILL_PROCESS);
#endif
}

void filter_allow(struct filter *filter, int call) {
  unless_equal_skip(filter, (uint32_t)call, 1);
  give(filter, SECCOMP_RET_ALLOW);
}

void filter_allow_where_all(
    struct filter *filter, int call, const struct filter_condition *conditions, unsigned char count) {
  enum { condition_length = 3, end_length = 2 };
  if (count > 8) {
    filter->overflows = 1;
    return;
  }
  unless_equal_skip(filter, (uint32_t)call, (uint8_t)(count * condition_length + end_length));
  for (unsigned char index = 0; index < count; index += 1) {
    // Both architectures keep the lower half of an argument first.
    load(filter, offsetof(struct seccomp_data, args) + sizeof(uint64_t) * (size_t)conditions[index].argument);
    append(filter, (struct sock_filter)BPF_STMT(BPF_ALU | BPF_AND | BPF_K, conditions[index].mask));
    unless_equal_skip(filter, conditions[index].value, (uint8_t)((count - 1 - index) * condition_length + 1));
  }
  give(filter, SECCOMP_RET_ALLOW);
  load(filter, offsetof(struct seccomp_data, nr));
}

void filter_allow_where(struct filter *filter, int call, int argument, uint32_t mask, uint32_t value) {
  const struct filter_condition condition = {argument, mask, value};
  filter_allow_where_all(filter, call, &condition, 1);
}

void filter_allow_values(struct filter *filter, int call, int argument, const uint32_t *values, size_t count) {
  for (size_t index = 0; index < count; index += 1) {
    filter_allow_where(filter, call, argument, UINT32_MAX, values[index]);
  }
}

void filter_fail(struct filter *filter, int call, int error) {
  unless_equal_skip(filter, (uint32_t)call, 1);
  give(filter, SECCOMP_RET_ERRNO | (uint32_t)error);
}

void filter_hand_over(struct filter *filter, int call) {
  unless_equal_skip(filter, (uint32_t)call, 1);
  give(filter, SECCOMP_RET_TRAP);
}

void filter_end(struct filter *filter, enum filter_denial denial) {
  give(filter, denial == filter_trap ? SECCOMP_RET_TRAP : SECCOMP_RET_ERRNO | EPERM);
}

int filter_install(const struct filter *filter) {
  if (filter->overflows) {
    errno = E2BIG;
    return -1;
  }
  const struct sock_fprog program = {filter->count, (struct sock_filter *)filter->instructions};
  // A thread that cannot take it is named by a positive result.
  const long result = syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
  return result == 0 ? 0 : -1;
}
