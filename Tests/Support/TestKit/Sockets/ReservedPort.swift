// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A port of the loopback address that is kept free, as long as the object is there, for a server that shares addresses
/// (`SO_REUSEADDR`). Who connects before that listens is refused.
final class ReservedPort: Sendable {
  let port: Int
  private let descriptor: Int32

  init() throws {
    let port = try FreePort(isShared: true)
    (descriptor, self.port) = (port.descriptor, port.number)
  }

  deinit { close(descriptor) }
}
