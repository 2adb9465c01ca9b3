// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Sockets of this machine's own address.
enum LoopbackPort {
  /// A port that nobody listens on.
  static func free() -> UInt16? {
    guard let (listener, port) = listen() else { return nil }
    close(listener)
    return port
  }

  /// Listens on a free port.
  static func listen() -> (descriptor: Int32, port: UInt16)? {
    let listener = makeSocket()
    var address = address(0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isOpen = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && Foundation.listen(listener, 128) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    guard isOpen else {
      close(listener)
      return nil
    }
    return (listener, UInt16(bigEndian: address.sin_port))
  }

  /// Connects to a port; `nil` where nobody answers.
  static func connect(to port: UInt16) -> Int32? {
    let descriptor = makeSocket()
    var address = address(port)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  private static func makeSocket() -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var yes: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    return descriptor
  }

  private static func address(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }
}
