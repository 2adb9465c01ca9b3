// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofPostgreSQL

/// The SQL of the ledger of blobs.
///
/// Whoever writes a record locks the rows of its blobs (`FOR SHARE`) and finds them stored. Whoever lets blobs die locks their
/// rows first, and looks for records with a second statement, which sees all that was committed before the rows were locked. As
/// one statement it would look with the eyes of the time before it had waited.
enum BlobSQL {
  /// The name under which `installation` has the store that blobs are in.
  static let storeName = "blob-store"

  /// The condition under which records are bound to a store of blobs.
  static let isBound = "EXISTS (SELECT FROM installation WHERE name = '\(storeName)')"

  /// The columns that ``entry(_:)`` reads.
  private static let columns = "digest, incarnation, is_stored, is_dying"

  /// The beginning of the names of leases during which no blob dies.
  static let pausePrefix = "pause/"

  /// The condition under which no blob dies.
  private static let isPaused = """
    EXISTS (SELECT FROM lease WHERE lease.name ^@ '\(pausePrefix)' AND lease.expires_at > \(PostgresSchema.now))
    """

  /// The condition under which a record refers to a blob: a photo, also one that upkeep has not let go yet, or what is derived from
  /// one.
  private static let isReferredTo = isReferredTo("blob.digest")

  private static func isReferredTo(_ digest: String) -> String {
    """
    (EXISTS (
      SELECT FROM photo_detail JOIN photo ON photo.number = photo_detail.photo
        LEFT JOIN restorable_photo ON restorable_photo.photo = photo_detail.photo
      WHERE photo_detail.digest = \(digest) AND (NOT photo.is_deleted OR restorable_photo.photo IS NOT NULL))
    OR EXISTS (SELECT FROM variant WHERE variant.digest = \(digest)))
    """
  }

  /// Two expressions of a `WITH` clause that keep blobs stored until the transaction ends: `unstored.found` is true where one of
  /// them is not stored, and records are bound to a store.
  ///
  /// - Parameter digests: A `bytea[]`.
  static func unstored(among digests: String) -> String {
    """
    stored AS MATERIALIZED (SELECT digest FROM blob WHERE digest = ANY(\(digests)) AND is_stored FOR SHARE),
    unstored AS MATERIALIZED (
      SELECT \(isBound) AND EXISTS (
        SELECT FROM unnest(\(digests)) AS needed (digest) WHERE needed.digest NOT IN (SELECT digest FROM stored)) AS found)
    """
  }

  /// Binds records to the store `$1`, if they are bound to none.
  static let bind = """
    INSERT INTO installation (name, value) VALUES ('\(storeName)', $1) ON CONFLICT DO NOTHING
    """

  /// Reads the store that records are bound to.
  static let binding = "SELECT value FROM installation WHERE name = '\(storeName)'"

  /// Holds the blob `$1` for `$2` milliseconds, and reads its entry; one that is dying stays as it is.
  static let hold = """
    INSERT INTO blob AS old (digest, hold) VALUES ($1, \(PostgresSchema.now) + $2)
    ON CONFLICT (digest) DO UPDATE
      SET hold = CASE WHEN old.is_dying THEN old.hold ELSE greatest(old.hold, excluded.hold) END
    RETURNING \(columns)
    """

  /// Holds the blob `$1` for `$2` milliseconds, if it is stored.
  static let holdStored = """
    UPDATE blob SET hold = greatest(hold, \(PostgresSchema.now) + $2) WHERE digest = $1 AND is_stored
    """

  /// Notes that the incarnation `$2` of the blob `$1` is stored, with its length and the digests of its pieces, and holds it for
  /// `$5` milliseconds.
  static let noteStored = """
    UPDATE blob SET is_stored = true, byte_count = $3, piece_digests = $4, hold = greatest(hold, \(PostgresSchema.now) + $5)
    WHERE digest = $1 AND incarnation = $2 AND NOT is_dying
    """

  /// Notes that the incarnation `$2` of the blob `$1` is missing.
  static let noteMissing = "UPDATE blob SET is_stored = false WHERE digest = $1 AND incarnation = $2 AND is_stored"

