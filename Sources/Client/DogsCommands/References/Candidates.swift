// SPDX-License-Identifier: Apache-2.0

/// The photos or albums that may be meant where a reference fits several.
struct Candidates: Hashable, Sendable {
  /// So many are named at most.
  static let limit = 10

  /// The ids of those that are named.
  let ids: [String]
  /// Their ids and names in words, and whether there are more.
  let text: String

  init(_ found: [(id: String, name: String)]) {
    let shown = found.prefix(Self.limit)
    ids = shown.map(\.id)
    let names = shown.map { $0.name.isEmpty ? $0.id : "\($0.id) ‘\($0.name)’" }
    text = names.joined(separator: ", ") + (found.count > shown.count ? " and more" : "")
  }
}
