// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// A connection to a service, whose calls block. Used by one thread at a time.
final class HTTPConnection {
  private let descriptor: Int32
  private var received: [UInt8] = []
  private var block = [UInt8](repeating: 0, count: 262_144)

  /// Connects to a port of this machine.
  ///
  /// - Throws: ``HTTPResponseFault`` if no process listens.
  init(port: UInt16) throws(HTTPResponseFault) {
    guard let descriptor = LoopbackSocket.connect(port: port, blocking: true) else {
      throw HTTPResponseFault("no connection to port \(port): \(String(cString: strerror(errno)))")
    }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Sends a request and waits for its response.
  ///
  /// - Throws: ``HTTPResponseFault`` where the connection ends before the response is complete.
  func send(_ request: HTTPClientRequest) throws(HTTPResponseFault) -> HTTPClientResponse {
    try write(request.bytes)
    return try receive()
  }

  /// Sends requests one after the other, each when the response to the last has come.
  ///
  /// - Parameter take: Called with each response and the index of its request.
  /// - Throws: ``HTTPResponseFault`` where the connection ends before a response is complete.
  func send(
    _ requests: [HTTPClientRequest], take: (Int, HTTPClientResponse) -> Void
  ) throws(HTTPResponseFault) {
    for (index, request) in requests.enumerated() { take(index, try send(request)) }
  }

  /// Waits for the response to what has been sent.
  ///
  /// - Throws: ``HTTPResponseFault`` where the connection ends before the response is complete.
  func receive() throws(HTTPResponseFault) -> HTTPClientResponse {
    while true {
      if let head = try HTTPClientResponseHead(received[...]) {
        received.removeFirst(head.byteCount)
        if head.status < 200 { continue }
        let body = try head.framing == .chunked ? readChunks() : readBody(of: head)
        return HTTPClientResponse(status: head.status, fields: head.fields, body: body)
      }
      try fill()
    }
  }

  /// Sends bytes.
  ///
  /// - Throws: ``HTTPResponseFault`` where the connection has ended.
  func write(_ bytes: [UInt8]) throws(HTTPResponseFault) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress.map { $0 + sent }, $0.count - sent, 0) }
      guard count > 0 else { throw HTTPResponseFault("the connection ended while a request was sent") }
      sent += count
    }
  }

  private func readBody(of head: HTTPClientResponseHead) throws(HTTPResponseFault) -> [UInt8] {
    guard case .length(let length) = head.framing else { return [] }
    while received.count < length { try fill() }
    defer { received.removeFirst(length) }
    return Array(received.prefix(length))
  }

  private func readChunks() throws(HTTPResponseFault) -> [UInt8] {
    var decoder = ChunkDecoder()
    var body: [UInt8] = []
    while true {
      let isAtEnd = decoder.take(received[...]) { body += $0 }
      received = []
      if isAtEnd { return body }
      try fill()
    }
  }

  private func fill() throws(HTTPResponseFault) {
    let count = recv(descriptor, &block, block.count, 0)
    guard count > 0 else { throw HTTPResponseFault("the connection ended before an answer was complete") }
    received += block.prefix(count)
  }
}
