// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofCryptography
internal import WoofModel
internal import WoofPostgreSQL

/// The state of an album that a decision depends on, and in which it must be when the decision is carried out.
struct SeenAlbum: Hashable, Sendable {
  /// The album's number.
  let number: Int64
  /// The revision, which grows with visibility and contributors alone.
  let revision: Int64
  /// The version, where the decision depends on it; `nil` where it does not.
  let version: Int64?
}

/// The statements that change an album as was decided, if it is still what was decided on. Each answers with one row, which
/// ``verdict(in:)`` reads.
struct AlbumStatement: Sendable {
  /// The verdict on a change.
  enum Verdict: String {
    case changed
    /// There was nothing to change.
    case same
    /// It was done by an attempt whose answer was lost.
    case done
    /// The album or the photo is no longer what was decided on.
    case missed
    /// The photo that the change names is not in the album.
    case misplaced
    /// There is no such account.
    case unknown
  }

  let album: SeenAlbum
  /// The mark of the attempt.
  let mark: [UInt8]

  /// Reads the answer to a statement.
  static func verdict(in rows: PostgreSQLRows) throws(PostgreSQLError) -> Verdict {
    try rows.first { (row) throws(PostgreSQLError) in try row.whole(Verdict(rawValue: try row.text())) } ?? .missed
  }

  /// A mark by which an attempt is found whose answer was lost.
  static var newMark: [UInt8] { SystemRandomSource().bytes(16) }

  private var values: [PostgreSQLValue] {
    [.integer(album.number), .integer(album.revision), .integer(album.version), .bytes(mark)]
  }

  /// The beginning of every statement: the album, if it is what was decided on, and whether this attempt has changed it already.
  private static let beginning = """
    WITH subject AS MATERIALIZED (
      SELECT * FROM album WHERE number = $1 AND revision = $2 AND ($3 IS NULL OR version = $3) AND NOT is_deleted AND mark <> $4),
    done AS MATERIALIZED (SELECT FROM album WHERE number = $1 AND mark = $4)
    """

  /// The beginning of the list of verdicts.
  private static let firstVerdicts = """
    WHEN EXISTS (SELECT FROM done) THEN 'done'
    WHEN NOT EXISTS (SELECT FROM subject) THEN 'missed'
    """

  // MARK: The album itself

  /// Changes what is told of the album.
  func edit(_ edit: AlbumEdit) -> PostgreSQLStatement {
    var cover: PhotoID?
    if case .photo(let id)? = edit.cover { cover = id }
    return PostgreSQLStatement(
      Self.edit,
      values + [
        .text(edit.title), .integer(edit.visibility?.columnNumber), .boolean(edit.cover != nil),
        .bytes(cover?.columnBytes), .text(edit.title.map { WordVector([$0]).text }),
      ])
  }

  private static let edit = """
    \(beginning),
    cover AS MATERIALIZED (
      SELECT photo.number FROM subject JOIN photo ON photo.id = $8
        JOIN album_photo ON album_photo.album = subject.number AND album_photo.photo = photo.number
      WHERE \(AlbumSQL.isSeen(by: "subject.owner"))),
    wish AS MATERIALIZED (
      SELECT coalesce($5, title) AS title, coalesce($6, visibility) AS visibility,
        CASE WHEN $7 THEN (SELECT number FROM cover) ELSE cover END AS cover
      FROM subject),
    verdict AS MATERIALIZED (
      SELECT CASE
        \(firstVerdicts)
        WHEN $8 IS NOT NULL AND NOT EXISTS (SELECT FROM cover) THEN 'misplaced'
        WHEN EXISTS (
          SELECT FROM subject, wish WHERE subject.title = wish.title AND subject.visibility = wish.visibility
            AND subject.cover IS NOT DISTINCT FROM wish.cover) THEN 'same'
        ELSE 'changed' END AS word),
    lost AS (
      \(SharingLossSQL.note("SELECT 0, 1, subject.id, subject.version + 1, 'hidden' FROM subject, wish, verdict WHERE word = 'changed' AND subject.visibility = 0 AND wish.visibility <> 0"))),
    noted AS (
      \(AlbumTitleSQL.note("SELECT album_photo.photo FROM subject JOIN album_photo ON album_photo.album = subject.number, wish, verdict WHERE word = 'changed' AND album_photo.access <> 2 AND (subject.title <> wish.title OR (subject.visibility = 0) <> (wish.visibility = 0))"))),
    changed AS (
      UPDATE album SET title = wish.title, title_words = coalesce($9::tsvector, title_words), visibility = wish.visibility,
        cover = wish.cover, version = version + 1, revision = revision + CASE WHEN album.visibility <> wish.visibility THEN 1 ELSE 0 END, sequence = 0, mark = $4
      FROM wish, verdict WHERE word = 'changed' AND number = $1)
    SELECT word FROM verdict
    """

