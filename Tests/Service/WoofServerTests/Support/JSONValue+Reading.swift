// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import WoofModel

/// Reads JSON as tests do: what is not there, or of another kind, is `nil`.
extension JSONValue {
  init(_ bytes: [UInt8]) throws { self = try JSONDecoder().decode(JSONValue.self, from: Data(bytes)) }

  subscript(name: String) -> JSONValue? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  subscript(index: Int) -> JSONValue? { items.indices.contains(index) ? items[index] : nil }

  /// The elements of a list; none of anything else.
  var items: [JSONValue] {
    if case .array(let items) = self { items } else { [] }
  }

  /// The names of the members.
  var names: Set<String> {
    if case .object(let members) = self { Set(members.keys) } else { [] }
  }

  var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  var integer: Int64? {
    if case .integer(let number) = self { number } else { nil }
  }
}

extension JSONValue? {
  subscript(name: String) -> JSONValue? { self.flatMap { $0[name] } }
  subscript(index: Int) -> JSONValue? { self.flatMap { $0[index] } }
  var items: [JSONValue] { self.map(\.items) ?? [] }
  var text: String? { self.flatMap(\.text) }
  var integer: Int64? { self.flatMap(\.integer) }
}
