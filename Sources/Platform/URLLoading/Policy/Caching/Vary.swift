// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

/// The fields of a request that select a stored response (RFC 9111 §4.1).
///
/// Whom a request speaks for selects too, whether a response says so or not: one process may speak for several people.
struct Vary: Hashable, Sendable {
  /// The names in small letters, sorted.
  let names: [String]
  /// `true` if `Vary` is `*`, so that no two requests select the same response.
  let isAny: Bool

  init(_ fields: HTTPFields) {
    let members = fields.values(of: "Vary").flatMap { $0.split(separator: ",") }
      .map { $0.trimmingCharacters(in: .whitespaces).lowercased() }.filter { !$0.isEmpty }
    isAny = members.contains("*")
    names = Set(members + ["authorization"]).sorted()
  }

  /// The fields of these names.
  init(names: [String]) {
    self.names = names
    isAny = false
  }

  /// Returns the values that a request has for these fields; two requests with the same values select the same
  /// response.
  func selection(of request: URLRequest) -> [String: String] {
    var selection: [String: String] = [:]
    for name in names {
      guard let value = request.value(forHTTPHeaderField: name) else { continue }
      selection[name] = Self.normalized(value)
    }
    return selection
  }

  /// Spaces around commas, and at the ends, mean nothing.
  private static func normalized(_ value: String) -> String {
    value.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: ",")
  }
}
