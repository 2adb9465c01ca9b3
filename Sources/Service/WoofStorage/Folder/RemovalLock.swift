// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc

/// Decides between those who need all blobs to stay, as a backup does, and whoever removes some, across processes: a
/// lock on a file of the data folder. Any number of the first share it, the other has it alone, and it ends with its
/// process however that ends.
struct RemovalLock: Sendable {
  private let path: String
  private let isNeeded: Bool

  /// The lock of the folder at a path.
  ///
  /// - Parameter isNeeded: `false` where no other process can reach the files; then one job at a time uses them.
  init(of folder: String, isNeeded: Bool = true) {
    path = "\(folder)/removal.lock"
    self.isNeeded = isNeeded
  }

  /// Keeps everybody from removing blobs until the hold goes; waits for whoever is removing some, which never takes
  /// long.
  func hold() throws(FileSystemError) -> RemovalHold {
    guard isNeeded else { return RemovalHold(descriptor: -1) }
    let descriptor = try open()
    while flock(descriptor, LOCK_SH) != 0 {
      let number = errno
      guard number != EINTR else { continue }
      close(descriptor)
      throw FileSystemError("flock", path: path, number: number)
    }
    return RemovalHold(descriptor: descriptor)
  }

  /// Lets blobs be removed, unless somebody needs all of them.
  ///
  /// - Parameter remove: Removes some. Must be quick.
  /// - Returns: The result of `remove`; `nil` where it was not called.
  func unlessHeld<Result>(_ remove: () throws -> Result) throws -> Result? {
    guard isNeeded else { return try remove() }
    let descriptor = try open()
    let hold = RemovalHold(descriptor: descriptor)
    defer { withExtendedLifetime(hold) {} }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let number = errno
      guard number == EWOULDBLOCK else { throw FileSystemError("flock", path: path, number: number) }
      return nil
    }
    return try remove()
  }

  private func open() throws(FileSystemError) -> Int32 {
    let descriptor = woof_open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileSystemError("open", path: path, number: errno) }
    return descriptor
  }
}

/// Keeps blobs from being removed, as long as it lives.
final class RemovalHold: Sendable {
  private let descriptor: Int32

  fileprivate init(descriptor: Int32) { self.descriptor = descriptor }

  deinit {
    guard descriptor >= 0 else { return }
    // Closing alone would leave the lock with a child process that has been forked and has not yet begun its program.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
