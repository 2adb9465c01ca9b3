// SPDX-License-Identifier: Apache-2.0

import WoofModel

@testable import HTTP2TestKit
@testable import TestKit

/// Reads a live stream as its events come, in the protocol of the test (``ClientProtocol``).
final class EventReader {
  /// The head of the response.
  let head: ClientResponse
  private let stream: any ByteStream
  private var text = ""

  /// Asks for a stream, and reads its head.
  init(
    _ service: TestService, _ target: String = "/v1/events", as credential: Credential? = nil,
    _ fields: KeyValuePairs<String, String> = [:]
  ) throws {
    var request = ClientRequest(method: "GET", target: target)
    if let credential { request.fields.append(("Authorization", credential.authorization)) }
    for (name, value) in fields { request.fields.append((name, value)) }
    let connection = try ClientProtocol.current.connection(over: try service.connect())
    (head, stream) = try connection.open(request)
    guard head.status == 200 else { throw TestFailure("no stream: \(head.status) \(head.fields)") }
  }

  /// The next line, without its end; `nil` where the stream has ended whole.
  func line() throws -> String? {
    while true {
      if let end = text.firstIndex(of: "\n") {
        defer { text = String(text[text.index(after: end)...]) }
        return String(text[..<end])
      }
      guard let bytes = try stream.next() else { return nil }
      text += String(decoding: bytes, as: UTF8.self)
    }
  }

  /// The next change of a stream of lines; empty lines are passed over.
  func change() throws -> JSONValue {
    while let line = try line() {
      if !line.isEmpty { return try JSONValue(Array(line.utf8)) }
    }
    throw TestFailure("the stream has ended")
  }

  /// The next event of a stream of server-sent events, by the names of its fields.
  func event() throws -> [String: String] {
    var event: [String: String] = [:]
    while let line = try line() {
      if line.isEmpty {
        if event["data"] != nil { return event }
        event = [:]
        continue
      }
      let colon = line.firstIndex(of: ":") ?? line.endIndex
      event[String(line[..<colon])] = String(line[colon...].dropFirst().drop { $0 == " " })
    }
    throw TestFailure("the stream has ended")
  }

  func close() { stream.close() }
}
