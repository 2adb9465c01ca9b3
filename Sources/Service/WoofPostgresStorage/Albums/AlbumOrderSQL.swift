// SPDX-License-Identifier: Apache-2.0

internal import WoofModel
internal import WoofPostgreSQL

/// The places of the photos in an album. Between two of them there is mostly room for more, so that a photo is put before
/// another one without touching the rest; where there is none, those that follow move apart.
///
/// This is the order-maintenance problem, solved by relabelling a neighbourhood that grows until it is sparse enough
/// (Bender et al., "Two Simplified Algorithms for Maintaining Order in a List", 2002).
enum AlbumOrderSQL {
  /// The room between photos that are added to the end.
  static let step: Int64 = 1 << 32
  /// The room that photos have after they have moved apart, at least.
  private static let sparseStep: Int64 = 1 << 16
  /// The numbers of photos of which the first is moved apart that is enough; all that follow where none is.
  private static let neighbourhoods = "64, 256, 1024, 4096, 16384, 65536"

  /// The place at the end of an album, behind all photos.
  static func end(of album: String) -> String {
    "(SELECT coalesce(max(album_photo.place), 0) + \(step) FROM album_photo WHERE album_photo.album = \(album))"
  }

  /// The statement that makes room before a photo, where there is none.
  static func spread(_ album: Int64, before photo: PhotoID) -> PostgreSQLStatement {
    PostgreSQLStatement(spread, .integer(album), .bytes(photo.columnBytes))
  }

  private static let spread = """
    WITH next AS MATERIALIZED (
      SELECT album_photo.place FROM album_photo JOIN photo ON photo.number = album_photo.photo
      WHERE album_photo.album = $1 AND photo.id = $2),
    narrow AS MATERIALIZED (
      SELECT previous.place AS start FROM next, LATERAL (
          SELECT max(album_photo.place) AS place FROM album_photo
          WHERE album_photo.album = $1 AND album_photo.place < next.place) AS previous
      WHERE next.place - previous.place < 2),
    follower AS MATERIALIZED (
      SELECT album_photo.photo, album_photo.place, narrow.start,
        row_number() OVER (ORDER BY album_photo.place) AS ordinal
      FROM narrow JOIN album_photo ON album_photo.album = $1 AND album_photo.place > narrow.start),
    room AS MATERIALIZED (
      SELECT ordinal AS size, (place - start) / ordinal AS step FROM follower
      WHERE ordinal IN (\(neighbourhoods)) AND (place - start) / ordinal >= \(sparseStep)
      ORDER BY ordinal LIMIT 1)
    UPDATE album_photo SET place = follower.start + follower.ordinal * coalesce(room.step, \(step))
    FROM follower LEFT JOIN room ON true
    WHERE album_photo.album = $1 AND album_photo.photo = follower.photo
      AND (room.size IS NULL OR follower.ordinal < room.size)
    """

  /// The statement that puts a photo at a place: `$5` to `$7` are the photo's number and revision, and whether it was in the album;
  /// it stays where it is if `$8`, comes before the photo `$9`, or to the end where that is NULL.
  static func placing(beginning: String, firstVerdicts: String) -> String {
    """
    \(beginning),
    guest AS MATERIALIZED (
      SELECT number, owner, visibility FROM photo WHERE number = $5 AND revision = $6 AND NOT is_deleted),
    current AS MATERIALIZED (
      SELECT album_photo.place FROM album_photo WHERE album_photo.album = $1 AND album_photo.photo = $5),
    next AS MATERIALIZED (
      SELECT album_photo.photo, album_photo.place, (
          SELECT max(previous.place) FROM album_photo AS previous
          WHERE previous.album = $1 AND previous.place < album_photo.place) AS previous
      FROM album_photo JOIN photo ON photo.number = album_photo.photo
      WHERE album_photo.album = $1 AND photo.id = $9),
    last AS MATERIALIZED (SELECT max(album_photo.place) AS place FROM album_photo WHERE album_photo.album = $1),
    verdict AS MATERIALIZED (
      SELECT CASE
        \(firstVerdicts)
        WHEN NOT EXISTS (SELECT FROM guest) OR EXISTS (SELECT FROM current) <> $7 THEN 'missed'
        WHEN $8 AND $7 THEN 'same'
        WHEN NOT $8 AND $9 IS NULL AND EXISTS (SELECT FROM current, last WHERE current.place = last.place) THEN 'same'
        WHEN $9 IS NOT NULL AND NOT EXISTS (SELECT FROM next) THEN 'misplaced'
        WHEN EXISTS (SELECT FROM current, next WHERE next.photo = $5 OR next.previous = current.place) THEN 'same'
        ELSE 'changed' END AS word),
    placed AS (
      INSERT INTO album_photo (album, photo, place, owner, access)
      SELECT $1, guest.number, coalesce((
          SELECT coalesce(previous + (place - previous) / 2, place - \(step)) FROM next), (
          SELECT coalesce(place, 0) + \(step) FROM last)), guest.owner, CASE WHEN guest.visibility = 2 THEN 1 ELSE 0 END
      FROM guest, verdict WHERE word = 'changed'
      ON CONFLICT (album, photo) DO UPDATE SET place = excluded.place),
    noted AS (\(AlbumTitleSQL.note("SELECT guest.number FROM guest, verdict WHERE word = 'changed' AND NOT $7"))),
    changed AS (
      UPDATE album SET version = version + 1, sequence = 0, mark = $4
      FROM verdict WHERE word = 'changed' AND number = $1)
    SELECT word FROM verdict
    """
  }
}
