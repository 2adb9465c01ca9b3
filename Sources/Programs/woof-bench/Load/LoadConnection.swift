// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// One connection of a load, which sends a request, reads its response, and then may send the next.
struct LoadConnection {
  /// An outcome of a step of the connection.
  enum Step {
    /// Nothing more can be done at the moment; `isSending` is `true` if there is more to send.
    case waiting(isSending: Bool)
    /// A response is complete.
    case completed(status: Int)
    /// The connection cannot be used any more.
    case failed
  }

  let descriptor: Int32
  private(set) var sentAt: UInt64 = 0
  private(set) var isBusy = false
  private var request = LoadRequest(head: [])
  private var sentCount = 0
  private var received: [UInt8] = []
  /// The status of the response that is being read, and the number of bytes of its body that are still to come.
  private var response: (status: Int, remaining: Int)?

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Begins to send a request; the connection must not be busy.
  mutating func begin(_ request: LoadRequest) -> Step {
    self.request = request
    sentCount = 0
    response = nil
    isBusy = true
    sentAt = MonotonicClock.nanoseconds
    return send()
  }

  /// Goes on sending.
  mutating func send() -> Step {
    while sentCount < request.byteCount {
      let count = sendSome()
      if count < 0 { return errno == EAGAIN ? .waiting(isSending: true) : .failed }
      sentCount += count
    }
    return .waiting(isSending: false)
  }

  /// Reads what has come, by way of a block that the connections of a thread share.
  mutating func receive(_ block: inout [UInt8]) -> Step {
    let count = recv(descriptor, &block, block.count, 0)
    guard count > 0 else { return count < 0 && errno == EAGAIN ? .waiting(isSending: false) : .failed }
    return take(block[..<count])
  }

  private mutating func take(_ bytes: ArraySlice<UInt8>) -> Step {
    if let response { return take(bytes.count, of: response) }
    let start = received.isEmpty ? bytes : (received + bytes)[...]
    guard let head = BriefResponseHead(start) else {
      received = Array(start)
      return .waiting(isSending: false)
    }
    received = []
    return take(start.count - head.byteCount, of: (head.status, head.contentLength))
  }

  private mutating func take(_ count: Int, of response: (status: Int, remaining: Int)) -> Step {
    self.response = (response.status, response.remaining - count)
    guard response.remaining <= count else { return .waiting(isSending: false) }
    isBusy = false
    // Bytes beyond the end belong to nothing that was asked for.
    return response.remaining == count ? .completed(status: response.status) : .failed
  }

  private func sendSome() -> Int {
    let headRest = max(0, request.head.count - sentCount)
    let tailStart = max(0, sentCount - request.head.count)
    return request.head.withUnsafeBytes { head in
      request.tail.withUnsafeBytes { tail in
        var vectors = [
          iovec(
            iov_base: UnsafeMutableRawPointer(mutating: head.baseAddress.map { $0 + (head.count - headRest) }),
            iov_len: headRest),
          iovec(
            iov_base: UnsafeMutableRawPointer(mutating: tail.baseAddress.map { $0 + tailStart }),
            iov_len: tail.count - tailStart),
        ]
        guard headRest > 0, !tail.isEmpty else {
          let vector = headRest > 0 ? vectors[0] : vectors[1]
          return Glibc.send(descriptor, vector.iov_base, vector.iov_len, Int32(MSG_NOSIGNAL))
        }
        return writev(descriptor, &vectors, 2)
      }
    }
  }
}

/// The parts of a response's head that a load needs.
struct BriefResponseHead {
  let status: Int
  let byteCount: Int
  let contentLength: Int

  private static let emptyLine = Array("\r\n\r\n".utf8)
  private static let lengthNames = ["\r\nContent-Length: ", "\r\ncontent-length: "].map { Array($0.utf8) }

  /// Reads a head; `nil` if its end has not come yet, or the bytes are not a head.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard let end = bytes.firstOffset(of: Self.emptyLine), end >= 12 else { return nil }
    let head = bytes.prefix(end)
    status = Self.number(head.dropFirst(9).prefix(3))
    byteCount = end + Self.emptyLine.count
    contentLength = Self.contentLength(in: head)
  }

  private static func contentLength(in head: ArraySlice<UInt8>) -> Int {
    for name in lengthNames {
      if let offset = head.firstOffset(of: name) { return number(head.dropFirst(offset + name.count)) }
    }
    return 0
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    var number = 0
    for byte in bytes {
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { break }
      number = number * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return number
  }
}

/// A request of a load: a run of bytes of its own, and perhaps another that many requests share.
struct LoadRequest: Sendable {
  /// The head, and the part of the body that is this request's alone.
  var head: [UInt8]
  /// The rest of the body.
  var tail: ArraySlice<UInt8> = []

  var byteCount: Int { head.count + tail.count }
}
