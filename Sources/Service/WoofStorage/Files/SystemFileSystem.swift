// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc

/// The files of the operating system, as calls of the C library reach them.
package struct SystemFileSystem: FileSystem {
  /// Makes it.
  package init() {}

  package func createFile(at path: String) throws(FileSystemError) -> Int32 {
    try Self.call("open", path: path) { woof_open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
  }

  package func openFile(at path: String) throws(FileSystemError) -> Int32? {
    try Self.unlessMissing("open", path: path) { woof_open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW, 0) }
  }

  package func openFileForAppending(at path: String) throws(FileSystemError) -> Int32? {
    try Self.unlessMissing("open", path: path) { woof_open(path, O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0) }
  }

  package func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(FileSystemError) -> Int {
    try Self.call("write") { Glibc.write(descriptor, bytes.baseAddress, bytes.count) }
  }

  package func allocate(_ descriptor: Int32, byteCount: Int64) throws(FileSystemError) {
    while true {
      let number = posix_fallocate(descriptor, 0, off_t(byteCount))
      guard number != 0 else { return }
      guard number == EINTR else { throw FileSystemError("fallocate", number: number) }
    }
  }

  package func beginWritingOut(_ descriptor: Int32, from offset: Int64, count: Int64) {
    _ = woof_begin_writing_out(descriptor, offset, count)
  }

  package func synchronizeFile(_ descriptor: Int32) throws(FileSystemError) {
    try Self.call("fsync") { fsync(descriptor) }
  }

  package func synchronizeFolder(at path: String) throws(FileSystemError) {
    let descriptor = try Self.call("open", path: path) { woof_open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0) }
    defer { close(descriptor) }
    try Self.call("fsync", path: path) { fsync(descriptor) }
  }

  package func synchronizeAll(below path: String) throws(FileSystemError) {
    let descriptor = try Self.call("open", path: path) { woof_open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0) }
    defer { close(descriptor) }
    try Self.call("syncfs", path: path) { woof_synchronize_file_system(descriptor) }
  }

  package func close(_ descriptor: Int32) { _ = Glibc.close(descriptor) }

  package func byteCount(of descriptor: Int32) throws(FileSystemError) -> Int64 {
    var status = stat()
    try Self.call("fstat") { fstat(descriptor, &status) }
    return Int64(status.st_size)
  }

  package func byteCount(at path: String) throws(FileSystemError) -> Int64? {
    var status = stat()
    let found = try Self.unlessMissing("stat", path: path) { stat(path, &status) }
    return found.map { _ in Int64(status.st_size) }
  }

  package func rename(_ path: String, to newPath: String) throws(FileSystemError) -> Bool {
    try Self.unlessMissing("rename", path: path) { Glibc.rename(path, newPath) } != nil
  }

  package func link(_ path: String, to newPath: String) throws(FileSystemError) -> Bool {
    do {
      try Self.call("link", path: path) { Glibc.link(path, newPath) }
      return true
    } catch  where [ENOENT, EXDEV, EPERM, EMLINK, ENOTSUP].contains(error.number) {
      return false
    }
  }

  package func cut(_ path: String, to byteCount: Int64) throws(FileSystemError) {
    try Self.call("truncate", path: path) { truncate(path, off_t(byteCount)) }
  }

  package func remove(_ path: String) throws(FileSystemError) {
    _ = try Self.unlessMissing("unlink", path: path) { unlink(path) }
  }

  package func makeFolder(at path: String) throws(FileSystemError) -> Bool {
    do {
      try Self.call("mkdir", path: path) { mkdir(path, 0o700) }
      return true
    } catch  where error.number == EEXIST {
      return false
    }
  }

  package func removeFolder(at path: String) throws(FileSystemError) {
    _ = try Self.unlessMissing("rmdir", path: path) { rmdir(path) }
  }

  package func names(in path: String) throws(FileSystemError) -> [String] {
    guard let stream = opendir(path) else {
      if errno == ENOENT { return [] }
      throw FileSystemError("opendir", path: path, number: errno)
    }
    defer { closedir(stream) }
    var names: [String] = []
    errno = 0
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
      errno = 0
    }
    guard errno == 0 else { throw FileSystemError("readdir", path: path, number: errno) }
    return names
  }

  /// Makes a system call, again where a signal interrupts it.
  @discardableResult
  private static func call<Result: FixedWidthInteger>(
    _ name: String, path: String? = nil, _ body: () -> Result
  ) throws(FileSystemError) -> Result {
    while true {
      let result = body()
      guard result < 0 else { return result }
      let number = errno
      guard number == EINTR else { throw FileSystemError(name, path: path, number: number) }
    }
  }

  /// Makes a system call on a path; `nil` where nothing is there.
  private static func unlessMissing(
    _ name: String, path: String, _ body: () -> Int32
  ) throws(FileSystemError) -> Int32? {
    do {
      return try call(name, path: path, body)
    } catch  where error.number == ENOENT {
      return nil
    }
  }
}
