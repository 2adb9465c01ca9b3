// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofPostgreSQL

/// The statement that makes an album, or says why not.
enum AlbumAdditionSQL {
  /// The verdict on an album.
  enum Verdict: String {
    case new
    /// It is there: an attempt whose answer was lost has made it.
    case there
    case deleted
    case disabled
    case taken
    case full
  }

  static func add(_ draft: AlbumDraft, countLimit: Int, mark: [UInt8]) -> PostgreSQLStatement {
    PostgreSQLStatement(
      sql, .bytes(draft.id.uuid.columnBytes), .integer(draft.owner.id.rawValue), .text(draft.title),
      .integer(draft.visibility.columnNumber), .integer(draft.createdAt.milliseconds),
      .integer(Int64(clamping: countLimit)), .bytes(mark), .text(WordVector([draft.title]).text))
  }

  /// Reads the answer to the statement.
  ///
  /// - Throws: ``WoofModel/WoofError`` as ``WoofCore/AlbumStore/addAlbum(_:countLimit:)``, and
  ///   ``WoofPostgreSQL/PostgreSQLError``.
  static func check(_ rows: PostgreSQLRows, countLimit: Int) throws {
    let answer = try rows.first { (row) throws(PostgreSQLError) in
      (verdict: try row.whole(Verdict(rawValue: try row.text())), count: try row.count())
    }
    switch answer?.verdict {
    case .new?, .there?: return
    case .deleted?, nil: throw WoofError.deletedAccount
    case .disabled?: throw WoofError.disabledAccount
    case .taken?: throw WoofError.takenAlbumID
    case .full?: try AlbumRecord.admit(albumCount: answer?.count ?? countLimit, limit: countLimit)
    }
  }

  private static let sql = """
    WITH holder AS MATERIALIZED (
      SELECT is_disabled, deleted_at IS NOT NULL AS is_deleted,
        (SELECT count(*) FROM album WHERE album.owner = $2 AND NOT album.is_deleted) AS count
      FROM account WHERE number = $2),
    verdict AS MATERIALIZED (
      SELECT count, CASE
        WHEN EXISTS (SELECT FROM album WHERE id = $1 AND first_mark = $7) THEN 'there'
        WHEN is_deleted THEN 'deleted'
        WHEN is_disabled THEN 'disabled'
        WHEN EXISTS (SELECT FROM album WHERE id = $1) THEN 'taken'
        WHEN count >= $6 THEN 'full'
        ELSE 'new' END AS word
      FROM holder),
    added AS (
      INSERT INTO album (id, owner, title, visibility, created_at, first_mark, mark, title_words)
      SELECT $1, $2, $3, $4, $5, $7, $7, $8::tsvector FROM verdict WHERE word = 'new')
    SELECT word, count FROM verdict
    """
}
