// SPDX-License-Identifier: Apache-2.0

internal import CMemoryVFS
internal import Glibc
internal import Synchronization
package import WoofStorage

/// The files of a ``MemoryDisk``, as the stores use them.
///
/// Files can be read by their descriptors as those of the system can. A power cut may take what was written to a file and
/// not synchronized, from some byte on, and changes of the entries of a folder that was not synchronized.
package final class MemoryFileSystem: FileSystem {
  private struct OpenFile: @unchecked Sendable {  // used by the thread that uses the disk
    let file: OpaquePointer
  }

  private let open = Mutex<[Int32: OpenFile]>([:])

  /// Makes it; paths say which disk they mean.
  package init() {}

  /// `true`: no other process has these files.
  package var isPrivate: Bool { true }

  package func createFile(at path: String) throws(FileSystemError) -> Int32 {
    var file: OpaquePointer?
    try check("create", path, memory_file_open(path, MEMORY_FILE_NEW, &file))
    return try descriptor(of: file, "create", path)
  }

  package func openFile(at path: String) throws(FileSystemError) -> Int32? {
    var file: OpaquePointer?
    guard try exists("open", path, memory_file_open(path, MEMORY_FILE_EXISTING, &file)) else { return nil }
    return try descriptor(of: file, "open", path)
  }

  package func openFileForAppending(at path: String) throws(FileSystemError) -> Int32? { try openFile(at: path) }

  package func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(FileSystemError) -> Int {
    let file = try file(descriptor, "write")
    try check("write", nil, memory_file_append(file, bytes.baseAddress, bytes.count))
    return bytes.count
  }

  package func allocate(_ descriptor: Int32, byteCount: Int64) throws(FileSystemError) {
    let file = try file(descriptor, "fallocate")
    guard try self.byteCount(of: descriptor) < byteCount else { return }
    try check("fallocate", nil, memory_file_resize(file, byteCount))
  }

  package func beginWritingOut(_ descriptor: Int32, from offset: Int64, count: Int64) {}

  package func synchronizeFile(_ descriptor: Int32) throws(FileSystemError) {
    try check("fsync", nil, memory_file_sync(try file(descriptor, "fsync")))
  }

  package func synchronizeFolder(at path: String) throws(FileSystemError) {
    try check("fsync folder", path, memory_path_sync_folder(path))
  }

  package func synchronizeAll(below path: String) throws(FileSystemError) {
    try check("syncfs", path, memory_path_sync_all(path))
  }

  package func close(_ descriptor: Int32) {
    guard let open = open.withLock({ $0.removeValue(forKey: descriptor) }) else { return }
    memory_file_close(open.file)
  }

  package func byteCount(of descriptor: Int32) throws(FileSystemError) -> Int64 {
    var count: Int64 = 0
    try check("fstat", nil, memory_file_size(try file(descriptor, "fstat"), &count))
    return count
  }

  package func byteCount(at path: String) throws(FileSystemError) -> Int64? {
    var count: Int64 = 0
    return try exists("stat", path, memory_path_size(path, &count)) ? count : nil
  }

  package func rename(_ path: String, to newPath: String) throws(FileSystemError) -> Bool {
    try exists("rename", path, memory_path_rename(path, newPath))
  }

  package func link(_ path: String, to newPath: String) throws(FileSystemError) -> Bool {
    let number = memory_path_link(path, newPath)
    if number == EXDEV || number == EPERM { return false }
    return try exists("link", path, number)
  }

  package func cut(_ path: String, to byteCount: Int64) throws(FileSystemError) {
    var file: OpaquePointer?
    try check("truncate", path, memory_file_open(path, MEMORY_FILE_EXISTING, &file))
    guard let file else { return }
    defer { memory_file_close(file) }
    try check("truncate", path, memory_file_resize(file, byteCount))
  }

  package func remove(_ path: String) throws(FileSystemError) {
    _ = try exists("unlink", path, memory_path_remove(path))
  }

  package func makeFolder(at path: String) throws(FileSystemError) -> Bool {
    let number = memory_path_make_folder(path)
    if number == EEXIST { return false }
    try check("mkdir", path, number)
    return true
  }

  package func removeFolder(at path: String) throws(FileSystemError) {
    _ = try exists("rmdir", path, memory_path_remove_folder(path))
  }

  package func names(in path: String) throws(FileSystemError) -> [String] {
    var names: [String] = []
    let number = withUnsafeMutablePointer(to: &names) { names in
      memory_path_list(
        path,
        { context, name in
          guard let name else { return }
          context?.assumingMemoryBound(to: [String].self).pointee.append(String(cString: name))
        }, names)
    }
    return try exists("readdir", path, number) ? names : []
  }

  private func descriptor(of file: OpaquePointer?, _ call: String, _ path: String) throws(FileSystemError) -> Int32 {
    guard let file else { throw FileSystemError(call, path: path, number: EIO) }
    let descriptor = memory_file_descriptor(file)
    guard descriptor >= 0 else {
      memory_file_close(file)
      throw FileSystemError(call, path: path, number: EMFILE)
    }
    let opened = OpenFile(file: file)
    open.withLock { $0[descriptor] = opened }
    return descriptor
  }

  private func file(_ descriptor: Int32, _ call: String) throws(FileSystemError) -> OpaquePointer {
    guard let open = open.withLock({ $0[descriptor] }) else { throw FileSystemError(call, number: EBADF) }
    return open.file
  }

  private func check(_ call: String, _ path: String?, _ number: Int32) throws(FileSystemError) {
    if number != 0 { throw FileSystemError(call, path: path, number: number) }
  }

  private func exists(_ call: String, _ path: String, _ number: Int32) throws(FileSystemError) -> Bool {
    if number == ENOENT { return false }
    try check(call, path, number)
    return true
  }
}