  /// Deletes the album, with the links to it.
  ///
  /// - Parameter reason: The reason that those are told who lose it.
  func deletion(_ reason: RemovalReason) -> [PostgreSQLStatement] {
    [
      PostgreSQLStatement(Self.lockLinks, .integer(album.number)),
      PostgreSQLStatement(Self.deletion, values + [.text(reason.rawValue)]),
    ]
  }

  private static let lockLinks = "SELECT id FROM share_link WHERE album = $1 ORDER BY id FOR UPDATE"

  private static let deletion = """
    \(beginning),
    verdict AS MATERIALIZED (SELECT CASE \(firstVerdicts) ELSE 'changed' END AS word),
    lost AS (
      \(SharingLossSQL.note("""
        SELECT album_contributor.account, 1, subject.id, subject.version + 1, $5
          FROM subject JOIN album_contributor ON album_contributor.album = subject.number
        UNION ALL SELECT owner, 1, id, version + 1, $5 FROM subject WHERE $5 = 'deleted'
        UNION ALL SELECT -1, 1, id, version + 1, $5 FROM subject
        UNION ALL SELECT 0, 1, id, version + 1, $5 FROM subject WHERE visibility = 0
        UNION ALL SELECT share_link.account, 2, share_link.id, 0, 'deleted'
          FROM subject JOIN share_link ON share_link.album = subject.number WHERE $5 = 'deleted'
        """))),
    noted AS (
      \(AlbumTitleSQL.note("SELECT album_photo.photo FROM subject JOIN album_photo ON album_photo.album = subject.number WHERE album_photo.access <> 2"))),
    unlinked AS (DELETE FROM share_link USING subject WHERE share_link.album = subject.number),
    left_by_all AS (DELETE FROM album_contributor USING subject WHERE album_contributor.album = subject.number),
    changed AS (
      UPDATE album SET is_deleted = true, cover = NULL, revision = album.revision + 1, mark = $4
      FROM subject WHERE album.number = subject.number)
    SELECT word FROM verdict
    """

  // MARK: What is in it

  /// Adds a photo, or moves it.
  ///
  /// - Parameters:
  ///   - photo: The photo, which must be what was decided on.
  ///   - isHeld: `true` if it was in the album when that was decided.
  func placing(_ photo: PhotoRow, _ place: AlbumPlace, isHeld: Bool) -> [PostgreSQLStatement] {
    var next: PhotoID?
    if case .before(let id) = place { next = id }
    let placing = PostgreSQLStatement(
      AlbumOrderSQL.placing(beginning: Self.beginning, firstVerdicts: Self.firstVerdicts),
      values + [
        .integer(photo.number), .integer(photo.record.revision), .boolean(isHeld), .boolean(place == .kept),
        .bytes(next?.columnBytes),
      ])
    return (next.map { [AlbumOrderSQL.spread(album.number, before: $0)] } ?? []) + [placing]
  }

  /// Takes a photo out.
  func removal(_ photo: PhotoRow) -> PostgreSQLStatement {
    PostgreSQLStatement(Self.removal, values + [.integer(photo.number), .integer(photo.record.ownerID.rawValue)])
  }

