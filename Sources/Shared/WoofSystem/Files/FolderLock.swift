// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc
internal import Synchronization

/// A lock that one process holds on a file, and that ends with the process however it ends.
package final class FolderLock: Sendable {
  private let descriptor: Atomic<Int32>

  /// Makes a lock on nothing, of files that no other process can reach.
  package init() { descriptor = Atomic(-1) }

  /// Takes the lock.
  ///
  /// - Throws: ``Failure/taken(by:)`` where another process has it.
  package init(at path: String) throws(Failure) {
    let descriptor = woof_open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .system(SystemError(call: "open", number: errno)) }
    self.descriptor = Atomic(descriptor)
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let number = errno
      guard number == EWOULDBLOCK else { throw .system(SystemError(call: "flock", number: number)) }
      throw .taken(by: Self.text(of: descriptor))
    }
    Self.write("\(getpid())\n", to: descriptor)
  }

  deinit { release() }

  /// Gives the lock up; once is enough.
  package func release() {
    let descriptor = descriptor.exchange(-1, ordering: .acquiringAndReleasing)
    guard descriptor >= 0 else { return }
    // Closing alone would leave the lock with a child process that has been forked and has not yet begun its program.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  package enum Failure: Error {
    /// Another process has the lock; its id, where it has been written yet.
    case taken(by: Int?)
    /// The lock could not be tried.
    case system(SystemError)
  }

  private static func text(of descriptor: Int32) -> Int? {
    var bytes = [UInt8](repeating: 0, count: 20)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return Int(String(decoding: bytes.prefix(max(count, 0)).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
  }

  /// The id only serves a message, so failing to write it is no reason not to start.
  private static func write(_ text: String, to descriptor: Int32) {
    _ = ftruncate(descriptor, 0)
    _ = pwrite(descriptor, text, text.utf8.count, 0)
  }
}
