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
  /// - Throws: ``HTTPAnswerFault`` if no process listens.
  init(port: UInt16) throws(HTTPAnswerFault) {
    guard let descriptor = LoopbackSocket.connect(port: port, blocking: true) else {
      throw HTTPAnswerFault("no connection to port \(port): \(String(cString: strerror(errno)))")
    }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Sends a request and waits for its answer.
  ///
  /// - Throws: ``HTTPAnswerFault`` where the connection ends before the answer is complete.
  func send(_ request: HTTPClientRequest) throws(HTTPAnswerFault) -> HTTPAnswer {
    try write(request.bytes)
    return try receive()
  }

  /// Waits for the answer to what has been sent.
  ///
  /// - Throws: ``HTTPAnswerFault`` where the connection ends before the answer is complete.
  func receive() throws(HTTPAnswerFault) -> HTTPAnswer {
    while true {
      if let head = try HTTPAnswerHead(received[...]) {
        received.removeFirst(head.byteCount)
        if head.status < 200 { continue }
        let body = try head.framing == .chunked ? readChunks() : readBody(of: head)
        return HTTPAnswer(status: head.status, fields: head.fields, body: body)
      }
      try fill()
    }
  }

  /// Sends bytes.
  ///
  /// - Throws: ``HTTPAnswerFault`` where the connection has ended.
  func write(_ bytes: [UInt8]) throws(HTTPAnswerFault) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress.map { $0 + sent }, $0.count - sent, 0) }
      guard count > 0 else { throw HTTPAnswerFault("the connection ended while a request was sent") }
      sent += count
    }
  }

  private func readBody(of head: HTTPAnswerHead) throws(HTTPAnswerFault) -> [UInt8] {
    guard case .length(let length) = head.framing else { return [] }
    while received.count < length { try fill() }
    defer { received.removeFirst(length) }
    return Array(received.prefix(length))
  }

  private func readChunks() throws(HTTPAnswerFault) -> [UInt8] {
    var decoder = ChunkDecoder()
    var body: [UInt8] = []
    while true {
      let isAtEnd = decoder.take(received[...]) { body += $0 }
      received = []
      if isAtEnd { return body }
      try fill()
    }
  }

  private func fill() throws(HTTPAnswerFault) {
    let count = recv(descriptor, &block, block.count, 0)
    guard count > 0 else { throw HTTPAnswerFault("the connection ended before an answer was complete") }
    received += block.prefix(count)
  }
}
