// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc
internal import Synchronization

/// A descriptor that is closed by ``close()``, or with its last reference.
final class FileDescriptor: Sendable {
  private let open: Atomic<Int32>

  init(_ number: Int32) { open = Atomic(number) }

  deinit { close() }

  /// The number, -1 where it is closed.
  var number: Int32 { open.load(ordering: .acquiring) }

  /// Closes the descriptor; a second call has no effect.
  func close() {
    let number = open.exchange(-1, ordering: .acquiringAndReleasing)
    if number >= 0 { Glibc.close(number) }
  }

  /// Two ends of a socket that keeps messages apart.
  static func socketPair() -> (FileDescriptor, FileDescriptor)? {
    var ends: (Int32, Int32) = (-1, -1)
    let type = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
    let result = withUnsafeMutablePointer(to: &ends) { ends in
      // Two numbers of the same type lie in a row.
      ends.withMemoryRebound(to: Int32.self, capacity: 2) { socketpair(AF_UNIX, type, 0, $0) }
    }
    return result == 0 ? (FileDescriptor(ends.0), FileDescriptor(ends.1)) : nil
  }

  /// Makes an event that becomes readable by ``signal()``; `nil` if the system has none left.
  static func event() -> FileDescriptor? {
    let number = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
    return number < 0 ? nil : FileDescriptor(number)
  }

  /// Makes an event readable.
  func signal() { eventfd_write(number, 1) }

  /// Makes an event unreadable again.
  func clear() {
    var count: eventfd_t = 0
    eventfd_read(number, &count)
  }
}
