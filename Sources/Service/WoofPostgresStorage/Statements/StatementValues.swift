// SPDX-License-Identifier: Apache-2.0

internal import WoofPostgreSQL

/// The values of a statement whose text is being put together.
struct StatementValues {
  /// The values, the first for `$1`.
  private(set) var all: [PostgreSQLValue] = []

  /// Adds a value.
  ///
  /// - Returns: Its place, such as `$1`.
  mutating func add(_ value: PostgreSQLValue) -> String {
    all.append(value)
    return "$\(all.count)"
  }
}
