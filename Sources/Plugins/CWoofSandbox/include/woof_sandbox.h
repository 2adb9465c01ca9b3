// SPDX-License-Identifier: Apache-2.0

#ifndef WOOF_SANDBOX_H
#define WOOF_SANDBOX_H

// The layers that take away from a worker what it does not need. Every function is called by a process with one thread,
// but for woof_filter_system_calls, and nothing here can be taken back. Functions give 0, or -1 with errno.

#include <stdint.h>

/// Dies with its parent, gains nothing by executing a file, adopts what its children leave behind.
int woof_tie_to_parent(void);
int woof_forbid_new_privileges(void);

/// Keeps debuggers of the same user and core dumps away.
int woof_forbid_inspection(void);

/// Leaves the system's network, mounts, host name and shared memory; as another user than root into a user namespace.
int woof_leave_namespaces(void);

/// The version of landlock that the system has, 0 where it has none.
int woof_landlock_version(void);

/// Leaves nothing of the file system but reading an open file, unless it is -1, and the paths, which are `count` bytes with
/// a zero byte after each one; a path that is not there is passed over. Network and signals go too where landlock knows
/// them.
int woof_leave_file_system(int file, const char *readable, uint32_t count);

/// Bounds memory, files, core dumps, and processes where they can be counted for this worker alone.
int woof_limit_resources(uint64_t memory_bytes, int counts_own_processes);

/// Bounds the processor time of this process from now on, in seconds; where it is final, not even the worker can raise
/// it again, and where it is not, there may be up to a second more.
int woof_limit_processor_time(uint32_t seconds, int is_final);

/// Makes a worker that is root nobody, who may still read what only root can: a plugin may be loaded from there. Gives
/// up every other capability.
int woof_give_up_privileges(int *became_another_user);

/// Gives up what is left after that.
int woof_give_up_reading(void);

/// Memory that can be written never becomes executable, and no new memory does (Linux 6.3).
int woof_forbid_writable_code(void);

/// The stages of a worker, by the system calls that each may still make.
typedef enum woof_system_calls {
  /// Loading a library and preparing it. Filters stack, so this holds what the later ones hold, too. In this stage and
  /// all others, what takes the number of a process or a thread takes the caller's own only.
  WOOF_CALLS_LOADING,
  /// The same, and forking.
  WOOF_CALLS_LOADING_AND_FORKING,
  /// Taking jobs, and forking a process for each.
  WOOF_CALLS_FORKING,
  /// Taking jobs and doing them.
  WOOF_CALLS_SERVING,
  /// Doing one job.
  WOOF_CALLS_JOB
} woof_system_calls;

/// Denies everything else, for all threads. While jobs are done, what is denied is also told to `woof_handle_denials`'
/// function; in the other stages it fails with EPERM alone.
int woof_filter_system_calls(woof_system_calls calls);

/// Does, from now on, what a thread may ask of itself, though no filter can tell it from others: its own scheduling,
/// and signals to itself, of which those that would end the process end it with the exit code 128 and their number. Has
/// to be there before the filters.
///
/// A denied call of a job is told besides, unless `report` is NULL: its name is static, and the path that it was about,
/// if any, is in the caller's memory. The function runs in a signal handler.
int woof_handle_denials(void (*report)(const char *name, const char *path));

#endif
