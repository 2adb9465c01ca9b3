// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofPostgreSQL

/// Deletes accounts for good, and all that they have, in many small transactions.
///
/// What is under way stands in `account_deletion`, with the time until which somebody works on it. Where that has passed, any
/// node goes on with it; two that work on the same account do no harm.
struct AccountDeletion: Sendable {
  /// The pause between two looks for what was left undone.
  static let pause = Duration.seconds(30)
  private static let favouritesAtOnce: Int64 = 200
  private static let photosAtOnce: Int64 = 20
  private static let albumsAtOnce = 20
  private static let rowsAtOnce = 1000

  let pool: PostgreSQLPool
  let writer: OrderedWriter

  /// The statements that each remove some of what belongs to an account in a table of its own: `$1` is the account.
  private static let belongings =
    GrantSQL.clearing(rowsAtOnce: rowsAtOnce) + [
      """
      DELETE FROM idempotency_key WHERE account = $1 AND key IN (
        SELECT key FROM idempotency_key WHERE account = $1 LIMIT \(rowsAtOnce))
      """,
      """
      DELETE FROM favourite_edit WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM favourite_edit WHERE account = $1 LIMIT \(rowsAtOnce)))
      """,
      ArchiveSQL.clearing(rowsAtOnce: rowsAtOnce), UploadSQL.clearing(rowsAtOnce: rowsAtOnce),
      // One at a time, with its guests: who removes several waits for nobody who waits for others.
      "DELETE FROM share_link WHERE id IN (SELECT id FROM share_link WHERE account = $1 LIMIT 1 FOR UPDATE)",
      """
      DELETE FROM withdrawal WHERE ctid = ANY (ARRAY(SELECT ctid FROM withdrawal WHERE account = $1 LIMIT \(rowsAtOnce)))
      """,
    ]

  /// Lets nobody sign in with an account any more.
  ///
  /// - Returns: The account, and the generation of the credentials after it.
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where there is no such account.
  func begin(_ name: AccountName) async throws -> (account: AccountID, generation: Int64) {
    guard case .deletedAccount(let account, let generation) = try await writer.perform(.accountDeletion(name)) else {
      throw WoofError(.internal, "The service failed.")
    }
    return (account, generation)
  }

  /// Removes what a deleted account has, from wherever that was interrupted.
  func finish(_ account: AccountID) async throws {
    let writer = writer
    try await removeAlbums(of: account)
    try await removeAll(Self.favourites, of: account) { photo in
      _ = try await writer.perform(
        .favourite(
          FavouriteWrite(
            isFavourite: false, photo: photo, account: account, time: Timestamp(milliseconds: 0), edit: nil,
            condition: .presence)))
    }
    try await removeAll(Self.photos, of: account) { photo in
      _ = try await writer.perform(.edit(photo, .deletionWithAccount, .presence))
    }
    for statement in Self.belongings {
      while try await change(statement, account) > 0 { try await claim(account) }
    }
    _ = try await change("DELETE FROM account_deletion WHERE account = $1", account)
  }

  /// Goes on with all deletions that nobody works on.
  func finishAll() async throws {
    while let account = try await claimNext() { try await finish(account) }
  }

  /// Removes one thing after the other that a statement finds, page by page.
  private func removeAll(
    _ statement: String, of account: AccountID, by remove: @escaping @Sendable (PhotoID) async throws -> Void
  ) async throws {
    while true {
      try await claim(account)
      let photos = try await pool.read(PostgreSQLStatement(statement, .integer(account.rawValue)))
        .map { (row) throws(PostgreSQLError) in try row.photoID() }
      guard !photos.isEmpty else { return }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for photo in photos {
          group.addTask {
            do {
              try await remove(photo)
            } catch let error as WoofError where error.code == .gone {
              // Somebody else has deleted it.
            }
          }
        }
        try await group.waitForAll()
      }
    }
  }

  /// Deletes the albums of an account, and lets it add to none.
  private func removeAlbums(of account: AccountID) async throws {
    while true {
      try await claim(account)
      let albums = try await pool.read(PostgreSQLStatement(Self.albums, .integer(account.rawValue)))
        .map { (row) throws(PostgreSQLError) in
          (
            album: SeenAlbum(number: try row.integer(), revision: try row.integer(), version: nil),
            isOwn: try row.boolean()
          )
        }
      guard !albums.isEmpty else { return }
      for (album, isOwn) in albums {
        let statement = AlbumStatement(album: album, mark: AlbumStatement.newMark)
        // One that has changed meanwhile is found again.
        _ = try await writer.perform(
          .sharing(
            SharingWrite(
              statements: isOwn ? statement.deletion(.accountDeleted) : [statement.leaving(account, isLoss: false)])))
      }
    }
  }

  private func claim(_ account: AccountID) async throws {
    _ = try await change(
      """
      UPDATE account_deletion SET claimed_until = \(PostgresSchema.now) + \(AccountDeletionStatement.lease)
      WHERE account = $1
      """, account)
  }

  private func claimNext() async throws -> AccountID? {
    let statement = PostgreSQLStatement(
      """
      WITH due AS MATERIALIZED (
        SELECT account FROM account_deletion WHERE claimed_until <= \(PostgresSchema.now)
        ORDER BY account LIMIT 1 FOR UPDATE SKIP LOCKED)
      UPDATE account_deletion SET claimed_until = \(PostgresSchema.now) + \(AccountDeletionStatement.lease)
      FROM due WHERE account_deletion.account = due.account RETURNING due.account
      """)
    return try await pool.run(.writing([statement]), retryingAs: true).first?
      .first { (row) throws(PostgreSQLError) in try row.accountID() }
  }

  private func change(_ statement: String, _ account: AccountID) async throws -> Int {
    let statement = PostgreSQLStatement(statement, .integer(account.rawValue))
    return try await pool.run(.writing([statement]), retryingAs: true).first?.affectedCount ?? 0
  }

  private static let favourites = """
    SELECT photo.id FROM favourite JOIN photo ON photo.number = favourite.photo
    WHERE favourite.account = $1 AND NOT photo.is_deleted LIMIT \(favouritesAtOnce)
    """
  private static let albums = """
    (SELECT number, revision, true FROM album WHERE owner = $1 AND NOT is_deleted LIMIT \(albumsAtOnce))
    UNION ALL
    (SELECT number, revision, false FROM album_contributor JOIN album ON album.number = album_contributor.album
      WHERE account = $1 LIMIT \(albumsAtOnce))
    """
  private static let photos = "SELECT id FROM photo WHERE owner = $1 AND NOT is_deleted LIMIT \(photosAtOnce)"
}