  private static let removal = """
    \(beginning),
    held AS MATERIALIZED (
      SELECT album_photo.photo FROM subject JOIN album_photo ON album_photo.album = subject.number AND album_photo.photo = $5),
    verdict AS MATERIALIZED (
      SELECT CASE
        \(firstVerdicts)
        WHEN NOT EXISTS (SELECT FROM photo WHERE number = $5 AND owner = $6) THEN 'missed'
        WHEN NOT EXISTS (SELECT FROM held) THEN 'same'
        ELSE 'changed' END AS word),
    noted AS (\(AlbumTitleSQL.note("SELECT photo FROM held, verdict WHERE word = 'changed'"))),
    removed AS (
      DELETE FROM album_photo USING verdict WHERE word = 'changed' AND album_photo.album = $1 AND album_photo.photo = $5),
    changed AS (
      UPDATE album SET version = version + 1, sequence = 0, mark = $4, cover = nullif(cover, $5)
      FROM verdict WHERE word = 'changed' AND number = $1)
    SELECT word FROM verdict
    """

  // MARK: Those who add to it

  /// Lets an account add to the album.
  func joining(_ name: AccountName) -> PostgreSQLStatement {
    PostgreSQLStatement(Self.joining, values + [.text(name.text)])
  }

  private static let joining = """
    \(beginning),
    member AS MATERIALIZED (SELECT number FROM account WHERE name = $5 AND deleted_at IS NULL),
    verdict AS MATERIALIZED (
      SELECT CASE
        \(firstVerdicts)
        WHEN NOT EXISTS (SELECT FROM member) THEN 'unknown'
        ELSE 'changed' END AS word),
    joined AS (
      INSERT INTO album_contributor (album, account, album_id)
      SELECT subject.number, member.number, subject.id FROM subject, member
      ON CONFLICT DO NOTHING),
    noted AS (
      \(AlbumTitleSQL.note("SELECT album_photo.photo FROM subject JOIN album_photo ON album_photo.album = subject.number JOIN member ON member.number = album_photo.owner"))),
    changed AS (
      UPDATE album SET version = version + 1, revision = revision + 1, sequence = 0, mark = $4
      FROM verdict WHERE word = 'changed' AND number = $1)
    SELECT word FROM verdict
    """

  /// Lets an account add to the album no longer.
  ///
  /// - Parameter isLoss: `true` if the account is told that it has lost the album, where that is not public.
  func leaving(_ account: AccountID, isLoss: Bool = true) -> PostgreSQLStatement {
    PostgreSQLStatement(Self.leaving, values + [.integer(account.rawValue), .boolean(isLoss)])
  }

  private static let leaving = """
    \(beginning),
    verdict AS MATERIALIZED (
      SELECT CASE
        \(firstVerdicts)
        WHEN NOT EXISTS (
          SELECT FROM album_contributor WHERE album_contributor.album = $1 AND album_contributor.account = $5) THEN 'same'
        ELSE 'changed' END AS word),
    lost AS (
      \(SharingLossSQL.note("SELECT $5, 1, subject.id, subject.version + 1, 'hidden' FROM subject, verdict WHERE word = 'changed' AND $6 AND subject.visibility <> 0"))),
    noted AS (
      \(AlbumTitleSQL.note("SELECT photo FROM album_photo, verdict WHERE word = 'changed' AND album_photo.album = $1 AND album_photo.owner = $5"))),
    removed AS (
      DELETE FROM album_contributor USING verdict
      WHERE word = 'changed' AND album_contributor.album = $1 AND album_contributor.account = $5),
    changed AS (
      UPDATE album SET version = version + 1, revision = revision + 1, sequence = 0, mark = $4
      FROM verdict WHERE word = 'changed' AND number = $1)
    SELECT word FROM verdict
    """
}

/// The part of statements that notes what somebody has lost.
enum SharingLossSQL {
  /// Notes losses, each with the account, the subject, the id, the version and the reason; of one thing the newest is kept.
  static func note(_ losses: String) -> String {
    """
    INSERT INTO withdrawal (account, subject, id, version, reason) \(losses)
    ON CONFLICT (account, subject, id) DO UPDATE SET sequence = 0, version = excluded.version, reason = excluded.reason
    """
  }
}
