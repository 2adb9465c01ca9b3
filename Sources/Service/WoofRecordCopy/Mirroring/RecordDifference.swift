// SPDX-License-Identifier: Apache-2.0

/// A difference between the records of both sides.
package struct RecordDifference: Hashable, Sendable, CustomStringConvertible {
  /// The table, as the embedded schema has it.
  package let table: String
  /// The place and the kind of the difference.
  package let description: String

  init(_ table: String, _ description: String) {
    self.table = table
    self.description = "\(table): \(description)"
  }
}
