// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

@testable import TestKit

/// A free port of the loopback address, which nobody else gets as long as the object is there. Until it listens, who
/// connects is refused.
final class LocalListener: Sendable {
  struct Failure: Error { var number: Int32 }

  let port: Int
  // Closed by the last of those who use it: whoever has the same number afterwards must not be taken for it.
  private let descriptor: Int32

  init() throws {
    let port = try FreePort()
    (descriptor, self.port) = (port.descriptor, port.number)
  }

  /// A listener at a Unix socket.
  init(path: String) throws {
    let bound = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    (descriptor, port) = (bound, 0)
    guard try UnixAddress(path).withSocketAddress({ bind(bound, $0, $1) }) == 0 else { throw Failure(number: errno) }
  }

  deinit { close(descriptor) }

  /// Who connects from now on waits to be accepted.
  func listen() throws {
    guard Glibc.listen(descriptor, 1024) == 0 else { throw Failure(number: errno) }
  }

  /// The next connection; `nil` once it has stopped.
  func accept() -> Int32? {
    while true {
      let accepted = woof_accept4(descriptor, nil, nil, Int32(SOCK_CLOEXEC.rawValue))
      if accepted >= 0 { return accepted }
      guard errno == EINTR || errno == ECONNABORTED else { return nil }
    }
  }

  /// Refuses who connects from now on. May be called any number of times.
  func stop() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// The URL of a path.
  func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }
}
