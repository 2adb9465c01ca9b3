// SPDX-License-Identifier: Apache-2.0

/// A response as a client sees it.
struct ReceivedResponse {
  var status: Int
  var head: String
  var body: [UInt8]

  var text: String { String(decoding: body, as: UTF8.self) }

  /// The value of a field, by its name in lower case.
  func field(_ name: String) -> String? {
    for line in head.split(separator: "\r\n").dropFirst() {
      guard let colon = line.firstIndex(of: ":"), line[..<colon].lowercased() == name else { continue }
      return String(line[line.index(after: colon)...].drop { $0 == " " })
    }
    return nil
  }
}

/// Something that a response can be read from.
protocol ResponseSource {
  func receive(count: Int) throws -> [UInt8]
  func receive(through mark: String) throws -> String
}

extension RawClient: ResponseSource {}

extension ResponseSource {
  /// The next response; `toHead` where it is that of a HEAD request. Chunks are taken out of their framing.
  func receiveResponse(toHead: Bool = false) throws -> ReceivedResponse {
    let head = try receive(through: "\r\n\r\n")
    let words = head.split(separator: " ", maxSplits: 2)
    guard words.count > 1, let status = Int(words[1].prefix(3)) else {
      throw RawClient.Failure(reason: "no status line: \(head)")
    }
    var response = ReceivedResponse(status: status, head: head, body: [])
    guard !toHead, status >= 200, status != 204, status != 304 else { return response }
    if response.field("transfer-encoding") == "chunked" {
      response.body = try receiveChunks()
    } else if let count = response.field("content-length").flatMap({ Int($0) }) {
      response.body = try receive(count: count)
    }
    return response
  }

  /// The next chunk's bytes; empty for the last chunk.
  func receiveChunk() throws -> [UInt8] {
    let line = try receive(through: "\r\n")
    guard let count = Int(line.dropLast(1), radix: 16) else {
      throw RawClient.Failure(reason: "no chunk size: \(line)")
    }
    let bytes = try receive(count: count)
    guard try receive(count: 2) == [13, 10] else { throw RawClient.Failure(reason: "a chunk without its end") }
    return bytes
  }

  private func receiveChunks() throws -> [UInt8] {
    var body: [UInt8] = []
    while true {
      let chunk = try receiveChunk()
      if chunk.isEmpty { return body }
      body += chunk
    }
  }
}
