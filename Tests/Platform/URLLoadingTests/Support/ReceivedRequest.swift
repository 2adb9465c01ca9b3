// SPDX-License-Identifier: Apache-2.0

/// A request as a server sees it.
struct ReceivedRequest: Sendable {
  var method: String
  var target: String
  /// The fields, in their order, as they came.
  var fields: [(name: String, value: String)]
  var body: [UInt8] = []

  var text: String { String(decoding: body, as: UTF8.self) }

  init(head: String) throws {
    let lines = head.split(separator: "\r\n")
    let words = (lines.first ?? "").split(separator: " ")
    guard words.count == 3 else { throw ServerConnection.Failure(description: "no request line: \(head)") }
    method = String(words[0])
    target = String(words[1])
    fields = lines.dropFirst().compactMap { line in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      return (String(line[..<colon]), String(line[line.index(after: colon)...].drop { $0 == " " }))
    }
  }

  /// The value of a field, by its name in lower case.
  func field(_ name: String) -> String? { fields.first { $0.name.lowercased() == name }?.value }
}
