// SPDX-License-Identifier: Apache-2.0

package import WoofPostgreSQL

/// Makes tallies, sums and counts of likes anew from what they are counted from, in one transaction, while nodes run: they wait with
/// what they have to write until it has ended. Blocks.
package struct PostgresRecount {
  private let settings: PostgreSQLSettings

  /// Makes a recount of a database, whose schema is that of this release.
  package init(of settings: PostgreSQLSettings) { self.settings = settings }

  /// Counts everything.
  ///
  /// - Throws: ``WoofPostgreSQL/PostgreSQLError``; nothing has changed then.
  package func run() throws(PostgreSQLError) {
    let transaction = try PostgreSQLTransaction(settings, .writing)
    // What the lock was waited for is seen by the next statement only.
    try transaction.run(PostgreSQLStatement("SELECT pg_advisory_xact_lock($1)", .integer(WriteBatch.lock)))
    for statement in Self.statements { try transaction.run(statement) }
    try transaction.commit()
  }

  private static let statements = [
    """
    INSERT INTO account_tally AS tally (account, \(AccountTallySQL.list()))
    SELECT account, \(AccountTallySQL.list()) FROM (\(AccountTallySQL.counted)) AS counted
    ON CONFLICT (account) DO UPDATE
      SET (\(AccountTallySQL.list())) = (\(AccountTallySQL.list { "excluded.\($0)" }))
      WHERE (\(AccountTallySQL.list { "tally.\($0)" })) <> (\(AccountTallySQL.list { "excluded.\($0)" }))
    """,
    "DELETE FROM account_tally WHERE account NOT IN (SELECT number FROM account)",
    "DELETE FROM view_sum",
    PostgresSchema.viewSumsOfAllPhotos,
    // Likes are added and removed under the locks of their links.
    "SELECT id FROM share_link WHERE \(hasWrongCount) ORDER BY id FOR UPDATE",
    "UPDATE share_link SET like_count = \(likes) WHERE \(hasWrongCount)",
  ]
  private static let likes = "(SELECT count(*) FROM guest_like WHERE guest_like.link = share_link.id)"
  private static let hasWrongCount = "like_count <> \(likes)"
}
