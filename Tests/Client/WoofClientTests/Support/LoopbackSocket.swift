// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

@testable import TestKit

/// Sockets on the loopback address that are served by threads.
enum LoopbackSocket {
  /// Begins to listen, as long as the process lives.
  static func open() throws -> (listener: Int32, port: Int) {
    let port = try FreePort()
    guard listen(port.descriptor, 16) == 0 else { throw TestFailure("no socket: \(errno)") }
    return (port.descriptor, port.number)
  }

  /// Serves each connection on a thread of its own.
  static func serve(_ listener: Int32, _ body: @escaping @Sendable (Int32) -> Void) {
    Thread.detachNewThread {
      while case let connection = accept(listener, nil, nil), connection >= 0 {
        Thread.detachNewThread { body(connection) }
      }
    }
  }

  /// Sends all bytes; `false` where the connection has ended.
  @discardableResult
  static func send(_ bytes: some ContiguousBytes, to connection: Int32) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var sent = 0
      while sent < buffer.count {
        let rest = UnsafeRawBufferPointer(rebasing: buffer[sent...])
        let count = Glibc.send(connection, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
        guard count > 0 else { return false }
        sent += count
      }
      return true
    }
  }
}
