// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc
internal import Synchronization

/// A descriptor that is closed by ``close()``, or with its last reference. May be used from any thread.
package final class FileDescriptor: Sendable {
  private let open: Atomic<Int32>

  /// Takes over an open descriptor.
  package init(_ number: Int32) { open = Atomic(number) }

  deinit { close() }

  /// The number, -1 where it is closed.
  package var number: Int32 { open.load(ordering: .acquiring) }

  /// Closes the descriptor; a second call has no effect.
  package func close() {
    let number = open.exchange(-1, ordering: .acquiringAndReleasing)
    if number >= 0 { Glibc.close(number) }
  }

  /// Makes two ends of a socket that keeps messages apart.
  ///
  /// - Throws: ``SystemError`` where the process or the system has no descriptor left.
  package static func socketPair() throws(SystemError) -> (FileDescriptor, FileDescriptor) {
    var ends: (Int32, Int32) = (-1, -1)
    let type = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
    _ = try SystemCall.check("socketpair") {
      withUnsafeMutablePointer(to: &ends) { ends in
        // Two numbers of the same type lie in a row.
        ends.withMemoryRebound(to: Int32.self, capacity: 2) { socketpair(AF_UNIX, type, 0, $0) }
      }
    }
    return (FileDescriptor(ends.0), FileDescriptor(ends.1))
  }
}

extension FileDescriptor {
  /// Makes an event, which becomes readable by ``signal()`` (eventfd(2)).
  ///
  /// - Throws: ``SystemError`` where the process or the system has no descriptor left.
  package static func event() throws(SystemError) -> FileDescriptor {
    FileDescriptor(try SystemCall.check("eventfd") { eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK)) })
  }

  /// Makes an event readable.
  package func signal() { eventfd_write(number, 1) }

  /// Makes an event unreadable again.
  package func clear() {
    var count: eventfd_t = 0
    eventfd_read(number, &count)
  }
}
