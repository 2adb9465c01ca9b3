// SPDX-License-Identifier: Apache-2.0

/// A place in a text, as editors count: both from 1, columns in Unicode scalars.
package struct TextLocation: Hashable, Sendable, CustomStringConvertible {
  /// The line, from 1.
  package let line: Int
  /// The column, from 1.
  package let column: Int

  /// The line and the column with a colon between them.
  package var description: String { "\(line):\(column)" }

  /// Finds the place of the scalar at `offset`.
  init(of offset: Int, in scalars: some Sequence<Unicode.Scalar>) {
    var line = 1
    var column = 1
    var previous: Unicode.Scalar?
    for scalar in scalars.prefix(offset) {
      if scalar == "\n", previous == "\r" {
        column = 1
      } else if JSON5Grammar.isLineTerminator(scalar) {
        (line, column) = (line + 1, 1)
      } else {
        column += 1
      }
      previous = scalar
    }
    (self.line, self.column) = (line, column)
  }
}
