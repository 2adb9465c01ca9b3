// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofPostgreSQL

/// The parts of the statement that adds a photo by which it comes from a guest of a link.
///
/// The values `$42` to `$47` are the link, the guest, the album, the photos and the bytes that may come on a day, and the day; all
/// are NULL where the photo comes from its owner.
enum GuestAdditionSQL {
  static func values(of draft: PhotoDraft) -> [PostgreSQLValue] {
    let (guest, day) = (draft.guest, GuestIntakeDay().current(at: draft.createdAt).day)
    return [
      .bytes(guest?.link.uuid.columnBytes), .bytes(guest?.guest.uuid.columnBytes),
      .bytes(guest?.album.uuid.columnBytes), .integer(guest.map { Int64(clamping: $0.limits.photosPerDay) }),
      .integer(guest?.limits.bytesPerDay), .integer(guest.map { _ in day }),
    ]
  }

  /// The refusal of a photo beyond those that may come on the day.
  static func refusal(of draft: PhotoDraft) -> WoofError? {
    guard let limits = draft.guest?.limits else { return nil }
    let (time, byteCount) = (draft.createdAt, draft.original.byteCount)
    let full = GuestIntakeDay(day: GuestIntakeDay().current(at: time).day, photoCount: .max)
    do {
      try full.admit(byteCount: byteCount, at: time, limits)
      return nil
    } catch {
      return error
    }
  }

  /// The link and the guest.
  static let parts = """
    link AS MATERIALIZED (
      SELECT album.number AS album, share_link.allows_adding,
        CASE WHEN intake_day = $47 THEN intake_photo_count ELSE 0 END AS photos,
        CASE WHEN intake_day = $47 THEN intake_byte_count ELSE 0 END AS bytes
      FROM share_link JOIN album ON album.number = share_link.album
      WHERE share_link.id = $42 AND share_link.expires_at > $11 AND share_link.account = $2 AND album.owner = $2
        AND album.id = $44 AND NOT album.is_deleted),
    guest AS MATERIALIZED (SELECT name FROM link_guest WHERE id = $43 AND link = $42),
    """

  // A photo of the draft's own id was added by an attempt whose answer was lost, and has been counted.
  static let verdicts = """
    WHEN $42 IS NOT NULL AND NOT EXISTS (SELECT FROM link) THEN 'linkless'
    WHEN EXISTS (SELECT FROM link WHERE NOT allows_adding) THEN 'closed'
    WHEN $42 IS NOT NULL AND NOT EXISTS (SELECT FROM guest) THEN 'nameless'
    WHEN NOT EXISTS (SELECT FROM answer) AND NOT EXISTS (SELECT FROM twin WHERE id = $1)
      AND EXISTS (SELECT FROM link WHERE photos >= $45 OR $4 > $46 OR bytes > $46 - $4) THEN 'crowded'
    """

  /// The count of the day, and the photo's place in the album.
  static let steps = """
    noted AS (
      UPDATE share_link SET intake_day = $47, intake_photo_count = link.photos + 1, intake_byte_count = link.bytes + $4
      FROM link, verdict
      WHERE share_link.id = $42
        AND (word = 'new' OR word = 'twin' AND NOT EXISTS (SELECT FROM twin WHERE twin.id = $1))),
    put AS (
      INSERT INTO album_photo (album, photo, place, owner, access, guest_name)
      SELECT link.album, added.number, \(AlbumOrderSQL.end(of: "link.album")), $2, CASE WHEN $10 = 2 THEN 1 ELSE 0 END,
        guest.name
      FROM added, link, guest),
    titled AS (\(AlbumTitleSQL.note("SELECT added.number FROM added, link, guest"))),
    filled AS (
      UPDATE album SET version = album.version + 1, sequence = 0 FROM added, link WHERE album.number = link.album),
    """
}
