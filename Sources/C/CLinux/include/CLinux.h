// SPDX-License-Identifier: Apache-2.0

#ifndef CLINUX_H
#define CLINUX_H

// No feature macro is set here: another C module that is built without it would see other declarations of the same
// system types. What needs one is implemented in CLinux.c.

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

// What Swift cannot import from the C library: variadic functions, and calls hidden behind feature macros.

int woof_accept4(int descriptor, struct sockaddr *address, socklen_t *length, int flags);

/// The user whose process is at the other end of a Unix socket (SO_PEERCRED, unix(7)); -1 where that cannot be told.
int64_t woof_peer_user(int descriptor);

int woof_open(const char *path, int flags, mode_t mode);

int woof_openat(int directory, const char *path, int flags, mode_t mode);

/// Opens what stands under a name in a folder, a link itself and not where it leads, for nothing but to find out what it
/// is and what lies below it (O_PATH, openat(2)).
int woof_hold(int directory, const char *name);

/// Names a thread, for `top` and `gdb`; at most 15 bytes.
int woof_set_thread_name(pthread_t thread, const char *name);

/// The number of processors that the process may use; -1 where that cannot be told.
int woof_processor_count(void);

/// Keeps the memory of the process out of core dumps, and from other processes of the same user (PR_SET_DUMPABLE,
/// prctl(2)); a program that the process starts decides for itself. 0, or -1 where the system refuses.
int woof_forbid_core_dumps(void);

/// Begins to write a part of a file to the disk, and does not wait for it (sync_file_range(2)).
int woof_begin_writing_out(int descriptor, int64_t offset, int64_t count);

/// Waits until everything that was written to the file system of an open file is on the disk (syncfs(2)).
int woof_synchronize_file_system(int descriptor);

/// 1 where the first byte of a file is in the system's page cache, so that reading it does not wait for the disk; 0
/// otherwise.
int woof_is_in_memory(int descriptor);

/// From now on each of the signals writes its number, as one byte, into a pipe, on whichever thread it comes: what a
/// handler may do is not what Swift code does, so it is written here. To be called once.
///
/// Gives the descriptor to read from; -1 where there is none left.
int woof_report_signals(const int *signals, int count);

// Processes that are kept apart, and what is shared with them.

/// Starts a program in a process group of its own, with `control` as its descriptor 3 and no other but /dev/null as 0, 1
/// and 2; with `keeps_errors` it keeps standard error. Its environment says only that the Swift runtime is not to start a
/// program that describes crashes, that the time is that of Greenwich, and with `wants_huge_pages` that `malloc` asks for
/// them. Gives 0 or an error number.
int woof_start_apart(const char *path, int control, int keeps_errors, int wants_huge_pages, pid_t *process);

/// A descriptor that becomes readable when a process ends (pidfd_open(2)); -1 where there is none.
int woof_open_process(pid_t process);

/// Sends a signal to the process that such a descriptor stands for, and to no other that has its number now.
int woof_signal_process(int process, int signal);

/// Takes leave of a child, waiting for its end; gives its status as wait(2) does, and what it has used.
int woof_reap_process(pid_t process, uint64_t *cpu_microseconds, uint64_t *resident_bytes);

/// Sends one message with descriptors, at most eight.
ssize_t woof_send_with_descriptors(int socket, const void *bytes, size_t count, const int *descriptors, int how_many);

/// Memory as a file of a fixed size: it neither grows nor shrinks, whoever has it (memfd_create(2)).
int woof_make_fixed_memory(const char *name, int64_t byte_count);

/// The path of the library that a symbol of the Swift runtime comes from, NULL where it is part of the program.
const char *woof_swift_runtime_path(void);

// Swift has no thread-local storage of its own; this slot holds what owns the calling thread.

extern _Thread_local void *woof_thread_owner_slot;

static inline void *woof_thread_owner(void) {
  return woof_thread_owner_slot;
}

static inline void woof_set_thread_owner(void *owner) {
  woof_thread_owner_slot = owner;
}

#endif
