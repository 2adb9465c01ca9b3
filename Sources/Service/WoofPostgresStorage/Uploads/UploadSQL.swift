// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofPostgreSQL

/// The statements of uploads that may be resumed, and their rows.
///
/// Whatever changes an upload locks its row first, in a statement of its own: the next one sees all that others have committed
/// until then, also what an attempt did whose answer was lost. Whoever locks the row of the account as well does that before.
enum UploadSQL {
  /// The time for which a node may make a photo of an upload before another one may, in milliseconds.
  private static let completionTime: Int64 = 120_000

  private static let isUnderWay = "expires_at > \(PostgresSchema.now)"
  private static let isBeingCompleted = "(is_complete AND completing_until > \(PostgresSchema.now))"
  /// The condition under which a photo is not being made of an upload.
  static let isIdle = "(NOT is_complete OR completing_until <= \(PostgresSchema.now))"

  /// Locks the row of an upload.
  static func lock(_ id: UploadID) -> PostgreSQLStatement {
    PostgreSQLStatement("SELECT id FROM upload WHERE id = $1 FOR UPDATE", .bytes(id.bytes))
  }

  /// Locks the rows of an account's uploads under an idempotency key.
  static func lock(_ key: String?, of account: AccountID) -> PostgreSQLStatement {
    PostgreSQLStatement(
      "SELECT id FROM upload WHERE account = $1 AND idempotency_key = $2 ORDER BY id FOR UPDATE",
      .integer(account.rawValue), .text(key))
  }

  /// The verdict on an upload that begins.
  enum Verdict: String {
    case new
    /// It is there: an attempt whose answer was lost has added it.
    case there
    case deleted
    case disabled
    case completing
    case outdated
    case uploads
    case uploadsPerAccount
    /// The account has its share of the last places.
    case share
    case bytesPerAccount
  }

  // The time is that of the transaction's beginning, before it waited for the lock.
  private static let receivedAt = "(floor(extract(epoch FROM now()) * 1000000)::int8 - $7)"

  /// Adds an upload: `$1` to `$8` are its id, account, key, note, length, reservation, the age of its request and its ticket; `$9`
  /// to `$12` the time for which it is kept, and the most uploads, uploads of the account, and bytes of the account.
  ///
  /// It answers with the verdict, the counts that it was made with, the share, and the parts of the upload that went.
  static let admit = """
    WITH holder AS MATERIALIZED (
      SELECT is_disabled, deleted_at IS NOT NULL AS is_deleted FROM account WHERE number = $2),
    earlier AS MATERIALIZED (
      SELECT id, received_at, \(isBeingCompleted) AS is_completing FROM upload
      WHERE account = $2 AND idempotency_key = $3 AND id <> $1),
    sums AS MATERIALIZED (
      SELECT count(*) AS uploads, count(*) FILTER (WHERE account = $2) AS own_uploads,
        coalesce(sum(reservation) FILTER (WHERE account = $2), 0)::int8 AS own_bytes
      FROM upload WHERE NOT is_complete AND \(isUnderWay) AND id NOT IN (SELECT id FROM earlier)),
    shares AS MATERIALIZED (
      SELECT CASE WHEN ($10 - uploads) * 2 > $10 THEN \(Int64.max) ELSE greatest(1, ($10 - uploads) / 8) END AS share
      FROM sums),
    verdict AS MATERIALIZED (
      SELECT uploads, own_uploads, own_bytes, share, CASE
        WHEN EXISTS (SELECT FROM upload WHERE id = $1) THEN 'there'
        WHEN is_deleted THEN 'deleted'
        WHEN is_disabled THEN 'disabled'
        WHEN EXISTS (SELECT FROM earlier WHERE is_completing) THEN 'completing'
        WHEN EXISTS (SELECT FROM earlier WHERE received_at > \(receivedAt)) THEN 'outdated'
        WHEN uploads >= $10 THEN 'uploads'
        WHEN own_uploads >= $11 THEN 'uploadsPerAccount'
        WHEN own_uploads >= share THEN 'share'
        WHEN $6 > $12 - own_bytes THEN 'bytesPerAccount'
        ELSE 'new' END AS word
      FROM holder CROSS JOIN sums CROSS JOIN shares),
    gone AS MATERIALIZED (
      SELECT upload, turn, number FROM upload_part
      WHERE upload IN (SELECT id FROM earlier) AND EXISTS (SELECT FROM verdict WHERE word = 'new')),
    removed AS (
      DELETE FROM upload WHERE id IN (SELECT id FROM earlier) AND EXISTS (SELECT FROM verdict WHERE word = 'new')),
    added AS (
      INSERT INTO upload (id, account, idempotency_key, note, length, reservation, received_at, ticket, expires_at)
      SELECT $1, $2, $3, $4, $5, $6, \(receivedAt), $8, \(PostgresSchema.now) + $9 FROM verdict WHERE word = 'new')
    SELECT word, uploads, own_uploads, own_bytes, share, \(names(of: "gone")) FROM verdict
    """

  /// Columns with the names of parts, as three arrays.
  private static func names(of part: String) -> String {
    ["upload", "turn", "number"].map { column in
      "ARRAY(SELECT \(column) FROM \(part) ORDER BY upload, turn, number)"
    }.joined(separator: ", ")
  }

  /// Begins a turn; what another node has left of a completion is to be done anew.
  static let takeTurn = """
    UPDATE upload SET turn = turn + 1, is_complete = false WHERE id = $1 AND \(isUnderWay) AND \(isIdle)
    """

