// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine

/// The number of items that a list has at most, by the options `--limit` and `--all`.
struct ListLimit: Hashable, Sendable {
  private static let standard = 50

  /// The number; `nil` for all items.
  let count: Int?

  /// Reads the options, of which only one may be given.
  ///
  /// - Parameters:
  ///   - items: The items, for people; empty, the default, where the command says what they are.
  ///   - all: The sentence that says what `--all` gives.
  init(from reader: inout ArgumentReader, of items: String = "", all: String) {
    let words = items.isEmpty ? "How many" : "How many \(items)"
    let number = reader.option(
      "--limit", .integer(in: 1...1_000_000), "\(words) at most; by default \(Self.standard).")
    let isAll = reader.flag("--all", all)
    count = isAll ? nil : number ?? Self.standard
    if isAll, number != nil { reader.refuse(because: "--all and --limit do not go together; leave one out") }
  }

  /// The number of items that are asked for at once, where the service gives so many at most.
  func pageSize(upTo greatest: Int) -> Int { min(count ?? greatest, greatest) }
}
