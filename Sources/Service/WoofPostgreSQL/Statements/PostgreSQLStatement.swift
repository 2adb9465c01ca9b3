// SPDX-License-Identifier: Apache-2.0

/// A statement and the values that it works on.
package struct PostgreSQLStatement: Hashable, Sendable {
  /// One statement of SQL; values come in by `$1`, `$2`, … and never as part of the text.
  package let text: String
  /// The values, the first for `$1`.
  package let parameters: [PostgreSQLValue]

  /// Makes a statement.
  package init(_ text: String, _ parameters: PostgreSQLValue...) { self.init(text, parameters) }

  /// Makes a statement.
  package init(_ text: String, _ parameters: [PostgreSQLValue]) {
    self.text = text
    self.parameters = parameters
  }
}

/// Statements that are sent at once, as one transaction, and answered together: what one of them breaks, all have not done.
///
/// A batch names everything that it needs and leaves nothing behind in the session, so that it may run on any connection,
/// and on any server connection of a pooler in transaction mode.
package struct PostgreSQLBatch: Hashable, Sendable {
  /// The effect that a batch may have.
  package enum Effect: Hashable, Sendable {
    /// It reads: sending it again does nothing twice.
    case reads
    /// It writes. Where the connection is lost after it was sent, its outcome is unknown.
    case writes
  }

  /// The statements, in their order.
  package var statements: [PostgreSQLStatement]
  /// The effect that it may have.
  package var effect: Effect
  /// The longest that one of the statements may take on the server (`statement_timeout`); `nil` for the server's own limit.
  package var statementTimeout: Duration?
  /// The longest that one of them may wait for a lock (`lock_timeout`); `nil` for the server's own limit.
  package var lockTimeout: Duration?

  /// Makes a batch.
  package init(
    _ statements: [PostgreSQLStatement], effect: Effect, statementTimeout: Duration? = nil, lockTimeout: Duration? = nil
  ) {
    self.statements = statements
    self.effect = effect
    self.statementTimeout = statementTimeout
    self.lockTimeout = lockTimeout
  }

  /// A batch of one statement that reads.
  package static func reading(_ statement: PostgreSQLStatement) -> PostgreSQLBatch {
    PostgreSQLBatch([statement], effect: .reads)
  }

  /// A transaction that writes.
  package static func writing(_ statements: [PostgreSQLStatement]) -> PostgreSQLBatch {
    PostgreSQLBatch(statements, effect: .writes)
  }

  /// The statements that go over the wire: those of the batch, behind its limits.
  ///
  /// What stands before a sync is one transaction (Message Flow, "Pipelining"). A block of BEGIN and COMMIT would be two messages
  /// more, and after an error it would have to be ended by another one, into which the batches behind it would run.
  package var frame: PostgreSQLFrame {
    let limits = [("statement_timeout", statementTimeout), ("lock_timeout", lockTimeout)].compactMap { name, limit in
      limit.map { (name, Self.milliseconds($0)) }
    }
    guard !limits.isEmpty else { return PostgreSQLFrame(statements: statements, start: 0) }
    // Local to the transaction, as SET LOCAL is, and a statement that takes parameters.
    let calls = limits.indices.map { "set_config($\(2 * $0 + 1), $\(2 * $0 + 2), true)" }.joined(separator: ", ")
    let setting = PostgreSQLStatement("SELECT \(calls)", limits.flatMap { [.text($0.0), .text($0.1)] })
    return PostgreSQLFrame(statements: [setting] + statements, start: 1)
  }

  /// A limit as the server reads it; 0 would mean none.
  private static func milliseconds(_ limit: Duration) -> String {
    let (seconds, attoseconds) = limit.components
    return "\(max(1, seconds * 1000 + attoseconds / 1_000_000_000_000_000))"
  }
}

/// The statements of a batch as they go over the wire, before one sync.
package struct PostgreSQLFrame: Hashable, Sendable {
  /// The statements.
  package let statements: [PostgreSQLStatement]
  /// The position of the first one that the batch named.
  let start: Int

  /// The position within the batch of a statement of the frame; `nil` for one before it.
  package func position(of index: Int) -> Int? { index >= start ? index - start : nil }
}
