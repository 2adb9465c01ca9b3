// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofPostgreSQL

/// The statements of the guests of links, and of what they like.
///
/// Names, likes and photos of a guest are written in a transaction that locks the row of the link first, in a statement of its own: the next
/// one sees all that others have committed until then, so that limits hold exactly. A like locks its photo before that, so that
/// it does not outlive one that can be restored no longer.
enum LinkGuestSQL {
  /// The verdict on a guest or a like.
  enum Verdict: String {
    case done
    /// The like is there already.
    case there
    case linkless
    case closed
    case nameless
    case photoless
    /// There are as many as there may be.
    case full
    /// The guest has as many as one may.
    case fullForGuest
  }

  /// The statements that keep a guest, or say why not: the last one's row has the verdict and the number of guests.
  static func keep(_ guest: LinkGuest, at time: Timestamp, _ limits: GuestLimits) -> [PostgreSQLStatement] {
    [
      ShareLinkSQL.lock(guest.link),
      PostgreSQLStatement(
        keep, .bytes(guest.id.uuid.columnBytes), .bytes(guest.link.uuid.columnBytes), .text(guest.name),
        .integer(time.milliseconds), .integer(Int64(clamping: limits.guestsPerLink))),
    ]
  }

  private static let keep = """
    WITH known AS MATERIALIZED (SELECT number FROM link_guest WHERE id = $1 AND link = $2),
    verdict AS MATERIALIZED (
      SELECT total.count, CASE
        WHEN NOT EXISTS (SELECT FROM share_link WHERE id = $2 AND expires_at > $4) THEN 'linkless'
        WHEN EXISTS (SELECT FROM known) THEN 'done'
        WHEN total.count >= $5 THEN 'full'
        ELSE 'done' END AS word
      FROM (SELECT count(*) AS count FROM link_guest WHERE link = $2) AS total),
    renamed AS (UPDATE link_guest SET name = $3 FROM known, verdict WHERE word = 'done' AND link_guest.number = known.number),
    added AS (
      INSERT INTO link_guest (id, link, name, created_at)
      SELECT $1, $2, $3, $4 FROM verdict WHERE word = 'done' AND NOT EXISTS (SELECT FROM known))
    SELECT word, count FROM verdict
    """

  /// The statements that set or take back a like, or say why not: the last one's row has the verdict, the number of likes that there
  /// were, and the time at which the photo was liked.
  static func setLike(
    _ isLiked: Bool, of photo: PhotoID, by guest: LinkGuest, at time: Timestamp, _ limits: GuestLimits
  ) -> [PostgreSQLStatement] {
    [
      PostgreSQLStatement("SELECT number FROM photo WHERE id = $1 FOR SHARE", .bytes(photo.columnBytes)),
      ShareLinkSQL.lock(guest.link),
      PostgreSQLStatement(
        setLike, .bytes(guest.link.uuid.columnBytes), .bytes(photo.columnBytes), .bytes(guest.id.uuid.columnBytes),
        .boolean(isLiked), .integer(time.milliseconds), .integer(Int64(clamping: limits.likesPerLink)),
        .integer(Int64(clamping: limits.likesPerGuest))),
    ]
  }

  private static let setLike = """
    WITH open AS MATERIALIZED (SELECT allows_likes, like_count FROM share_link WHERE id = $1 AND expires_at > $5),
    guest AS MATERIALIZED (SELECT number FROM link_guest WHERE id = $3 AND link = $1),
    subject AS MATERIALIZED (SELECT number FROM photo WHERE id = $2 AND NOT is_deleted),
    known AS MATERIALIZED (
      SELECT guest_like.number, liked_at FROM guest, subject
        JOIN guest_like ON guest_like.link = $1 AND guest_like.photo = subject.number
      WHERE guest_like.guest = guest.number),
    own AS MATERIALIZED (SELECT count(*) AS count FROM guest JOIN guest_like ON guest_like.guest = guest.number),
    verdict AS MATERIALIZED (
      SELECT CASE
        WHEN NOT EXISTS (SELECT FROM open) THEN 'linkless'
        WHEN EXISTS (SELECT FROM open WHERE NOT allows_likes) THEN 'closed'
        WHEN NOT EXISTS (SELECT FROM guest) THEN 'nameless'
        WHEN NOT EXISTS (SELECT FROM subject) THEN 'photoless'
        WHEN NOT $4 THEN 'done'
        WHEN EXISTS (SELECT FROM known) THEN 'there'
        WHEN EXISTS (SELECT FROM open WHERE like_count >= $6) THEN 'full'
        WHEN own.count >= $7 THEN 'fullForGuest'
        ELSE 'done' END AS word
      FROM own),
    added AS (
      INSERT INTO guest_like (link, photo, guest, liked_at)
      SELECT $1, subject.number, guest.number, $5 FROM subject, guest, verdict WHERE $4 AND word = 'done' RETURNING 1),
    removed AS (
      DELETE FROM guest_like USING known, verdict
      WHERE NOT $4 AND word = 'done' AND guest_like.number = known.number RETURNING -1),
    counted AS (
      UPDATE share_link SET like_count = like_count + step.count
      FROM (SELECT (SELECT count(*) FROM added) - (SELECT count(*) FROM removed) AS count) AS step
      WHERE id = $1 AND step.count <> 0)
    SELECT word, CASE WHEN word = 'fullForGuest' THEN own.count ELSE coalesce((SELECT like_count FROM open), 0) END,
      (SELECT liked_at FROM known)
    FROM verdict, own
    """

  static let guest = "SELECT name FROM link_guest WHERE id = $1 AND link = $2"

  static let likesOfPhotos = """
    SELECT photo.id, count(*), (array_agg(link_guest.name ORDER BY guest_like.guest))[1:\(GuestLikes.nameLimit)],
      coalesce(bool_or(link_guest.id = $3), false)
    FROM photo JOIN guest_like ON guest_like.photo = photo.number AND guest_like.link = $1
      JOIN link_guest ON link_guest.number = guest_like.guest
    WHERE photo.id = ANY($2) GROUP BY photo.id
    """

  static let likesOfLink = """
    SELECT guest_like.number, photo.id, link_guest.name, liked_at
    FROM guest_like JOIN link_guest ON link_guest.number = guest_like.guest JOIN photo ON photo.number = guest_like.photo
    WHERE guest_like.link = $1 AND ($2 IS NULL OR guest_like.number < $2) AND NOT photo.is_deleted
    ORDER BY guest_like.number DESC LIMIT $3
    """

  static let intakeDay = "SELECT intake_day, intake_photo_count, intake_byte_count FROM share_link WHERE id = $1"

  /// Reads the answer of ``keep(_:at:_:)`` or ``setLike(_:of:by:at:_:)``.
  ///
  /// - Parameter fullness: Gives the error for a verdict that there is no room.
  /// - Returns: `true` if a like is there that was there before.
  /// - Throws: ``WoofModel/WoofError`` for what was refused.
  static func check(_ verdict: Verdict, fullness: (Verdict) -> WoofError) throws(WoofError) -> Bool {
    switch verdict {
    case .done: return false
    case .there: return true
    case .linkless: throw WoofError.noSuchLink
    case .closed: throw WoofError.linkTakesNoLikes
    case .nameless: throw WoofError.namelessGuest
    case .photoless: throw WoofError.noSuchPhoto
    case .full, .fullForGuest: throw fullness(verdict)
    }
  }
}
