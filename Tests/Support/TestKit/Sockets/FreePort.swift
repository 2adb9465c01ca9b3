// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// A free port of the loopback address, taken by a socket that does not listen yet.
struct FreePort {
  /// The socket, which whoever takes it closes.
  let descriptor: Int32
  let number: Int

  /// Takes a port.
  ///
  /// - Parameter isShared: Whether a server that shares addresses, too, may take it as well (`SO_REUSEADDR`).
  init(isShared: Bool = false) throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var on: Int32 = isShared ? 1 : 0
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isBound else {
      defer { close(descriptor) }
      throw TestFailure("no port: \(errno)")
    }
    self.descriptor = descriptor
    number = Int(UInt16(bigEndian: address.sin_port))
  }
}
