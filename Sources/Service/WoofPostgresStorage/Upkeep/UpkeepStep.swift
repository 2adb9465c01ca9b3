// SPDX-License-Identifier: Apache-2.0

/// A thing that is removed when it has had its time, some rows in each transaction.
///
/// Nothing here needs to be done by one node alone: what one removes, another does not find. Rows that somebody else has locked are
/// passed over, so that upkeep waits for nobody.
///
/// Other tables are asked row by row, with a `LIMIT`: as a join it might be read as a whole, where the database knows
/// too little of the tables.
struct UpkeepStep: Sendable {
  /// The rows of a transaction.
  enum Extent: Sendable {
    /// Those that are found first; the statement has a row, or changes one, for each.
    case first(limit: Int)
    /// Those behind a place, from a first one on; the statement's row has the number that it removed, and the last place that
    /// it looked at, which is `NULL` at the end. The place is `$4`.
    case walk(from: String)
  }

  /// The names of tables, or words like them.
  let name: String
  /// The statement, with ``PostgresLease/isHeld`` among its conditions.
  let statement: String
  var extent = Extent.first(limit: UpkeepStep.rowsAtOnce)

  private static let rowsAtOnce = 500
  private static let photosAtOnce = 100
  private static let favouritesAtOnce = 1000
  private static let accountsAtOnce = 20
  /// Each upload takes its parts along.
  private static let uploadsAtOnce = 100
  /// Each link may take thousands of likes along.
  private static let linksAtOnce = 20
  /// The time that clocks of nodes may be behind that of the database, by which it is counted here, in milliseconds: an hour.
  private static let tolerance: Int64 = 3_600_000
  /// The time for which owners see an app password that has expired, in milliseconds: 30 days.
  private static let appPasswordTime: Int64 = 30 * 86_400_000

  /// All steps, in their order.
  ///
  /// - Parameters:
  ///   - responseLimit: The maximum number of idempotency keys of an account.
  ///   - editLimit: The maximum number of numbers of edits of an account.
  static func all(responseLimit: Int, editLimit: Int) -> [UpkeepStep] {
    photos + [
      expired("idempotency_key"), oldest("idempotency_key", limit: responseLimit),
      expired("favourite_edit"), oldest("favourite_edit", limit: editLimit),
      expired("upload_ticket"), expired("invitation"), expired("browser_session"),
      expired("app_password", after: appPasswordTime), expired("archive"), links, checkValues,
      uploads("expires_at <= \(PostgresSchema.now)"),
      uploads("ticket IS NOT NULL AND (SELECT 1 FROM upload_ticket WHERE id = ticket LIMIT 1) IS NULL"),
      expired("running_key", after: 0), expired("sign_in_failure", by: "told_at", after: 60_000), expired("lease"),
    ]
  }

  /// Removes uploads, with their parts, of which no photo is being made. Their objects are garbage then.
  private static func uploads(_ condition: String) -> UpkeepStep {
    UpkeepStep(
      name: "upload where \(condition.prefix { $0 != " " })",
      statement: """
        DELETE FROM upload WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM upload WHERE \(condition) AND \(UploadSQL.isIdle) AND \(PostgresLease.isHeld)
          LIMIT \(uploadsAtOnce) FOR UPDATE SKIP LOCKED))
        """,
      extent: .first(limit: uploadsAtOnce))
  }

  /// Removes the rows of a table whose time was over a while ago.
  private static func expired(
    _ table: String, by column: String = "expires_at", after milliseconds: Int64 = tolerance
  ) -> UpkeepStep {
    UpkeepStep(
      name: table,
      statement: """
        DELETE FROM \(table) WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM \(table) WHERE \(column) <= \(PostgresSchema.now) - \(milliseconds) AND \(PostgresLease.isHeld)
          ORDER BY \(column) LIMIT \(rowsAtOnce) FOR UPDATE SKIP LOCKED))
        """)
  }

  /// Removes the rows that end first of accounts that have too many; some accounts in each transaction.
  private static func oldest(_ table: String, limit: Int) -> UpkeepStep {
    UpkeepStep(
      name: "\(table) beyond the limit",
      statement: """
        WITH RECURSIVE visited (account, place) AS (
          (SELECT account, 1 FROM \(table) WHERE account > $4::text::int8 ORDER BY account LIMIT 1)
          UNION ALL
          SELECT (SELECT next.account FROM \(table) AS next WHERE next.account > visited.account
              ORDER BY next.account LIMIT 1), place + 1
          FROM visited WHERE visited.account IS NOT NULL AND place < \(accountsAtOnce)),
        removed AS (
          DELETE FROM \(table) WHERE ctid = ANY (ARRAY(
            SELECT ctid FROM \(table) WHERE \(PostgresLease.isHeld) AND ctid = ANY (ARRAY(
              SELECT surplus.place FROM visited CROSS JOIN LATERAL (
                SELECT held.ctid AS place FROM \(table) AS held WHERE held.account = visited.account
                ORDER BY held.expires_at DESC OFFSET \(max(limit, 0)) LIMIT \(rowsAtOnce)) AS surplus))
            FOR UPDATE SKIP LOCKED))
          RETURNING 1)
        SELECT (SELECT count(*) FROM removed), (SELECT max(account)::text FROM visited)
        """,
      extent: .walk(from: "0"))
  }

