// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofPostgreSQL

/// The statements of what administrators see, and their rows.
enum AdministrationSQL {
  static let photos = """
    SELECT photo_record.*, kept.deleted_at, kept.restorable_until,
      NOT is_deleted AND EXISTS (SELECT FROM derivation WHERE derivation.photo = photo_record.number)
    FROM photo_record
      LEFT JOIN restorable_photo AS kept ON kept.photo = photo_record.number AND kept.restorable_until > \(PostgresSchema.now)
    """

  /// Reads a photo, with its number.
  static func photo(_ row: inout PostgreSQLRow) throws(PostgreSQLError) -> (Int64, AdministeredPhoto) {
    let found = try PhotoRow(&row)
    var photo = AdministeredPhoto(record: found.record)
    photo.deletedAt = try row.optionalInteger().map { Timestamp(milliseconds: $0) }
    photo.restorableUntil = try row.optionalInteger().map { Timestamp(milliseconds: $0) }
    photo.awaitsDerivation = try row.boolean()
    return (found.number, photo)
  }

  /// The query of the number and the bytes of the blobs that photos refer to, also those that can be restored.
  static let neededBlobs = """
    SELECT count(*) AS count, coalesce(sum(byte_count), 0)::int8 AS bytes FROM (
        SELECT max(byte_count) AS byte_count FROM (
            SELECT digest, byte_count FROM photo_detail JOIN photo ON photo.number = photo_detail.photo
            WHERE NOT is_deleted OR EXISTS (SELECT FROM restorable_photo WHERE restorable_photo.photo = photo.number)
            UNION ALL SELECT digest, byte_count FROM variant) AS reference
        GROUP BY digest) AS blob
    """

  static let counts = """
    SELECT (SELECT count(*) FROM account WHERE deleted_at IS NULL),
      (SELECT coalesce(sum(photo_count), 0)::int8 FROM account_tally),
      (SELECT count(*) FROM restorable_photo),
      (SELECT coalesce(sum(favourite_count), 0)::int8 FROM photo WHERE NOT is_deleted),
      (SELECT count(*) FROM variant), blobs.count, blobs.bytes, pg_database_size(current_database()),
      (SELECT count(*) FROM derivation)
    FROM (\(neededBlobs)) AS blobs
    """

  /// Reads the counts.
  static func counts(_ row: inout PostgreSQLRow) throws(PostgreSQLError) -> StoredCounts {
    var counts = StoredCounts()
    counts.accountCount = try row.count()
    counts.photoCount = try row.count()
    counts.restorablePhotoCount = try row.count()
    counts.favouriteCount = try row.count()
    counts.variantCount = try row.count()
    counts.blobCount = try row.count()
    counts.blobByteCount = try row.integer()
    counts.recordByteCount = try row.integer()
    counts.derivationCount = try row.count()
    return counts
  }
}
