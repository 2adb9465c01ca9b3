// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

/// The fields of a message's head in their order (RFC 9110 §5). Names are compared without regard to the case of ASCII
/// letters.
struct HTTPFields: Sendable, Hashable, Codable {
  /// One line of the head.
  struct Field: Sendable, Hashable, Codable {
    let name: String
    let value: String
  }

  private(set) var lines: [Field]

  init() { lines = [] }

  init(_ lines: [(name: String, value: String)]) {
    self.lines = lines.map { Field(name: $0.name, value: $0.value) }
  }

  /// The fields a response says it has; each name once, since the type joins lines of one name.
  init(_ response: HTTPURLResponse) {
    lines = response.allHeaderFields.compactMap { name, value in
      guard let name = name as? String, let value = value as? String else { return nil }
      return Field(name: name, value: value)
    }
    .sorted { $0.name < $1.name }
  }

  /// The fields set on a request.
  init(_ request: URLRequest) {
    lines = (request.allHTTPHeaderFields ?? [:]).map { Field(name: $0.key, value: $0.value) }
      .sorted { $0.name < $1.name }
  }

  /// The values of all lines of a name, in their order.
  func values(of name: String) -> [String] {
    lines.compactMap { Self.namesAreEqual($0.name, name) ? $0.value : nil }
  }

  /// The value of a field: that of its lines joined with commas (RFC 9110 §5.3). Setting it leaves one line.
  subscript(name: String) -> String? {
    get {
      let values = values(of: name)
      return values.count > 1 ? values.joined(separator: ", ") : values.first
    }
    set {
      lines.removeAll { Self.namesAreEqual($0.name, name) }
      if let newValue { lines.append(Field(name: name, value: newValue)) }
    }
  }

  func contains(_ name: String) -> Bool { lines.contains { Self.namesAreEqual($0.name, name) } }

  mutating func append(_ name: String, _ value: String) { lines.append(Field(name: name, value: value)) }

  mutating func remove(_ name: String) { lines.removeAll { Self.namesAreEqual($0.name, name) } }

  /// The lines as the types of Foundation take them: one value for each name.
  var joined: [String: String] {
    var joined: [String: String] = [:]
    var spellings: [String: String] = [:]
    for line in lines {
      let spelling = spellings[line.name.lowercased(), default: line.name]
      spellings[line.name.lowercased()] = spelling
      joined[spelling] = joined[spelling].map { "\($0), \(line.value)" } ?? line.value
    }
    return joined
  }

  static func namesAreEqual(_ left: String, _ right: String) -> Bool {
    left.utf8.count == right.utf8.count
      && left.utf8.elementsEqual(right.utf8) { $0.asciiLowercased == $1.asciiLowercased }
  }
}

extension UInt8 {
  /// The same byte, or the small letter where it is a capital one of ASCII.
  var asciiLowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }

  /// `true` if an HTTP token may contain the byte (RFC 9110 §5.6.2).
  var isTokenCharacter: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E, 0x5F, 0x60, 0x7C, 0x7E: true
    default: false
    }
  }
}
