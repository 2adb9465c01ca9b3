// SPDX-License-Identifier: Apache-2.0

/// The text of a statement, which each connection prepares once. Statements are static members, so what is known of one
/// can be kept under its identity.
final class SQL: Sendable {
  /// The statement.
  let text: String

  /// Makes a statement of its text; values come in by `?1`, `?2`, … and never as part of the text.
  init(_ text: String) { self.text = text }
}

extension SQL {
  static let beginReading = SQL("BEGIN")
  static let beginWriting = SQL("BEGIN IMMEDIATE")
  static let commit = SQL("COMMIT")
  static let rollback = SQL("ROLLBACK")
}
