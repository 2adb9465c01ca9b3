// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A file while it is being written, beside the one that it will become; gone with this value unless it was moved there.
struct PartialFile: ~Copyable {
  /// Writes bytes as the system's `write` does.
  typealias Writing = @Sendable (Int32, UnsafeRawBufferPointer) -> Int

  private let destination: String
  private let path: String
  private let writing: Writing
  private var descriptor: Int32

  /// Makes the file in the folder of its destination, which is an ordinary file or is not there: to move a file over a
  /// device or a pipe would take it away from everybody else.
  ///
  /// - Throws: ``WoofError`` of the client's codes for files.
  init(for destination: String, mode: mode_t = 0o666, writing: @escaping Writing = Self.system) throws(WoofError) {
    var status = stat()
    if stat(destination, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      guard status.st_mode & S_IFMT != S_IFDIR else { throw WoofError(writing: destination, errno: EISDIR) }
      throw WoofError(noOrdinaryFile: destination)
    }
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
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
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
      unlink(path)
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
