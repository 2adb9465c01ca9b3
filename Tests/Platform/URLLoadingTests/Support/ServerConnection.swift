// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Synchronization

/// A connection to a ``ScriptedServer``, in the hands of its script. Whatever waits does so for at most a minute.
final class ServerConnection: @unchecked Sendable {  // used by its script's thread, but for `interrupt()`
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// How a client ended a connection.
  enum End: Hashable, Sendable { case closed, reset }

  /// Which connection of the server it is, from 0.
  let number: Int
  /// Bytes that have come and have not been read.
  private(set) var unread: [UInt8] = []

  let descriptor: Int32
  private let isOpen = Mutex(true)
  private let server: ScriptedServer?
  private let certificate: ServerCertificate?
  private var tls: ServerTLS?

  init(descriptor: Int32, number: Int, tls: ServerCertificate? = nil, server: ScriptedServer?) {
    self.descriptor = descriptor
    self.number = number
    self.server = server
    certificate = tls
    var yes: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Sets TLS up, where the server speaks it.
  func handshake() throws {
    guard let certificate else { return }
    tls = try certificate.accept(descriptor)
  }

  // MARK: Reading

  /// The next request, with its content; `nil` where the client has ended the connection instead.
  func readRequest() throws -> ReceivedRequest? {
    guard var request = try readHead() else { return nil }
    if request.field("transfer-encoding") == "chunked" {
      request.body = try readChunks()
    } else {
      request.body = try read(count: request.field("content-length").flatMap { Int($0) } ?? 0)
    }
    server?.note(request)
    return request
  }

  /// The head of the next request only; `nil` where the client has ended the connection instead.
  func readHead() throws -> ReceivedRequest? {
    guard let head = try readThrough("\r\n\r\n") else { return nil }
    return try ReceivedRequest(head: head)
  }

  /// Exactly so many bytes.
  func read(count: Int) throws -> [UInt8] {
    while unread.count < count {
      let next = try receive()
      guard !next.isEmpty else { throw Failure(description: "the client left after \(unread.count) of \(count) bytes") }
      unread += next
    }
    defer { unread.removeFirst(count) }
    return Array(unread.prefix(count))
  }

  /// The bytes up to and with a mark; `nil` at the end of the connection, where there is nothing more.
  func readThrough(_ mark: String) throws -> String? {
    let mark = Array(mark.utf8)
    var searched = 0
    while true {
      for start in searched..<max(searched, unread.count - mark.count + 1) where unread[start...].starts(with: mark) {
        let end = start + mark.count
        defer { unread.removeFirst(end) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      searched = max(0, unread.count - mark.count + 1)
      let next = try receive()
      if next.isEmpty {
        guard unread.isEmpty else { throw Failure(description: "the client left in the middle of a head") }
        return nil
      }
      unread += next
    }
  }

  /// The next chunk; empty for the last one.
  func readChunk() throws -> [UInt8] {
    guard let line = try readThrough("\r\n"), let count = Int(line.dropLast(1), radix: 16) else {
      throw Failure(description: "no chunk")
    }
    let bytes = try read(count: count)
    _ = try read(count: 2)
    return bytes
  }

  private func readChunks() throws -> [UInt8] {
    var body: [UInt8] = []
    while true {
      let chunk = try readChunk()
      if chunk.isEmpty { return body }
      body += chunk
    }
  }

  /// Reads and forgets until the client ends the connection.
  func waitForEnd() throws -> End {
    unread = []
    while true {
      do {
        if try receive().isEmpty { return .closed }
      } catch let error as Failure where error.description == "recv: \(ECONNRESET)" {
        return .reset
      }
    }
  }

  private func receive() throws -> [UInt8] {
    if let tls { return try tls.receive() }
    try wait(for: Int16(POLLIN))
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    guard count >= 0 else { throw Failure(description: "recv: \(errno)") }
    return Array(bytes[..<count])
  }

  // MARK: Writing

  /// Sends a text as it is.
  func send(_ text: String) throws { try send(Array(text.utf8)) }

  /// Sends bytes as they are.
  func send(_ bytes: [UInt8]) throws {
    if let tls { return try tls.send(bytes) }
    var sent = 0
    while sent < bytes.count {
      try wait(for: Int16(POLLOUT))
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      }
      if count < 0, errno == EAGAIN { continue }
      guard count >= 0 else { throw Failure(description: "send: \(errno)") }
      sent += count
    }
  }

  /// Sends a whole response, with its length.
  func respond(_ status: String = "200 OK", _ fields: [String] = [], body: String = "") throws {
    let head = ["HTTP/1.1 \(status)", "Content-Length: \(body.utf8.count)"] + fields
    try send(head.joined(separator: "\r\n") + "\r\n\r\n" + body)
  }

  /// Responds to every request of the connection alike, until the client ends it.
  func respondToAll(_ status: String = "200 OK", _ fields: [String] = [], body: String = "") throws {
    while try readRequest() != nil { try respond(status, fields, body: body) }
  }

  // MARK: Ending

  /// Sends nothing more.
  func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Ends the connection with a reset.
  func reset() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    close()
  }

  func close() {
    let wasOpen = isOpen.withLock { isOpen in
      defer { isOpen = false }
      return isOpen
    }
    guard wasOpen else { return }
    tls = nil
    Glibc.close(descriptor)
  }

  /// Makes whatever the script waits for fail.
  func interrupt() {
    isOpen.withLock { if $0 { shutdown(descriptor, Int32(SHUT_RDWR)) } }
  }

  private func wait(for event: Int16) throws {
    var descriptors = pollfd(fd: descriptor, events: event, revents: 0)
    guard poll(&descriptors, 1, 60_000) > 0 else { throw Failure(description: "nothing happened for too long") }
  }
}
