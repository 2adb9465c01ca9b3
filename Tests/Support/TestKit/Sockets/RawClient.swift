// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// A client that sends and receives bytes as a test says. Reads wait for at most a minute, so that a server that
/// hangs fails its test.
final class RawClient: @unchecked Sendable {  // used by one test at a time
  struct Failure: Error { var reason: String }

  /// How a connection ended.
  enum End: Hashable { case closed, reset }

  let descriptor: Int32
  private var isOpen = true
  private var unread: [UInt8] = []

  convenience init(port: Int, receiveBuffer: Int32? = nil) throws {
    try self.init(unconnected: (), receiveBuffer: receiveBuffer)
    try connect(port: port)
  }

  /// Makes a client that does not connect yet.
  init(unconnected: Void, receiveBuffer: Int32? = nil) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    if var size = receiveBuffer {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
    var yes: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Connects to a port of this machine.
  func connect(port: Int) throws {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw Failure(reason: "connect: \(errno)") }
  }

  init(unixPath path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let descriptor = descriptor
    guard try UnixAddress(path).withSocketAddress({ Glibc.connect(descriptor, $0, $1) }) == 0 else {
      throw Failure(reason: "connect: \(errno)")
    }
  }

  deinit { close() }

  func close() {
    guard isOpen else { return }
    isOpen = false
    Glibc.close(descriptor)
  }

  /// Ends the connection with a reset.
  func reset() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    close()
  }

  /// Sends nothing more.
  func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

  // MARK: Sending

  func send(_ text: String) throws { try send(Array(text.utf8)) }

  /// Sends bytes; the server may take so many milliseconds for each part of them.
  func send(_ bytes: [UInt8], within milliseconds: Int32 = 60_000) throws {
    var sent = 0
    while sent < bytes.count {
      try wait(for: Int16(POLLOUT), milliseconds)
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      }
      guard count >= 0 else { throw Failure(reason: "send: \(errno)") }
      sent += count
    }
  }

  // MARK: Receiving

  /// Whether the server has sent something, or ended the connection, that has not been read.
  var hasNews: Bool {
    var descriptors = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return !unread.isEmpty || poll(&descriptors, 1, 0) > 0
  }

  /// The next bytes, as many as there are; empty at the end.
  func receive() throws -> [UInt8] {
    if !unread.isEmpty {
      defer { unread = [] }
      return unread
    }
    try wait(for: Int16(POLLIN))
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    guard count >= 0 else { throw Failure(reason: "recv: \(errno)") }
    return Array(bytes[..<count])
  }

  /// Exactly so many bytes.
  func receive(count: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let next = try receive()
      guard !next.isEmpty else { throw Failure(reason: "the connection ended after \(bytes.count) of \(count) bytes") }
      bytes += next
    }
    unread = Array(bytes[count...]) + unread
    return Array(bytes[..<count])
  }

  /// The bytes up to and with a mark.
  func receive(through mark: String) throws -> String {
    let mark = Array(mark.utf8)
    var bytes: [UInt8] = []
    while true {
      if let end = bytes.firstRange(of: mark)?.upperBound {
        unread = Array(bytes[end...]) + unread
        return String(decoding: bytes[..<end], as: UTF8.self)
      }
      let next = try receive()
      guard !next.isEmpty else {
        throw Failure(reason: "the connection ended after “\(String(decoding: bytes, as: UTF8.self))”")
      }
      bytes += next
    }
  }

  /// Everything until the end, and how it ended.
  func receiveToEnd() throws -> (text: String, end: End) {
    var bytes: [UInt8] = []
    while true {
      do {
        let next = try receive()
        if next.isEmpty { return (String(decoding: bytes, as: UTF8.self), .closed) }
        bytes += next
      } catch let failure as Failure where failure.reason == "recv: \(ECONNRESET)" {
        return (String(decoding: bytes, as: UTF8.self), .reset)
      }
    }
  }

  private func wait(for event: Int16, _ milliseconds: Int32 = 60_000) throws {
    var descriptors = pollfd(fd: descriptor, events: event, revents: 0)
    guard poll(&descriptors, 1, milliseconds) > 0 else { throw Failure(reason: "nothing happened for too long") }
  }
}

extension Array<UInt8> {
  func firstRange(of part: [UInt8]) -> Range<Int>? {
    guard count >= part.count else { return nil }
    return (0...(count - part.count)).first { self[$0..<($0 + part.count)].elementsEqual(part) }.map {
      $0..<($0 + part.count)
    }
  }
}