  /// Notes that the incarnation `$2` of the blob `$1` is there again, with its length.
  static let noteReturned = """
    UPDATE blob SET is_stored = true, byte_count = $3 WHERE digest = $1 AND incarnation = $2 AND NOT is_dying
    """

  /// Reads the entries of the blobs `$1`.
  static let entries = "SELECT \(columns) FROM blob WHERE digest = ANY($1)"

  /// Reads the entries of the blobs `$1`, with their lengths.
  static let checked = "SELECT \(columns), byte_count FROM blob WHERE digest = ANY($1)"

  /// Reads whether a record refers to the blob `$1`.
  static let isNeeded = "SELECT \(isReferredTo("$1"))"

  /// Reads the number of blobs that nobody holds and no record refers to, and their length.
  static let garbage = """
    SELECT count(*), coalesce(sum(byte_count), 0)::int8 FROM blob
    WHERE hold < \(PostgresSchema.now) AND (is_dying OR NOT \(isReferredTo))
    """

  /// Reads the `$2` blobs behind `$1`, and whether each could die; without a lock, so that those that are needed, nearly all,
  /// are left in peace.
  static let look = """
    SELECT \(columns), hold < \(PostgresSchema.now) AND NOT is_dying AND NOT \(isReferredTo)
    FROM (SELECT * FROM blob WHERE digest > $1 ORDER BY digest LIMIT $2) AS blob ORDER BY digest
    """

  /// Reads the `$2` blobs behind `$1` that records refer to and that are not known to be stored, with their lengths.
  static let unstored = """
    WITH needed AS (
      SELECT photo_detail.digest, photo_detail.byte_count FROM photo_detail JOIN photo ON photo.number = photo_detail.photo
        LEFT JOIN restorable_photo ON restorable_photo.photo = photo_detail.photo
      WHERE photo_detail.digest > $1 AND (NOT photo.is_deleted OR restorable_photo.photo IS NOT NULL)
      UNION SELECT variant.digest, variant.byte_count FROM variant WHERE variant.digest > $1)
    SELECT needed.digest, max(needed.byte_count) FROM needed LEFT JOIN blob ON blob.digest = needed.digest
    WHERE blob.is_stored IS NOT TRUE GROUP BY needed.digest ORDER BY needed.digest LIMIT $2
    """

  /// Locks those of the blobs `$1` that could die and that nobody else has locked, and marks them with this transaction.
  static let lock = """
    WITH free AS MATERIALIZED (
      SELECT digest FROM blob WHERE digest = ANY($1) AND hold < \(PostgresSchema.now) AND NOT is_dying
      ORDER BY digest FOR UPDATE SKIP LOCKED)
    UPDATE blob SET collector = pg_current_xact_id()::text::int8 FROM free WHERE blob.digest = free.digest
    """

  /// Lets those of the blobs `$1` die that ``lock`` has locked and no record refers to, unless somebody needs all of them, and reads
  /// their entries.
  static let condemn = """
    UPDATE blob SET is_dying = true, is_stored = false
    WHERE digest = ANY($1) AND collector = pg_current_xact_id()::text::int8 AND NOT \(isReferredTo) AND NOT \(isPaused)
    RETURNING \(columns)
    """

  /// Removes the rows of the incarnations `$2` of the blobs `$1`, if they are dying.
  static let bury = """
    DELETE FROM blob USING unnest($1::bytea[], $2::int8[]) AS dead (digest, incarnation)
    WHERE blob.digest = dead.digest AND blob.incarnation = dead.incarnation AND blob.is_dying
    """

  /// Reads an entry.
  static func entry(_ row: inout PostgreSQLRow) throws(PostgreSQLError) -> BlobEntry {
    let incarnation = BlobIncarnation(try row.digest(), try row.integer())
    let (isStored, isDying) = (try row.boolean(), try row.boolean())
    return BlobEntry(incarnation, isDying ? .dying : isStored ? .stored : .awaited)
  }
}
