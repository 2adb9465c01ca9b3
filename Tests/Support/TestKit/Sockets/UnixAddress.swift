// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The address of a Unix socket.
struct UnixAddress {
  private var address = sockaddr_un()

  /// Takes a path of at most 107 bytes (unix(7)).
  init(_ path: String) throws {
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw TestFailure("a path too long for a socket: \(path)")
    }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
  }

  /// Calls `body` with the address in the form that system calls take.
  func withSocketAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }
}
