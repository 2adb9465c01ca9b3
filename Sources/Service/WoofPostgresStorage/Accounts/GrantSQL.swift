// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofPostgreSQL

/// The statements of what an account is granted: app passwords, sessions, invitations and tickets.
///
/// Whatever adds or removes a grant locks the row of its account first, in a statement of its own: the next one sees all that
/// others have committed until then, so that counts are exact and nothing is granted beside a change of the password.
/// A transaction that needs the lock of the change log as well takes that before.
enum GrantSQL {
  /// A table of grants, by its name.
  enum Table: String, CaseIterable {
    case appPassword = "app_password"
    case browserSession = "browser_session"
    case invitation
    case uploadTicket = "upload_ticket"
  }

  /// Locks the row of an account.
  static func lock(_ account: AccountID) -> PostgreSQLStatement {
    PostgreSQLStatement("SELECT number FROM account WHERE number = $1 FOR NO KEY UPDATE", .integer(account.rawValue))
  }

  /// Locks the row of an account.
  static func lock(_ name: AccountName) -> PostgreSQLStatement {
    PostgreSQLStatement("SELECT number FROM account WHERE name = $1 FOR NO KEY UPDATE", .text(name.text))
  }

  /// The statement that adds a grant, with the values of ``Grant/values``, whose one row ``GrantAnswer`` reads.
  ///
  /// - Parameters:
  ///   - condition: A condition on the grants that count.
  ///   - isRevoked: A condition under which the account is not to have it.
  ///   - steps: The parts that write, each for rows of `verdict` whose `word` is `new`. They have values from `$7` on.
  ///   - removed: The part that removes what nodes may know; nothing by default.
  static func adding(
    to table: Table, counting condition: String, isRevoked: String = "false", _ steps: String, removed: String? = nil
  ) -> String {
    """
    WITH holder AS MATERIALIZED (
      SELECT is_disabled, deleted_at IS NOT NULL AS is_deleted, password_version,
        (SELECT count(*) FROM \(table.rawValue) WHERE \(table.rawValue).account = $2 AND (\(condition))) AS count
      FROM account WHERE number = $2),
    verdict AS MATERIALIZED (
      SELECT count, CASE
        WHEN EXISTS (SELECT FROM \(table.rawValue) WHERE id = $1 AND secret_hash = $3) THEN 'there'
        WHEN is_deleted THEN 'deleted'
        WHEN is_disabled THEN 'disabled'
        WHEN password_version <> $4 THEN 'outdated'
        WHEN \(isRevoked) THEN 'revoked'
        WHEN count >= $6 THEN 'full'
        ELSE 'new' END AS word
      FROM holder),
    \(steps)\(removed.map { ",\n\(advancing(after: $0))" } ?? "")
    SELECT word, count, \(removed == nil ? "NULL::int8" : "(SELECT value FROM generation)") FROM verdict
    """
  }

  /// The statement that removes grants of the account `$1`, and answers with their number and the generation.
  ///
  /// - Parameters:
  ///   - condition: A condition on those that are removed, with values from `$2` on.
  ///   - steps: Parts that remove what goes with the ids in `removed`.
  ///   - isCredential: `true` if nodes may know what is removed, so that the generation grows.
  static func removing(
    from table: Table, where condition: String, _ steps: String = "", isCredential: Bool = true
  ) -> String {
    """
    WITH removed AS (
      DELETE FROM \(table.rawValue) WHERE account = $1 AND \(condition) RETURNING id)\(steps)\(
        isCredential ? ",\n\(advancing(after: "removed"))" : "")
    SELECT count(*), \(isCredential ? "(SELECT value FROM generation)" : "NULL::int8") FROM removed
    """
  }

  /// Parts of a statement that remove the grants of the account whose number the part `changed` has, locked in the order of ids.
  static func endings(of tables: [Table], where condition: String = "true") -> String {
    tables.map { table in
      """
      , ended_\(table.rawValue) AS (
        DELETE FROM \(table.rawValue) WHERE id IN (
          SELECT id FROM \(table.rawValue) WHERE \(condition) AND account = (SELECT number FROM changed)
          ORDER BY id FOR UPDATE))
      """
    }.joined()
  }

  /// The statements that remove some grants of the account `$1`, which is deleted and gets no others, of each table.
  static func clearing(rowsAtOnce: Int) -> [String] {
    Table.allCases.map { table in
      """
      DELETE FROM \(table.rawValue) WHERE id IN (
        SELECT id FROM \(table.rawValue) WHERE account = $1 ORDER BY id LIMIT \(rowsAtOnce) FOR UPDATE)
      """
    }
  }

  /// The part that moves the generation on if another part has changed something.
  static func advancing(after part: String) -> String {
    """
    generation AS (
      UPDATE counter SET value = value + 1 WHERE name = 'credential-generation' AND EXISTS (SELECT FROM \(part))
      RETURNING value)
    """
  }
}
