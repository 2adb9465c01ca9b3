// SPDX-License-Identifier: Apache-2.0

internal import CPostgreSQL

/// One transaction on a connection of its own, for work that takes long and reads what it goes on with, as copying all records.
///
/// A service has no use for it: while one is open, the server keeps what it can see. All calls block. Whoever lets it go without
/// ``commit()`` has done nothing.
package final class PostgreSQLTransaction {
  /// The kinds of transactions.
  package enum Mode: Hashable, Sendable {
    /// It reads everything as it was at one moment.
    case snapshot
    /// It writes.
    case writing
  }

  private let session: PostgreSQLSession

  /// Connects and begins. The server's own limits of time do not count.
  ///
  /// - Throws: ``PostgreSQLError``.
  package init(_ settings: PostgreSQLSettings, _ mode: Mode) throws(PostgreSQLError) {
    session = try PostgreSQLSession(connectingBy: settings, isPipelined: false)
    switch mode {
    case .snapshot: try run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    case .writing: try run("BEGIN")
    }
    try run("SET LOCAL statement_timeout = 0")
    try run("SET LOCAL idle_in_transaction_session_timeout = 0")
  }

  /// Runs a statement.
  ///
  /// - Returns: Its rows.
  /// - Throws: ``PostgreSQLError``; nothing of the transaction is done then.
  @discardableResult
  package func run(_ statement: PostgreSQLStatement) throws(PostgreSQLError) -> PostgreSQLRows {
    let result = statement.withParameters { parameters in
      PQexecParams(
        session.handle, statement.text, parameters.count, parameters.types, parameters.values, parameters.lengths,
        parameters.formats, 1)
    }
    guard let result else { throw Self.loss }
    switch PQresultStatus(result) {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK: return PostgreSQLRows(result)
    default: break
    }
    defer { PQclear(result) }
    guard let state = woof_pq_sql_state(result) else { throw Self.loss }
    throw PostgreSQLError(
      sqlState: String(cString: state), message: woof_pq_primary_message(result).map { String(cString: $0) } ?? "",
      statement: nil, constraint: woof_pq_constraint(result).map { String(cString: $0) })
  }

  /// Runs a statement without parameters.
  ///
  /// - Throws: As ``run(_:)-(PostgreSQLStatement)``.
  @discardableResult
  package func run(_ text: String) throws(PostgreSQLError) -> PostgreSQLRows { try run(PostgreSQLStatement(text)) }

  /// Does everything at once, and ends the transaction.
  ///
  /// - Throws: ``PostgreSQLError``, with the code `outcome-unknown` where the connection was lost.
  package func commit() throws(PostgreSQLError) {
    do throws(PostgreSQLError) {
      try run("COMMIT")
    } catch  where error.code == .connectionLost {
      throw .outcomeUnknown
    }
  }

  private static let loss = PostgreSQLError(.connectionLost, "the connection to the server was lost")
}
