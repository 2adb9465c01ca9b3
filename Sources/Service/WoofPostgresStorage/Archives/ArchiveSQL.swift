// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofPostgreSQL

/// The statements of archives, and their rows.
enum ArchiveSQL {
  /// The verdict on a request for an archive.
  enum Verdict: String {
    case new
    case disabled
    case deleted
  }

  /// The number that stands for all who did not sign in; accounts begin at 1.
  static let visitors: Int64 = 0

  // The account is locked, so that nothing is kept for one that is being deleted; requests of visitors may for a moment be a
  // few more than the limit.
  static let add = """
    WITH holder AS MATERIALIZED (SELECT is_disabled, deleted_at IS NOT NULL AS is_deleted FROM account WHERE number = $2),
    verdict AS MATERIALIZED (
      SELECT CASE
        WHEN $2 = \(visitors) THEN 'new'
        WHEN NOT EXISTS (SELECT FROM holder) OR EXISTS (SELECT FROM holder WHERE is_deleted) THEN 'deleted'
        WHEN EXISTS (SELECT FROM holder WHERE is_disabled) THEN 'disabled'
        ELSE 'new' END AS word),
    forgotten AS (
      DELETE FROM archive WHERE secret_hash IN (
        SELECT secret_hash FROM archive WHERE secret_hash IN (
          SELECT secret_hash FROM archive
          WHERE account = $2 AND secret_hash <> $1 AND EXISTS (SELECT FROM verdict WHERE word = 'new')
          ORDER BY expires_at DESC OFFSET $7)
        FOR UPDATE SKIP LOCKED)),
    added AS (
      INSERT INTO archive (secret_hash, account, password_version, is_album, ids, expires_at)
      SELECT $1, $2, $3, $4, $5, $6 FROM verdict WHERE word = 'new' ON CONFLICT DO NOTHING)
    SELECT word FROM verdict
    """

  static let read = """
    SELECT is_album, ids, expires_at, account.number, account.name, is_administrator, account.password_version
    FROM archive LEFT JOIN account ON account.number = archive.account
    WHERE secret_hash = $1 AND expires_at > $2 AND (archive.account = \(visitors)
      OR NOT is_disabled AND account.deleted_at IS NULL AND account.password_version = archive.password_version)
    """

  // In the order of digests, so that no two nodes wait for each other.
  static let noteCheckValues = """
    INSERT INTO check_value (digest, crc32)
    SELECT noted.digest, noted.crc32 FROM unnest($1::bytea[], $2::int8[]) AS noted (digest, crc32)
    WHERE (SELECT 1 FROM original WHERE original.digest = noted.digest LIMIT 1) IS NOT NULL
      OR (SELECT 1 FROM variant WHERE variant.digest = noted.digest LIMIT 1) IS NOT NULL
    ORDER BY noted.digest
    ON CONFLICT (digest) DO UPDATE SET crc32 = excluded.crc32 WHERE check_value.crc32 <> excluded.crc32
    """

  static let checkValues = """
    SELECT original.digest, photo_detail.check_value FROM original
      JOIN photo_detail ON photo_detail.photo = original.photo
    WHERE original.digest = ANY ($1) AND photo_detail.check_value IS NOT NULL
    UNION SELECT digest, crc32 FROM check_value WHERE digest = ANY ($1)
    """

  static let noteDigest = """
    INSERT INTO archive_digest (tag, sha256, noted_at) VALUES ($1, $2, $3)
    ON CONFLICT (tag) DO UPDATE SET sha256 = excluded.sha256, noted_at = excluded.noted_at
    """

  static let forgetDigests = """
    DELETE FROM archive_digest WHERE tag IN (
      SELECT tag FROM archive_digest WHERE tag IN (
        SELECT tag FROM archive_digest ORDER BY noted_at DESC OFFSET $1)
      FOR UPDATE SKIP LOCKED)
    """

  /// The statement that removes some requests of the account `$1`.
  static func clearing(rowsAtOnce: Int) -> String {
    "DELETE FROM archive WHERE ctid = ANY (ARRAY(SELECT ctid FROM archive WHERE account = $1 LIMIT \(rowsAtOnce)))"
  }

  static func request(_ row: inout PostgreSQLRow) throws(PostgreSQLError) -> ArchiveRequest {
    let (isAlbum, bytes, expiresAt) = (try row.boolean(), try row.byteStrings(), try row.timestamp())
    let ids = bytes.compactMap { $0.flatMap { PhotoID(columnBytes: $0) } }
    let selection: ArchiveRequest.Selection =
      if isAlbum, let album = ids.first { .album(AlbumID(uuid: album)) } else { .photos(ids) }
    guard let number = try row.optionalInteger() else {
      return ArchiveRequest(reader: nil, selection: selection, expiresAt: expiresAt)
    }
    let reader = Principal(
      id: AccountID(rawValue: number), name: try row.accountName(), isAdministrator: try row.boolean(),
      passwordVersion: try row.integer())
    return ArchiveRequest(reader: reader, selection: selection, expiresAt: expiresAt)
  }
}
