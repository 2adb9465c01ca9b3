// SPDX-License-Identifier: Apache-2.0

import WoofModel
import WoofHTTPSemantics

/// A request, ready to be sent.
struct HTTPClientRequest: Sendable {
  /// The bytes of head and body, as HTTP/1.1 has them.
  let bytes: [UInt8]
  /// The body; `nil` for a request that has none.
  let body: [UInt8]?
  /// The fields of the head, as HTTP/2 has them (RFC 9113 §8.3.1).
  let http2Fields: [(name: String, value: String)]

  /// Makes a request.
  ///
  /// - Parameters:
  ///   - fields: Fields besides `Host` and `Content-Length`.
  ///   - body: The body; without one there is no `Content-Length`.
  init(
    _ method: String, _ target: String, account: BenchAccount? = nil, fields: [String: String] = [:],
    body: [UInt8]? = nil
  ) {
    bytes =
      Self.head(method, target, account: account, fields: fields, contentLength: body?.count) + (body ?? [])
    self.body = body
    var http2Fields = [(":method", method), (":scheme", "http"), (":authority", "127.0.0.1"), (":path", target)]
    if let account { http2Fields.append(("authorization", account.authorization)) }
    http2Fields += fields.map { ($0.key.lowercased(), $0.value) }
    if let body { http2Fields.append(("content-length", String(body.count))) }
    self.http2Fields = http2Fields
  }

  /// The head of a request whose body comes from elsewhere.
  static func head(
    _ method: String, _ target: String, account: BenchAccount?, fields: [String: String], contentLength: Int?
  ) -> [UInt8] {
    var text = "\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    if let account { text += "Authorization: \(account.authorization)\r\n" }
    for (name, value) in fields { text += "\(name): \(value)\r\n" }
    if let contentLength { text += "Content-Length: \(contentLength)\r\n" }
    return Array((text + "\r\n").utf8)
  }
}

/// An account that a benchmark signs in with.
struct BenchAccount: Hashable, Sendable {
  let name: String
  let password: String

  /// The value of `Authorization` (RFC 7617 §2).
  let authorization: String

  init(name: String) {
    self.name = name
    password = "password of \(name)"
    authorization = HTTPBasicCredentials.authorization(name: name, password: password)
  }

  /// Returns a number of accounts, named `bench1`, `bench2` and so on.
  static func several(_ count: Int) -> [BenchAccount] { (1...count).map { BenchAccount(name: "bench\($0)") } }
}
