// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofPostgreSQL

/// Takes photos that can be restored no longer out of albums and share links, removes what deleted albums have left, and goes on
/// with the titles of albums that photos still wait for.
///
/// Any node may do it, and several at once do no harm.
struct SharingDeparture: Sendable {
  private static let photosAtOnce = 50
  private static let rowsAtOnce = 1000

  let pool: PostgreSQLPool
  let writer: OrderedWriter

  /// Takes out all photos that can be restored no longer, removes what all deleted albums have left, and begins with the titles
  /// that photos wait for.
  func finishAll() async throws {
    if try AlbumTitleSQL.answer(try await pool.read(AlbumTitleSQL.question)) { await writer.renewTitles() }
    while true {
      let photos = try await pool.read(PostgreSQLStatement(Self.overdue))
        .map { (row) throws(PostgreSQLError) in try row.integer() }
      for photo in photos { try await takeOut(photo) }
      guard photos.count == Self.photosAtOnce else { break }
    }
    for statement in [Self.purgePhotos, Self.purgeAlbums] {
      while try await pool.run(.writing([PostgreSQLStatement(statement)]), retryingAs: true).first?.affectedCount ?? 0
        > 0
      {}
    }
  }

  /// Takes out a photo that can be restored no longer; one that can be, or is there, stays.
  func takeOut(_ photo: PhotoID) async throws {
    let statement = PostgreSQLStatement("SELECT number FROM photo WHERE id = $1", .bytes(photo.columnBytes))
    let number = try await pool.read(statement).first { (row) throws(PostgreSQLError) in try row.integer() }
    if let number { try await takeOut(number) }
  }

  private func takeOut(_ photo: Int64) async throws {
    let statements = [Self.lockLinks, Self.takeOut].map { PostgreSQLStatement($0, .integer(photo)) }
    _ = try await writer.perform(.sharing(SharingWrite(statements: statements, photos: [photo])))
  }

  private static let overdue = """
    SELECT photo FROM restorable_photo WHERE NOT has_left AND restorable_until <= \(PostgresSchema.now)
    ORDER BY restorable_until LIMIT \(photosAtOnce)
    """

  // A link's row is locked before its guests and their likes, as whoever removes a link does.
  private static let lockLinks = """
    SELECT id FROM share_link WHERE photo = $1 OR id IN (SELECT link FROM guest_like WHERE guest_like.photo = $1)
    ORDER BY id FOR UPDATE
    """

  private static let takeOut = """
    WITH leaving AS MATERIALIZED (
      SELECT photo FROM restorable_photo
      WHERE photo = $1 AND NOT has_left AND restorable_until <= \(PostgresSchema.now) FOR UPDATE),
    lost AS (
      \(SharingLossSQL.note("SELECT account, 2, id, 0, 'deleted' FROM share_link JOIN leaving USING (photo)"))),
    unlinked AS (DELETE FROM share_link USING leaving WHERE share_link.photo = leaving.photo),
    unliked AS (DELETE FROM guest_like USING leaving WHERE guest_like.photo = leaving.photo RETURNING guest_like.link),
    counted AS (
      UPDATE share_link SET like_count = share_link.like_count - gone.count
      FROM (SELECT link, count(*) AS count FROM unliked GROUP BY link) AS gone
      WHERE share_link.id = gone.link AND share_link.photo IS DISTINCT FROM $1),
    -- It takes no room of its owner any more.
    freed AS (
      UPDATE account_tally SET deleted_photo_count = deleted_photo_count - 1,
        deleted_byte_count = deleted_byte_count - photo_detail.byte_count
      FROM leaving JOIN photo ON photo.number = leaving.photo JOIN photo_detail ON photo_detail.photo = leaving.photo
      WHERE account_tally.account = photo.owner),
    uncovered AS (UPDATE album SET cover = NULL FROM leaving WHERE album.cover = leaving.photo),
    removed AS (DELETE FROM album_photo USING leaving WHERE album_photo.photo = leaving.photo)
    UPDATE restorable_photo SET has_left = true FROM leaving WHERE restorable_photo.photo = leaving.photo
    """

  // Rows that the writer is at are left for the next time, so that it never waits for who waits for it.
  private static let purgePhotos = """
    DELETE FROM album_photo WHERE ctid = ANY (ARRAY(
      SELECT album_photo.ctid FROM album JOIN album_photo ON album_photo.album = album.number
      WHERE album.is_deleted LIMIT \(rowsAtOnce) FOR UPDATE OF album_photo SKIP LOCKED))
    """
  private static let purgeAlbums = """
    DELETE FROM album WHERE number IN (
      SELECT number FROM album
      WHERE is_deleted AND NOT EXISTS (SELECT FROM album_photo WHERE album_photo.album = album.number)
      LIMIT \(rowsAtOnce) FOR UPDATE SKIP LOCKED)
    """
}
