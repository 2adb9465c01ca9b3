// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofPostgreSQL

/// The statement that lets nobody sign in with an account any more, and notes that all it has is to go.
///
/// It runs under the lock of the change log: what is written after it sees that the account is deleted, and what was written
/// before it is there for those who remove it.
struct AccountDeletionStatement: Sendable {
  /// The time for which nobody else goes on with a deletion that somebody works on, in milliseconds.
  static let lease: Int64 = 60_000

  let name: AccountName

  /// The statement, whose row ``outcome(_:isOutcomeUnknown:)`` reads; it has none where the name is unknown.
  var statement: PostgreSQLStatement { PostgreSQLStatement(Self.sql, .text(name.text)) }

  /// Reads the answer to the statement.
  ///
  /// - Parameter isOutcomeUnknown: `true` if an earlier attempt may have done it.
  func outcome(
    _ rows: PostgreSQLRows?, isOutcomeUnknown: Bool
  ) throws(PostgreSQLError) -> WriteBatch.Outcome {
    let answer = try rows?.first { (row) throws(PostgreSQLError) in
      (
        account: try row.accountID(), isDeleted: try row.boolean(), isUnderWay: try row.boolean(),
        generation: try row.integer()
      )
    }
    guard let answer, answer.isDeleted || isOutcomeUnknown && answer.isUnderWay else {
      return .failed(WoofError.noAccount(name))
    }
    return .answered(.deletedAccount(answer.account, generation: answer.generation))
  }

  private static let sql = """
    WITH deleted AS (
      UPDATE account SET deleted_at = \(PostgresSchema.now), is_disabled = true, is_administrator = false, password_hash = ''
      WHERE name = $1 AND deleted_at IS NULL RETURNING number),
    noted AS (
      INSERT INTO account_deletion (account, claimed_until) SELECT number, \(PostgresSchema.now) + \(lease) FROM deleted),
    generation AS (
      UPDATE counter SET value = value + 1 WHERE name = 'credential-generation' AND EXISTS (SELECT FROM deleted)
      RETURNING value)
    SELECT number, EXISTS (SELECT FROM deleted), EXISTS (SELECT FROM account_deletion WHERE account = number),
      coalesce((SELECT value FROM generation), (SELECT value FROM counter WHERE name = 'credential-generation'))
    FROM account WHERE name = $1
    """
}
