// SPDX-License-Identifier: Apache-2.0

import WoofModel

/// The members of a JSON object, which are taken one by one, so that unknown ones are noticed.
struct JSONMembers {
  private let place: String
  private var members: [String: JSONValue]

  init(_ value: JSONValue, _ place: String) throws(PluginError) {
    guard case .object(let members) = value else { throw PluginError(.manifest, "\(place) has to be an object") }
    self.place = place
    self.members = members
  }

  mutating func take(_ name: String) -> JSONValue? { members.removeValue(forKey: name) }

  mutating func text(_ name: String) throws(PluginError) -> String? {
    guard let value = take(name) else { return nil }
    guard case .string(let text) = value else { throw fault(name, "has to be a string") }
    return text
  }

  mutating func needed<Value>(
    _ name: String, _ read: (inout JSONMembers) throws(PluginError) -> Value?
  ) throws(PluginError) -> Value {
    guard let value = try read(&self) else { throw fault(name, "is missing") }
    return value
  }

  mutating func integer(_ name: String, in range: ClosedRange<Int64>) throws(PluginError) -> Int64? {
    guard let value = take(name) else { return nil }
    guard case .integer(let number) = value, range.contains(number) else {
      throw fault(name, "has to be an integer from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  mutating func texts(_ name: String) throws(PluginError) -> [String]? {
    guard let value = take(name) else { return nil }
    guard case .array(let values) = value else { throw fault(name, "has to be a list of strings") }
    var texts: [String] = []
    for case .string(let text) in values { texts.append(text) }
    guard texts.count == values.count else { throw fault(name, "has to be a list of strings") }
    return texts
  }

  func fault(_ name: String, _ reason: String) -> PluginError {
    PluginError(.manifest, "\(place): \(name) \(reason)")
  }

  /// Refuses what has not been taken: a misspelt name would else be a limit that does not hold.
  func finish() throws(PluginError) {
    guard let name = members.keys.min() else { return }
    throw PluginError(.manifest, "\(place) has a member \(name) that nobody knows; take it out or correct its name")
  }
}
