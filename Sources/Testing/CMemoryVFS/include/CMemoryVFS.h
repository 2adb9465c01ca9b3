// SPDX-License-Identifier: Apache-2.0

#ifndef CMEMORYVFS_H
#define CMEMORYVFS_H

#include <stddef.h>
#include <stdint.h>

/// A disk of a simulated machine, wholly in memory. It tells what is safe from what a power cut may take.
///
/// What is on it is reached by paths that begin with its mount: `/7/data/woof.db` is on the disk that is mounted as 7. A
/// crash ends the mount, so that whoever still works on it from before fails. One thread at a time uses a disk.
struct memory_disk;

/// The operations that are counted, and can be made to fail. What changes the entries of a folder counts as a write.
enum memory_disk_operation { MEMORY_DISK_WRITE, MEMORY_DISK_SYNC, MEMORY_DISK_ANY };

/// What happens at an operation.
enum memory_disk_fault {
  /// It fails, and the next ones succeed.
  MEMORY_DISK_ERROR,
  /// The power goes: it and everything after it fails, until `memory_disk_crash` is called.
  MEMORY_DISK_POWER_CUT,
};

/// Makes an empty disk that is not mounted; null where memory has run out.
struct memory_disk *memory_disk_make(void);

/// Makes a disk with the same content, all of it safe. Bytes are shared until they are written to, so that a disk which
/// is never mounted serves as an image from which many begin.
struct memory_disk *memory_disk_clone(const struct memory_disk *disk);

/// Gives a disk up. It goes when the last file that is open on it has been closed.
void memory_disk_free(struct memory_disk *disk);

/// Mounts a disk under a number that no mount had before, in place of the mount that it has.
long memory_disk_mount(struct memory_disk *disk);

/// Cuts the power, and lets each write, truncation and change of an entry that was not synchronized happen whole, by half
/// or not at all, as the seed decides. The disk is not mounted afterwards.
void memory_disk_crash(struct memory_disk *disk, uint64_t seed);

/// The largest number of bytes of all files; negative, the default, for no limit.
void memory_disk_limit(struct memory_disk *disk, int64_t byte_count);

/// The number of bytes of all files.
int64_t memory_disk_size(const struct memory_disk *disk);

/// Lets a fault happen at the so-manieth operation of a kind from now on, 0 being the next. There is one at a time.
void memory_disk_fail(struct memory_disk *disk, enum memory_disk_operation kind, enum memory_disk_fault fault,
                      long after);

/// Takes back a fault that has not happened.
void memory_disk_heal(struct memory_disk *disk);

/// Calls a function when the power goes.
void memory_disk_watch(struct memory_disk *disk, void (*power_went)(void *context), void *context);

/// Whether the power has gone and `memory_disk_crash` has not been called yet.
int memory_disk_is_dark(const struct memory_disk *disk);

/// The number of times that operations of a kind have been tried.
long memory_disk_count(const struct memory_disk *disk, enum memory_disk_operation kind);

/// A file that is open.
struct memory_file;

/// The ways to open a file.
enum memory_file_opening { MEMORY_FILE_EXISTING, MEMORY_FILE_NEW, MEMORY_FILE_ANY };

// Calls that give an `int` give 0 or a number of the system, such as ENOENT and, where the mount is over, EIO.

/// Opens a file.
int memory_file_open(const char *path, enum memory_file_opening opening, struct memory_file **file);
/// Closes a file.
void memory_file_close(struct memory_file *file);
/// The length of a file.
int memory_file_size(struct memory_file *file, int64_t *size);
/// Reads bytes, and gives how many there were.
int memory_file_read(struct memory_file *file, void *bytes, size_t count, int64_t offset, size_t *read);
/// Writes bytes anywhere.
int memory_file_write(struct memory_file *file, const void *bytes, size_t count, int64_t offset);
/// Writes bytes at the end. Of bytes that are appended a crash leaves the first ones, without a gap.
int memory_file_append(struct memory_file *file, const void *bytes, size_t count);
/// Changes the length; what comes to it is zero.
int memory_file_resize(struct memory_file *file, int64_t size);
/// Makes the content safe.
int memory_file_sync(struct memory_file *file);
/// A descriptor of the system by which the content can be read, as it is and will become; -1 where the process has none
/// left. It is closed with the file.
int memory_file_descriptor(struct memory_file *file);

/// The length of what is at a path, 0 for a folder.
int memory_path_size(const char *path, int64_t *size);
/// Renames a file, or a folder with all that is in it.
int memory_path_rename(const char *path, const char *new_path);
/// Gives a file one more name.
int memory_path_link(const char *path, const char *new_path);
/// Removes a file.
int memory_path_remove(const char *path);
/// Makes a folder.
int memory_path_make_folder(const char *path);
/// Removes an empty folder.
int memory_path_remove_folder(const char *path);
/// Makes the entries of a folder safe.
int memory_path_sync_folder(const char *path);
/// Makes everything on the disk safe.
int memory_path_sync_all(const char *path);
/// Calls a function with each name in a folder, in an order that depends on nothing but what was done to the disk.
int memory_path_list(const char *path, void (*found)(void *context, const char *name), void *context);

/// Registers the layer of SQLite that uses these disks, once, under the name `memory`.
///
/// - Parameter is_default: Whether SQLite also takes its randomness from here, as it does from its default layer alone. The
///   process has one thread then, and SQLite no locks.
int memory_vfs_register(int is_default);

/// Begins the random numbers that SQLite is given anew.
void memory_vfs_seed(uint64_t seed);

/// Sets the time that SQLite is told, in milliseconds since 1970. Sleeping passes at once.
void memory_vfs_set_time(int64_t milliseconds);

#endif
