// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// The address of a socket, as the system has it.
package struct SocketAddress {
  private var storage = sockaddr_storage()
  private(set) var count = socklen_t(MemoryLayout<sockaddr_storage>.size)

  /// Lets a system call fill an address in.
  init<Failure: Error>(
    filledBy call: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) throws(Failure) -> Void
  ) throws(Failure) {
    let result = withUnsafeMutablePointer(to: &storage) { storage in
      withUnsafeMutablePointer(to: &count) { count in
        storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          Swift.Result { () throws(Failure) in try call(address, count) }
        }
      }
    }
    try result.get()
  }

  /// Copies an address.
  init(_ address: UnsafePointer<sockaddr>, count: socklen_t) {
    self.count = min(count, socklen_t(MemoryLayout<sockaddr_storage>.size))
    withUnsafeMutableBytes(of: &storage) { storage in
      storage.copyMemory(from: UnsafeRawBufferPointer(start: address, count: Int(self.count)))
    }
  }

  /// The address of a Unix socket; `nil` where the path does not fit. A path that starts with `@` is an abstract name.
  init?(unixPath path: String) {
    var address = sockaddr_un()
    let bytes = Array(path.utf8)
    guard !bytes.isEmpty, bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    address.sun_family = sa_family_t(AF_UNIX)
    let isAbstract = bytes[0] == UInt8(ascii: "@")
    withUnsafeMutableBytes(of: &address.sun_path) { room in
      room.copyBytes(from: bytes)
      if isAbstract { room[0] = 0 }
    }
    let pathOffset = MemoryLayout<sockaddr_un>.size - MemoryLayout.size(ofValue: address.sun_path)
    count = socklen_t(pathOffset + bytes.count + (isAbstract ? 0 : 1))
    withUnsafeMutableBytes(of: &storage) { storage in
      withUnsafeBytes(of: address) { storage.copyMemory(from: $0) }
    }
  }

  /// Calls `body` with the address in the form that system calls take.
  func withSocketAddress<Result, Failure: Error>(
    _ body: (UnsafePointer<sockaddr>, socklen_t) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let result = withUnsafePointer(to: storage) { storage in
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        Swift.Result { () throws(Failure) in try body(address, count) }
      }
    }
    return try result.get()
  }

  /// The family: `AF_INET`, `AF_INET6`, `AF_UNIX`.
  var family: Int32 { Int32(storage.ss_family) }

  /// The port; 0 where the family has none.
  package var port: Int {
    get {
      switch family {
      case AF_INET: Int(UInt16(bigEndian: reading(sockaddr_in.self).sin_port))
      case AF_INET6: Int(UInt16(bigEndian: reading(sockaddr_in6.self).sin6_port))
      default: 0
      }
    }
    set {
      let port = in_port_t(UInt16(truncatingIfNeeded: newValue)).bigEndian
      withUnsafeMutableBytes(of: &storage) { storage in
        // The port stands at the same place in both families.
        storage.storeBytes(of: port, toByteOffset: 2, as: in_port_t.self)
      }
    }
  }

  /// The address without its port, in the usual form; for a Unix socket its path.
  package var text: String {
    if let ipAddress { return ipAddress.description }
    let path = withUnsafeBytes(of: reading(sockaddr_un.self).sun_path) { $0.prefix { $0 != 0 } }
    return String(decoding: path, as: UTF8.self)
  }

  /// The IPv4 or IPv6 address; `nil` for a Unix socket.
  var ipAddress: IPAddress? {
    switch family {
    case AF_INET: IPAddress(ipv4: UInt32(bigEndian: reading(sockaddr_in.self).sin_addr.s_addr))
    case AF_INET6: withUnsafeBytes(of: reading(sockaddr_in6.self).sin6_addr) { IPAddress(bytes: $0) }
    default: nil
    }
  }

  private func reading<Address>(_ type: Address.Type) -> Address {
    withUnsafeBytes(of: storage) { $0.loadUnaligned(as: Address.self) }
  }
}

extension SocketAddress {
  /// Connects a new stream socket to the address, and blocks until that is done. The socket blocks as well.
  ///
  /// - Returns: The descriptor, which is the caller's; `nil` where nobody listens or no descriptor is left.
  package func connectSocket() -> Int32? {
    let descriptor = socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    if withSocketAddress({ connect(descriptor, $0, $1) }) == 0 { return descriptor }
    close(descriptor)
    return nil
  }

  /// The addresses of a host name, or of an address in text; `*` stands for all addresses of the machine.
  ///
  /// - Throws: ``HTTPServerError`` where the name is not known.
  package static func resolve(host: String, port: Int) throws(HTTPServerError) -> [SocketAddress] {
    var hints = addrinfo()
    hints.ai_flags = AI_PASSIVE | AI_ADDRCONFIG
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?  // freed below
    let result = getaddrinfo(host == "*" ? nil : host, "\(port)", &hints, &list)
    defer { if let list { freeaddrinfo(list) } }
    guard result == 0, UInt16(exactly: port) != nil else {
      throw HTTPServerError(
        .cannotListen, "The address \(host):\(port) is not known: \(String(cString: gai_strerror(result))).")
    }
    var addresses: [SocketAddress] = []
    var next = list
    while let entry = next {
      if let address = entry.pointee.ai_addr {
        addresses.append(SocketAddress(address, count: entry.pointee.ai_addrlen))
      }
      next = entry.pointee.ai_next
    }
    return addresses
  }
}