  /// Forgets links that have expired, with their guests. That is no change of theirs: who knows of a link knows when it expires,
  /// and who does not is told where it stood that it has expired.
  private static let links = UpkeepStep(
    name: "share_link",
    statement: """
      WITH gone AS MATERIALIZED (
        SELECT id, account, sequence FROM share_link
        WHERE expires_at <= \(PostgresSchema.now) - \(tolerance) AND \(PostgresLease.isHeld)
        ORDER BY expires_at LIMIT \(linksAtOnce) FOR UPDATE SKIP LOCKED),
      told AS (
        INSERT INTO withdrawal (account, subject, id, sequence, version, reason)
        SELECT account, 2, id, sequence, 0, 'expired' FROM gone ON CONFLICT DO NOTHING)
      DELETE FROM share_link USING gone WHERE share_link.id = gone.id
      """,
    extent: .first(limit: linksAtOnce))

  /// Removes check values of bytes that no photo has any more.
  private static let checkValues = UpkeepStep(
    name: "check_value",
    statement: """
      WITH visited AS MATERIALIZED (
        SELECT digest FROM check_value WHERE digest > decode($4, 'hex') ORDER BY digest LIMIT \(rowsAtOnce)),
      removed AS (
        DELETE FROM check_value WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM check_value WHERE \(PostgresLease.isHeld) AND digest = ANY (ARRAY(
            SELECT digest FROM visited
            WHERE (SELECT 1 FROM original WHERE original.digest = visited.digest LIMIT 1) IS NULL
              AND (SELECT 1 FROM variant WHERE variant.digest = visited.digest LIMIT 1) IS NULL))
          FOR UPDATE SKIP LOCKED))
        RETURNING 1)
      SELECT (SELECT count(*) FROM removed), (SELECT encode(digest, 'hex') FROM visited ORDER BY digest DESC LIMIT 1)
      """,
    extent: .walk(from: ""))

  // MARK: Photos that can be restored no longer

  /// Removes what deleted photos have left that can be restored no longer: first nobody restores them any more, then their
  /// favourites go, and at last, when they have left all albums and links (``SharingDeparture``), the row that keeps their bytes
  /// from being garbage.
  private static let photos = [
    // Locks the row, as whoever restores the photo does: one of the two comes first.
    UpkeepStep(
      name: "restorable_photo that end",
      statement: """
        UPDATE restorable_photo SET restorable_until = 0, restorer = NULL WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM restorable_photo
          WHERE restorable_until > 0 AND restorable_until <= \(PostgresSchema.now) AND \(PostgresLease.isHeld)
          ORDER BY restorable_until LIMIT \(rowsAtOnce) FOR UPDATE SKIP LOCKED))
        """),
    ofEnded("favourite"), ofEnded("favourite_edit"),
    UpkeepStep(
      name: "restorable_photo",
      statement: """
        DELETE FROM restorable_photo WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM restorable_photo AS kept
          WHERE kept.restorable_until = 0 AND kept.has_left AND \(PostgresLease.isHeld)
            AND (SELECT 1 FROM favourite WHERE favourite.photo = kept.photo LIMIT 1) IS NULL
            AND (SELECT 1 FROM favourite_edit WHERE favourite_edit.photo = kept.photo LIMIT 1) IS NULL
          LIMIT \(photosAtOnce) FOR UPDATE SKIP LOCKED))
        """,
      extent: .first(limit: photosAtOnce)),
  ]

  /// Removes rows of photos that nobody can restore any more, which nobody else changes.
  private static func ofEnded(_ table: String) -> UpkeepStep {
    UpkeepStep(
      name: "\(table) of photos that ended",
      statement: """
        DELETE FROM \(table) WHERE ctid = ANY (ARRAY(
          SELECT held.place FROM restorable_photo AS kept CROSS JOIN LATERAL (
            SELECT ctid AS place FROM \(table) WHERE \(table).photo = kept.photo LIMIT \(favouritesAtOnce)) AS held
          WHERE kept.restorable_until = 0 AND \(PostgresLease.isHeld) LIMIT \(favouritesAtOnce)))
        """,
      extent: .first(limit: favouritesAtOnce))
  }
}