  /// Counts a part, whose upload, turn, number, start, length and digest are `$1` to `$6`, and sets the upload's length to `$7`.
  static let note = """
    WITH moved AS (
      UPDATE upload SET byte_count = byte_count + $5, length = coalesce($7, length)
      WHERE id = $1 AND turn = $2 AND byte_count = $4 AND NOT is_complete AND \(isUnderWay) RETURNING id),
    added AS (
      INSERT INTO upload_part (upload, turn, number, start, byte_count, digest) SELECT id, $2, $3, $4, $5, $6 FROM moved)
    SELECT EXISTS (SELECT FROM moved)
      OR EXISTS (SELECT FROM upload_part WHERE upload = $1 AND start = $4 AND turn = $2 AND number = $3)
    """

  /// Notes that the upload `$1` has all its `$3` bytes in the turn `$2`.
  static let complete = """
    WITH moved AS (
      UPDATE upload SET is_complete = true, length = byte_count,
        completing_until = \(PostgresSchema.now) + \(completionTime)
      WHERE id = $1 AND turn = $2 AND byte_count = $3 RETURNING id)
    SELECT EXISTS (SELECT FROM moved)
    """

  /// Lets others complete the upload `$1`, which was completed in the turn `$2`.
  static let release = "UPDATE upload SET completing_until = 0 WHERE id = $1 AND turn = $2"

  /// Removes the upload `$1`, in the turn `$2` or, where that is `NULL`, unless a photo is being made of it.
  static let remove = """
    WITH due AS MATERIALIZED (
      SELECT id, coalesce(turn = $2, \(isIdle)) AS is_due FROM upload WHERE id = $1),
    gone AS MATERIALIZED (
      SELECT upload, turn, number FROM upload_part WHERE upload IN (SELECT id FROM due WHERE is_due)),
    removed AS (DELETE FROM upload WHERE id IN (SELECT id FROM due WHERE is_due))
    SELECT is_due, \(names(of: "gone")) FROM due
    """

  private static let columns = """
    id, account, ticket, note, length, byte_count, turn, \(isBeingCompleted)
    """
  private static let partColumns = ["turn", "number", "start", "byte_count", "digest"].map { column in
    "ARRAY(SELECT upload_part.\(column) FROM upload_part WHERE upload_part.upload = upload.id ORDER BY start)"
  }.joined(separator: ", ")

  static let read = "SELECT \(columns), \(partColumns) FROM upload WHERE id = $1 AND \(isUnderWay)"

  static let ofAccount = """
    SELECT \(columns), '{}'::int8[], '{}'::int8[], '{}'::int8[], '{}'::int8[], '{}'::bytea[]
    FROM upload WHERE account = $1 AND \(isUnderWay) ORDER BY received_at DESC, id DESC
    """

  /// Those of the names in three arrays that parts have.
  static let among = """
    SELECT upload, turn, number FROM unnest($1::bytea[], $2::int8[], $3::int8[]) AS named (upload, turn, number)
    WHERE EXISTS (
      SELECT FROM upload_part AS held
      WHERE held.upload = named.upload AND held.turn = named.turn AND held.number = named.number)
    """

  /// The statement that removes some uploads of the account `$1`.
  static func clearing(rowsAtOnce: Int) -> String {
    """
    DELETE FROM upload WHERE id IN (
      SELECT id FROM upload WHERE account = $1 ORDER BY id LIMIT \(rowsAtOnce) FOR UPDATE)
    """
  }

  static func upload(_ row: inout PostgreSQLRow) throws(PostgreSQLError) -> SharedUpload {
    let id = try row.uploadID()
    let account = try row.accountID()
    let ticket = try row.optionalBytes().flatMap { PhotoID(columnBytes: $0) }.map { UploadTicketID(uuid: $0) }
    let (note, length, byteCount) = (try row.bytes(), try row.optionalInteger(), try row.integer())
    let (turn, isComplete) = (try row.integer(), try row.boolean())
    return SharedUpload(
      id: id, account: account, ticket: ticket, note: note, length: length, byteCount: byteCount, turn: turn,
      isComplete: isComplete, parts: try parts(of: id, &row))
  }

  private static func parts(of id: UploadID, _ row: inout PostgreSQLRow) throws(PostgreSQLError) -> [UploadPart] {
    let (turns, numbers) = (try row.integers().compactMap(\.self), try row.integers().compactMap(\.self))
    let (starts, byteCounts) = (try row.integers().compactMap(\.self), try row.integers().compactMap(\.self))
    let digests = try row.byteStrings().compactMap { $0.flatMap { Digest($0) } }
    let isWhole = [numbers.count, starts.count, byteCounts.count, digests.count].allSatisfy { $0 == turns.count }
    return try row.whole(
      !isWhole
        ? nil
        : turns.indices.map { index in
          UploadPart(
            UploadPart.Name(upload: id, turn: turns[index], number: numbers[index]), start: starts[index],
            byteCount: byteCounts[index], digest: digests[index])
        })
  }

  /// Reads the columns of ``names(of:)``.
  static func names(_ row: inout PostgreSQLRow) throws(PostgreSQLError) -> [UploadPart.Name] {
    let ids = try row.byteStrings().compactMap { $0.flatMap { UploadID(bytes: $0) } }
    let (turns, numbers) = (try row.integers().compactMap(\.self), try row.integers().compactMap(\.self))
    return zip(ids, zip(turns, numbers)).map { UploadPart.Name(upload: $0, turn: $1.0, number: $1.1) }
  }
}

extension PostgreSQLRow {
  /// Reads the id of an upload.
  mutating func uploadID() throws(PostgreSQLError) -> UploadID { try whole(UploadID(bytes: try bytes())) }
}
