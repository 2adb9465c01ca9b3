// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A file while it is being written, beside the one that it will become; gone with this value unless it was moved there, or is one
/// that is kept.
struct PartialFile: ~Copyable {
  /// Writes bytes as the system's `write` does.
  typealias Writing = @Sendable (Int32, UnsafeRawBufferPointer) -> Int

  private let destination: String
  private let path: String
  private let writing: Writing
  private var descriptor: Int32
  /// `true` if it stays until it is moved.
  private let isKept: Bool

  /// Makes the file in the folder of its destination, which is an ordinary file or is not there: to move a file over a
  /// device or a pipe would take it away from everybody else.
  ///
  /// - Throws: ``WoofError`` of the client's codes for files.
  init(for destination: String, mode: mode_t = 0o666, writing: @escaping Writing = Self.system) throws(WoofError) {
    try Self.check(destination)
    let folder = (destination as NSString).deletingLastPathComponent
    let path = "\(folder.isEmpty ? "." : folder)/.woof-\(UUID().uuidString).partial"
    // Before it is there, so that whoever ends the program at once finds it.
    PartialFiles.add(path)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else {
      let number = errno
      PartialFiles.remove(path)
      throw WoofError(writing: destination, errno: number)
    }
    self.destination = destination
    self.writing = writing
    self.path = path
    self.descriptor = descriptor
    isKept = false
  }

  /// Opens a file that stays until it is moved, whatever becomes of this process; makes it where it is missing. Only one process
  /// has it at a time.
  ///
  /// - Throws: ``WoofError`` of the client's codes for files.
  init(keptAt path: String, for destination: String, writing: @escaping Writing = Self.system) throws(WoofError) {
    try Self.check(destination)
    let descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw WoofError(writing: path, errno: errno) }
    do throws(WoofError) {
      try Self.claim(descriptor, at: path)
    } catch {
      close(descriptor)
      throw error
    }
    self.destination = destination
    self.writing = writing
    self.path = path
    self.descriptor = descriptor
    isKept = true
  }

  private static func check(_ destination: String) throws(WoofError) {
    var status = stat()
    if stat(destination, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      guard status.st_mode & S_IFMT != S_IFDIR else { throw WoofError(writing: destination, errno: EISDIR) }
      throw WoofError(noOrdinaryFile: destination)
    }
  }

  /// Makes sure that an open file is one's own, and that no other process writes it.
  private static func claim(_ descriptor: Int32, at path: String) throws(WoofError) {
    var (status, named) = (stat(), stat())
    guard fstat(descriptor, &status) == 0 else { throw WoofError(writing: path, errno: errno) }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_nlink <= 1 else { throw WoofError(noOrdinaryFile: path) }
    guard status.st_uid == geteuid() else { throw WoofError(writing: path, errno: EPERM) }
    // Another process may have had it until now, and have moved it into its place.
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, lstat(path, &named) == 0, named.st_ino == status.st_ino else {
      throw WoofError(
        .fileNotWritable, "\(path) is being written by another program: wait for it, or choose another name.")
    }
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    guard !isKept else { return }
    unlink(path)
    PartialFiles.remove(path)
  }

  /// Writes what comes next.
  ///
  /// - Throws: ``WoofError`` of the client's codes for files.
  mutating func append(_ bytes: UnsafeRawBufferPointer) throws(WoofError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = writing(descriptor, UnsafeRawBufferPointer(rebasing: rest))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw WoofError(writing: destination, errno: count == 0 ? EIO : errno) }
      rest = rest.dropFirst(count)
    }
  }

  /// Forgets what was written.
  ///
  /// - Throws: ``WoofError`` of the client's codes for files.
  mutating func restart() throws(WoofError) {
    guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
      throw WoofError(writing: destination, errno: errno)
    }
  }

  /// Returns the number of bytes in the file.
  ///
  /// - Throws: ``WoofError`` of the client's codes for files.
  func byteCount() throws(WoofError) -> Int64 {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw WoofError(reading: path, errno: errno) }
    return Int64(status.st_size)
  }

  /// Keeps the first bytes of a kept file, and forgets the others: what is written comes behind them.
  ///
  /// - Parameter body: Is given all of these bytes in their order.
  /// - Throws: ``WoofError`` of the client's codes for files.
  mutating func keep(first count: Int64, _ body: (UnsafeRawBufferPointer) -> Void) throws(WoofError) {
    guard ftruncate(descriptor, off_t(count)) == 0 else { throw WoofError(writing: path, errno: errno) }
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    var offset: Int64 = 0
    while offset < count {
      let part = pread(descriptor, &buffer, min(buffer.count, Int(count - offset)), off_t(offset))
      if part < 0, errno == EINTR { continue }
      guard part > 0 else { throw WoofError(reading: path, errno: part == 0 ? EIO : errno) }
      buffer.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[..<part])) }
      offset += Int64(part)
    }
  }

  /// Makes the file what it was to become, in place of any other of that name, in one step.
  ///
  /// - Throws: ``WoofError`` of the client's codes for files.
  mutating func moveIntoPlace() throws(WoofError) {
    defer { PartialFiles.remove(path) }
    // What a disk could not take may be told only now.
    let isClosed = close(descriptor) == 0
    descriptor = -1
    guard isClosed, rename(path, destination) == 0 else {
      let number = errno
      if !isKept { unlink(path) }
      throw WoofError(writing: destination, errno: number)
    }
  }

  /// The system's own.
  static let system: Writing = { write($0, $1.baseAddress, $1.count) }
}

/// The files that this process is writing, which a program that ends at once takes away: nobody else would.
package enum PartialFiles {
  private static let paths = Mutex<Set<String>>([])

  static func add(_ path: String) { paths.withLock { _ = $0.insert(path) } }

  static func remove(_ path: String) { paths.withLock { _ = $0.remove(path) } }

  /// Removes all of them from the disk; whoever writes one fails then.
  package static func removeAll() {
    for path in paths.withLock({ Array($0) }) { unlink(path) }
  }
}
