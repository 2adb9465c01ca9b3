// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
package import WoofObjectStorage
package import WoofPostgreSQL
package import WoofPostgresStorage
package import WoofS3
internal import WoofStorage

/// The place of stores that nodes share: a database for records, a bucket for bytes.
package struct SharedPlace: Sendable {
  /// The database.
  package let database: PostgreSQLSettings
  /// The secret of the installation, where a file keeps it; `nil` where the database does.
  package let secret: [UInt8]?
  /// The bucket.
  package let bucket: S3Client
  /// The beginning of the keys of all objects; may be empty.
  package let prefix: String

  /// Names a place.
  package init(database: PostgreSQLSettings, secret: [UInt8]?, bucket: S3Client, prefix: String) {
    (self.database, self.secret, self.bucket, self.prefix) = (database, secret, bucket, prefix)
  }

  /// The name of the bucket.
  package var bucketName: String { bucket.configuration.bucket.description }

  /// Opens the stores beside the nodes that use them, of which it is none; the schema is brought up to date.
  ///
  /// - Returns: The stores, which are to be closed.
  /// - Throws: ``WoofPostgreSQL/PostgreSQLError``, ``WoofS3/S3SettingError``.
  package func open() async throws -> SharedStores {
    let records = try await PostgresStore(database, upkeep: nil, finishesWork: false)
    do {
      return SharedStores(self, records, try ObjectBlobs(bucket, records, prefix: prefix))
    } catch {
      records.close()
      throw error
    }
  }

  /// Makes sure that the bucket is there, and that no installation has it but one that is gone for good.
  ///
  /// - Parameter formerHolder: That installation.
  /// - Throws: ``WoofStorage/StorageError`` with the code `not-empty`; ``WoofS3/S3Error``.
  func requireFreeBucket(formerHolder: String?) async throws {
    try await bucket.headBucket()
    let holders = try await S3BucketClaim.holders(of: bucket, prefix: installations)
    guard let other = holders.first(where: { $0 != formerHolder }) else { return }
    throw StorageError(
      .notEmpty,
      "the bucket \(bucketName) belongs to the installation \(other); name another bucket, or, if that "
        + "installation is gone for good, take it over by --take-bucket-of \(other)")
  }

  /// Gives up the bucket in the name of an installation that is gone.
  ///
  /// - Throws: ``WoofS3/S3Error``, ``WoofS3/S3SettingError``.
  func releaseBucket(from formerHolder: String) async throws {
    try await S3BucketClaim(of: formerHolder, to: bucket, prefix: installations).release()
  }

  private var installations: String { ObjectBlobs.installations(below: prefix) }
}

/// The stores that nodes share, opened for work on all that they hold.
package struct SharedStores: Sendable {
  /// The place of both.
  package let place: SharedPlace
  /// The records, and the ledger of blobs.
  package let records: PostgresStore
  /// The bytes.
  package let objects: ObjectBlobs

  /// Takes stores that are open.
  package init(_ place: SharedPlace, _ records: PostgresStore, _ objects: ObjectBlobs) {
    (self.place, self.records, self.objects) = (place, records, objects)
  }

  /// Lets objects have numbers behind those that the bucket has of an installation before this one.
  ///
  /// - Throws: ``WoofS3/S3Error``; ``WoofModel/WoofError`` with the code `unavailable` or `internal`.
  func skipUsedNumbers() async throws {
    let objects = ObjectInspection(in: place.bucket, prefix: place.prefix)
    try await records.skipIncarnations(through: try await objects.highestNumber())
  }

  /// Ends all connections to the database; for stores that were opened by ``SharedPlace/open()``.
  package func close() { records.close() }
}
