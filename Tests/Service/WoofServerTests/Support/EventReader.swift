// SPDX-License-Identifier: Apache-2.0

import WoofModel

@testable import TestKit

/// Reads a live stream as its events come.
final class EventReader {
  /// The head of the response.
  let head: ClientResponse
  private let connection: RawClient
  private var text = ""

  /// Asks for a stream, and reads its head.
  init(
    _ service: TestService, _ target: String = "/v1/events", as credential: Credential? = nil,
    _ fields: KeyValuePairs<String, String> = [:]
  ) throws {
    connection = try service.connect()
    var request = "GET \(target) HTTP/1.1\r\nHost: localhost\r\n"
    if let credential { request += "Authorization: \(credential.authorization)\r\n" }
    for (name, value) in fields { request += "\(name): \(value)\r\n" }
    try connection.send("\(request)\r\n")
    let text = try connection.receive(through: "\r\n\r\n")
    guard text.hasPrefix("HTTP/1.1 200 ") else { throw TestFailure("no stream: \(text)") }
    head = ClientResponse(ReceivedResponse(status: 200, head: text, body: []))
  }

  /// The next line, without its end; `nil` where the stream has ended whole.
  func line() throws -> String? {
    while true {
      if let end = text.firstIndex(of: "\n") {
        defer { text = String(text[text.index(after: end)...]) }
        return String(text[..<end])
      }
      let chunk = try connection.receiveChunk()
      if chunk.isEmpty { return nil }
      text += String(decoding: chunk, as: UTF8.self)
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

  func close() { connection.close() }
}
