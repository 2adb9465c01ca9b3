// SPDX-License-Identifier: Apache-2.0

#ifndef CFAULTYVFS_H
#define CFAULTYVFS_H

/// The operations of SQLite on its files that can be made to fail.
enum faulty_vfs_operation { FAULTY_VFS_WRITE, FAULTY_VFS_SYNC };

/// A layer between SQLite and the system's files that fails on purpose.
struct faulty_vfs;

/// Registers a layer under a name, which must live as long as the layer; null where memory has run out.
struct faulty_vfs *faulty_vfs_register(const char *name);

/// Lets an operation fail with a result code of SQLite from the so-manieth time on, 0 being the next, until
/// `faulty_vfs_heal` is called.
void faulty_vfs_fail(struct faulty_vfs *layer, enum faulty_vfs_operation operation, int result, long after);

/// Lets everything succeed again.
void faulty_vfs_heal(struct faulty_vfs *layer);

/// Lets synchronizing succeed without doing anything, for data that nobody will miss after a power cut.
void faulty_vfs_skip_syncs(struct faulty_vfs *layer, int skips);

/// Takes a layer away that no database uses any longer.
void faulty_vfs_free(struct faulty_vfs *layer);

/// The number of times that an operation has been tried.
long faulty_vfs_count(struct faulty_vfs *layer, enum faulty_vfs_operation operation);

#endif
