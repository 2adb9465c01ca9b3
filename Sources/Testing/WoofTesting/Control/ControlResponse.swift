// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import WoofHTTP
internal import WoofModel

/// Renders the responses of the control API.
enum ControlResponse {
  static func json(_ value: JSONValue, status: HTTPStatus = 200) -> HTTPResponse {
    var writer = JSONWriter()
    writer.value(value)
    writer.newline()
    return HTTPResponse(
      status, fields: HTTPFields([.contentType: "application/json"]), body: .bytes(HTTPBytes(writer.bytes)))
  }

  static func problem(_ detail: String, status: HTTPStatus) -> HTTPResponse {
    let value = JSONValue.object([
      "title": .string(status.reason), "status": .integer(Int64(status.code)), "detail": .string(detail),
    ])
    var response = json(value, status: status)
    response.fields = HTTPFields([.contentType: "application/problem+json"])
    return response
  }

  /// Returns the response to a request that failed: a problem document that says why.
  static func failure(_ error: any Error) -> HTTPResponse {
    switch error {
    case let error as HarnessError: problem(error.description, status: error.code == .stopped ? 503 : 400)
    case let error as WoofError: problem(error.message, status: HTTPStatus(max(400, error.code.status)))
    default: problem("\(error)", status: 500)
    }
  }

  /// A request of the journal.
  static func value(_ exchange: RecordedExchange) -> JSONValue {
    var members: [String: JSONValue] = [
      "number": .integer(Int64(exchange.number)), "connection": .integer(Int64(exchange.connection)),
      "receivedAt": .string(exchange.receivedAt.description), "method": .string(exchange.method),
      "path": .string(exchange.path), "fields": value(exchange.fields),
      "body": exchange.carriesPassword ? hidden(exchange.body) : value(exchange.body),
      "outcome": .string(exchange.outcome.rawValue),
    ]
    if let query = exchange.query { members["query"] = .string(query) }
    if !exchange.faults.isEmpty { members["faults"] = .array(exchange.faults.map { .string($0) }) }
    if let response = exchange.response {
      members["answer"] = .object([
        "status": .integer(Int64(response.status)), "fields": value(response.fields), "body": value(response.body),
      ])
    }
    return .object(members)
  }

  /// Fields in their order; the values of credentials are not shown.
  private static func value(_ fields: [MessageField]) -> JSONValue {
    .array(
      fields.map { field in
        .object(["name": .string(field.name), "value": .string(field.isSecret ? "…" : field.value)])
      })
  }

  /// A body of which nobody is to see more than how long it is.
  private static func hidden(_ body: RecordedBody) -> JSONValue {
    .object(["byteCount": .integer(Int64(body.byteCount)), "text": "…"])
  }

  /// A body as text where it is text, else in base64.
  private static func value(_ body: RecordedBody) -> JSONValue {
    var members: [String: JSONValue] = ["byteCount": .integer(Int64(body.byteCount))]
    if let text = String(validating: body.bytes, as: UTF8.self) {
      members["text"] = .string(text)
    } else {
      members["base64"] = .string(Data(body.bytes).base64EncodedString())
    }
    return .object(members)
  }
}
