// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// Sockets of this machine, on 127.0.0.1.
enum LoopbackSocket {
  /// Connects to a port; `nil` where that fails, with the reason in `errno`.
  ///
  /// A socket that does not block may still be connecting.
  static func connect(port: UInt16, blocking: Bool) -> Int32? {
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let descriptor = socket(AF_INET, blocking ? kind : kind | Int32(SOCK_NONBLOCK.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    var on: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    var address = self.address(port: port)
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 || errno == EINPROGRESS else {
      let number = errno
      close(descriptor)
      errno = number
      return nil
    }
    return descriptor
  }

  /// Listens on a port, or on a free one for 0; `nil` if that fails, with the reason in `errno`.
  static func listen(port: UInt16) -> Int32? {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    var on: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    var address = self.address(port: port)
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0, Glibc.listen(descriptor, 1024) == 0 else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  /// A port that was free a moment ago.
  static func freePort() -> UInt16? {
    guard let descriptor = listen(port: 0) else { return nil }
    defer { close(descriptor) }
    return port(of: descriptor)
  }

  /// The port that a socket is bound to.
  static func port(of descriptor: Int32) -> UInt16? {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    return status == 0 ? UInt16(bigEndian: address.sin_port) : nil
  }

  private static func address(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }
}
