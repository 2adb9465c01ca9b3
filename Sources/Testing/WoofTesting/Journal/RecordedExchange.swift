// SPDX-License-Identifier: Apache-2.0

internal import Foundation
public import WoofModel

/// A field of a request or a response.
public struct MessageField: Hashable, Sendable, Codable {
  /// The name, as it was sent.
  public var name: String
  /// The value; bytes that are not UTF-8 are replaced.
  public var value: String

  /// Makes a field.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// `true` if its value is a credential.
  var isSecret: Bool { ["authorization", "proxy-authorization", "cookie"].contains(name.lowercased()) }
}

extension [MessageField] {
  /// The value of the first field of a name, in whatever case.
  public subscript(name: String) -> String? {
    first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// A body, as far as the journal keeps it.
public struct RecordedBody: Hashable, Sendable, Codable {
  /// The first bytes of the body, without its framing.
  public var bytes: [UInt8] = []
  /// The number of bytes of the whole body.
  public var byteCount = 0

  /// `true` if all bytes have been kept.
  public var isWhole: Bool { bytes.count == byteCount }
  /// The bytes as text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  private enum CodingKeys: String, CodingKey {
    case bytes
    case byteCount
  }

  /// Makes an empty body.
  public init() {}

  /// Reads a body, whose bytes are in base64.
  ///
  /// - Throws: `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    bytes = [UInt8](try container.decode(Data.self, forKey: .bytes))
    byteCount = try container.decode(Int.self, forKey: .byteCount)
  }

  /// Writes the body, its bytes in base64.
  ///
  /// - Throws: `EncodingError`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Data(bytes), forKey: .bytes)
    try container.encode(byteCount, forKey: .byteCount)
  }

  mutating func append(_ part: some Collection<UInt8>, keeping limit: Int) {
    byteCount += part.count
    if bytes.count < limit { bytes.append(contentsOf: part.prefix(limit - bytes.count)) }
  }
}

/// A response that went to a client.
public struct RecordedResponse: Hashable, Sendable, Codable {
  /// The status.
  public var status: Int
  /// The fields, in their order.
  public var fields: [MessageField]
  /// The body.
  public var body = RecordedBody()
}

/// A request that arrived, and what became of it.
public struct RecordedExchange: Hashable, Sendable, Codable {
  /// The state of an exchange.
  public enum Outcome: String, Hashable, Sendable, Codable {
    /// It is under way.
    case running
    /// The whole response was sent.
    case complete
    /// The connection, or the stream of HTTP/2, ended before.
    case broken
  }

  /// The position among all requests of the harness, from 1.
  public var number: Int
  /// The number of the connection that it came on, from 1.
  public var connection: Int
  /// The number of its stream on that connection, where it came over HTTP/2; `nil` over HTTP/1.1.
  public var stream: Int?
  /// The time at which its head had arrived, by the harness's clock, in milliseconds since 1970.
  public var time: Int64
  /// The method.
  public var method: String
  /// The path as it was sent.
  public var path: String
  /// The query as it was sent, without its question mark; `nil` where there was none.
  public var query: String?
  /// The fields, in their order.
  public var fields: [MessageField]
  /// The body, as far as it has arrived.
  public var body = RecordedBody()
  /// The statuses of interim responses (1xx) that were sent.
  public var interims: [Int] = []
  /// The response, from when its head was sent.
  public var response: RecordedResponse?
  /// The faults that it met.
  public var faults: [String] = []
  /// The state of the exchange.
  public var outcome = Outcome.running

  private enum CodingKeys: String, CodingKey {
    case number, connection, stream, time, method, path, query, fields, body, interims
    case response = "answer"
    case faults, outcome
  }

  /// The path and the query.
  public var target: String { query.map { "\(path)?\($0)" } ?? path }
  /// The time at which its head had arrived.
  public var receivedAt: Timestamp { Timestamp(milliseconds: time) }
  /// `true` if there are passwords in its body.
  var carriesPassword: Bool {
    path == "/v1/me/password" || path == "/admin/v1/accounts" && method == "POST"
      || path.hasPrefix("/admin/v1/accounts/") && path.hasSuffix("/password")
  }
}
