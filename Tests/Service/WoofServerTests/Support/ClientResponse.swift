// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit

/// A response of the service, read.
struct ClientResponse: Sendable {
  let status: Int
  let fields: [(name: String, value: String)]
  let body: [UInt8]

  init(status: Int, fields: [(name: String, value: String)], body: [UInt8]) {
    self.status = status
    self.fields = fields
    self.body = body
  }

  init(_ response: ReceivedResponse) {
    status = response.status
    body = response.body
    fields = response.head.split(separator: "\r\n").dropFirst().map { line in
      let colon = line.firstIndex(of: ":") ?? line.endIndex
      return (String(line[..<colon]), String(line[colon...].dropFirst().drop { $0 == " " }))
    }
  }

  var text: String { String(decoding: body, as: UTF8.self) }

  /// The value of a field; `nil` where it is not there, or more than once.
  subscript(name: String) -> String? {
    let values = self.values(name)
    return values.count == 1 ? values[0] : nil
  }

  /// The values of all fields of a name.
  func values(_ name: String) -> [String] {
    fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
  }

  /// The body as JSON.
  func json() throws -> JSONValue {
    guard let type = self["Content-Type"], type == "application/json" || type == "application/problem+json" else {
      throw TestFailure("an answer \(status) of type \(self["Content-Type"] ?? "none"), not JSON: \(text.prefix(200))")
    }
    return try JSONValue(body)
  }

  /// A member of the body.
  func member(_ name: String) throws -> JSONValue? { try json()[name] }

  /// The name of the problem that the body tells, where it is a problem document as the contract has it.
  var problem: String? {
    guard self["Content-Type"] == "application/problem+json", let document = try? JSONValue(body),
      let type = document["type"].text, type.hasPrefix(WoofError.Code.typePrefix),
      let code = WoofError.Code.all.first(where: { $0.type == type }), document["title"].text == code.title,
      document["status"].integer == Int64(status), document["detail"].text?.isEmpty == false
    else { return nil }
    return code.name
  }

  /// `true` if it has what every response has to have.
  var isComplete: Bool {
    self["Date"] != nil && self["X-Content-Type-Options"] == "nosniff" && self["Request-Id"]?.isEmpty == false
  }
}
