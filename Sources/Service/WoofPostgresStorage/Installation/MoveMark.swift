// SPDX-License-Identifier: Apache-2.0

internal import WoofCryptography
package import WoofPostgreSQL

/// The random bytes that both sides of a move have: those that the copy was made with are those under which changes are noted.
package enum MoveMark {
  /// The two sides of a move, and the end of one.
  package enum Side: String {
    /// Records are copied into it. It is not whole, and no node uses it.
    case target = "move-mark"
    /// Its changes are noted, while nodes go on.
    case source = "noting-mark"
    /// Nothing but a move writes to it any more.
    case closed = "closed-mark"
  }

  /// Makes a new mark.
  package static func make() -> [UInt8] { SystemRandomSource().bytes(16) }

  /// Leaves a mark in a database.
  ///
  /// - Throws: ``WoofPostgreSQL/PostgreSQLError``.
  package static func keep(
    _ mark: [UInt8], as side: Side, in transaction: PostgreSQLTransaction
  ) throws(PostgreSQLError) {
    try transaction.run(
      PostgreSQLStatement(
        """
        INSERT INTO installation (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value
        """, .text(side.rawValue), .bytes(mark)))
  }

  /// Reads the mark of a database; `nil` where there is none.
  ///
  /// - Throws: ``WoofPostgreSQL/PostgreSQLError``.
  package static func read(as side: Side, in transaction: PostgreSQLTransaction) throws(PostgreSQLError) -> [UInt8]? {
    try transaction.run(
      PostgreSQLStatement("SELECT value FROM installation WHERE name = $1", .text(side.rawValue))
    ).first { (row) throws(PostgreSQLError) in try row.bytes() }
  }

  /// Removes the mark of a database.
  ///
  /// - Throws: ``WoofPostgreSQL/PostgreSQLError``.
  package static func remove(as side: Side, in transaction: PostgreSQLTransaction) throws(PostgreSQLError) {
    try transaction.run(
      PostgreSQLStatement("DELETE FROM installation WHERE name = $1", .text(side.rawValue)))
  }

  /// SQL: `true` where nobody but a move may write.
  static let isClosed = "EXISTS (SELECT FROM installation WHERE name = '\(Side.closed.rawValue)')"
  /// SQL: `true` while a move copies records into the database, or makes sure that it has taken the last out of it.
  static let isUnderWay = """
    (EXISTS (SELECT FROM installation WHERE name = '\(Side.target.rawValue)') OR \(isClosed)
      AND EXISTS (SELECT FROM installation WHERE name = '\(Side.source.rawValue)'))
    """
}

/// The use that nodes may make of a database.
package enum DatabaseReadiness: Hashable, Sendable {
  /// They may use it.
  case ready
  /// They wait: records are being moved.
  case moving
  /// They must not: all records have been moved into a data folder.
  case moved
}
