// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import WoofSystem

/// A socket that connections come in on. It is closed when the last acceptor lets go of it.
final class ListeningSocket: Sendable {
  let descriptor: Int32
  /// The file of a Unix socket, which goes when the socket is closed.
  private let path: String?

  private init(descriptor: Int32, path: String? = nil) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit {
    if let path { unlink(path) }
    close(descriptor)
  }

  /// The address that the socket is bound to.
  var address: SocketAddress {
    get throws(SystemError) {
      try SocketAddress { address, count throws(SystemError) in
        _ = try SystemCall.check("getsockname") { getsockname(descriptor, address, count) }
      }
    }
  }

  /// `true` for a Unix socket.
  var isUnix: Bool { (try? address.family) == AF_UNIX }

  // MARK: TCP

  /// Listens on a TCP address together with other sockets of this process: the kernel spreads connections over them.
  static func tcp(_ address: SocketAddress, writeStallTimeout: Int64) throws(SystemError) -> ListeningSocket {
    let socket = ListeningSocket(descriptor: try makeSocket(address.family))
    try socket.setOption(SOL_SOCKET, SO_REUSEADDR, 1)
    try socket.setOption(SOL_SOCKET, SO_REUSEPORT, 1)
    try socket.bind(address)
    try socket.prepareConnections(writeStallTimeout: writeStallTimeout)
    try socket.listen()
    return socket
  }

  /// Fails where anybody listens on the address already; sharing it would hand half of the connections to a stranger.
  static func checkIsFree(_ address: SocketAddress) throws(SystemError) {
    let socket = ListeningSocket(descriptor: try makeSocket(address.family))
    try socket.setOption(SOL_SOCKET, SO_REUSEADDR, 1)
    try socket.bind(address)
  }

  /// Takes over a socket that already listens.
  static func inherited(_ descriptor: Int32, writeStallTimeout: Int64) throws(SystemError) -> ListeningSocket {
    let flags = try SystemCall.check("fcntl") { fcntl(descriptor, F_GETFL) }
    _ = try SystemCall.check("fcntl") { fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) }
    _ = try SystemCall.check("fcntl") { fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    let socket = ListeningSocket(descriptor: descriptor)
    if !socket.isUnix { try socket.prepareConnections(writeStallTimeout: writeStallTimeout) }
    return socket
  }

  /// Accepted sockets inherit these, so that accepting one costs no further calls: small packets are not held back, and
  /// a peer that has silently gone is noticed when nothing is acknowledged for too long.
  private func prepareConnections(writeStallTimeout: Int64) throws(SystemError) {
    try setOption(Int32(IPPROTO_TCP), TCP_NODELAY, 1)
    try setOption(SOL_SOCKET, SO_KEEPALIVE, 1)
    try setOption(Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, Int32(clamping: writeStallTimeout / 1_000_000))
  }

  // MARK: Unix

  /// Listens on a Unix socket whose file has the permissions `mode`. A file left over by a process that has gone is
  /// replaced.
  ///
  /// An address has room for 107 bytes; a longer path is reached through the descriptor of its folder.
  static func unix(path: String, mode: UInt16) throws(SystemError) -> ListeningSocket {
    if let address = SocketAddress(unixPath: path) { return try unix(path: path, at: address, mode: mode) }
    let parts = path.split(separator: "/")
    guard let name = parts.last, path.hasPrefix("/") else { throw SystemError(call: "bind", number: ENAMETOOLONG) }
    let folder = try SystemCall.check("open") {
      woof_open("/" + parts.dropLast().joined(separator: "/"), O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
    }
    defer { close(folder) }
    guard let address = SocketAddress(unixPath: "/proc/self/fd/\(folder)/\(name)") else {
      throw SystemError(call: "bind", number: ENAMETOOLONG)
    }
    return try unix(path: path, at: address, mode: mode)
  }

  private static func unix(
    path: String, at address: SocketAddress, mode: UInt16
  ) throws(SystemError) -> ListeningSocket {
    let descriptor = try makeSocket(AF_UNIX)
    do {
      // Before the bind, so that the file never has wider permissions.
      _ = try SystemCall.check("fchmod") { fchmod(descriptor, mode_t(mode)) }
      try removeStaleFile(path, address)
      try bind(descriptor, address)
    } catch {
      close(descriptor)
      throw error
    }
    let socket = ListeningSocket(descriptor: descriptor, path: path)
    _ = try SystemCall.check("chmod") { chmod(path, mode_t(mode)) }
    try socket.listen()
    return socket
  }

  private static func removeStaleFile(_ path: String, _ address: SocketAddress) throws(SystemError) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return }
    let probe = try makeSocket(AF_UNIX)
    defer { close(probe) }
    let isRefused = address.withSocketAddress { connect(probe, $0, $1) } != 0 && errno == ECONNREFUSED
    if isRefused { unlink(path) }
  }

  // MARK: Calls

  private static func makeSocket(_ family: Int32) throws(SystemError) -> Int32 {
    let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    return try SystemCall.check("socket") { socket(family, type, 0) }
  }

  private func setOption(_ level: Int32, _ name: Int32, _ value: Int32) throws(SystemError) {
    var value = value
    _ = try SystemCall.check("setsockopt") {
      setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
    }
  }

  private func bind(_ address: SocketAddress) throws(SystemError) {
    if address.family == AF_INET6 { try setOption(Int32(IPPROTO_IPV6), IPV6_V6ONLY, 1) }
    try Self.bind(descriptor, address)
  }

  private static func bind(_ descriptor: Int32, _ address: SocketAddress) throws(SystemError) {
    _ = try SystemCall.check("bind") { address.withSocketAddress { Glibc.bind(descriptor, $0, $1) } }
  }

  private func listen() throws(SystemError) {
    _ = try SystemCall.check("listen") { Glibc.listen(descriptor, 4096) }
  }
}
