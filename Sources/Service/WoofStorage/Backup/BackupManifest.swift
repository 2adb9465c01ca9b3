// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
package import WoofModel

/// The description of a backup's content. It is written last, so that a backup without one is not whole.
package struct BackupManifest: Hashable, Sendable {
  /// The version of the format that this release writes and reads.
  package static let formatVersion = 1
  /// The name of the manifest's file in the backup's folder.
  static let fileName = "manifest.json"
  /// The name of the file that lists all others with their digests.
  static let checksumsName = "SHA256SUMS"

  /// The moment that the backup shows.
  package var createdAt: Timestamp
  /// The version of the records' schema.
  package var schemaVersion: Int
  /// The size of the records in bytes.
  package var recordByteCount: Int64
  /// The number of blobs in the backup.
  package var blobCount: Int
  /// The total size of these blobs in bytes.
  package var blobByteCount: Int64
  /// Blobs that photos need and that are not in the backup, because they were missing or damaged when it was made.
  package var missingBlobs: [Digest]
  /// The digest of `SHA256SUMS`.
  package var checksums: Digest

  /// The text of the file.
  var text: String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("format")
    writer.value(Self.formatVersion)
    writer.name("createdAt")
    writer.value(createdAt)
    writer.name("schemaVersion")
    writer.value(schemaVersion)
    writer.name("recordByteCount")
    writer.value(recordByteCount)
    writer.name("blobCount")
    writer.value(blobCount)
    writer.name("blobByteCount")
    writer.value(blobByteCount)
    writer.name("missingBlobs")
    writer.beginArray()
    for digest in missingBlobs { writer.value(digest) }
    writer.endArray()
    writer.name("checksums")
    writer.value(checksums)
    writer.endObject()
    writer.newline()
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Reads the text of the file.
  ///
  /// - Throws: ``StorageError`` with the code `damaged-backup` where it is no manifest, or one of a newer release.
  init(_ text: [UInt8]) throws(StorageError) {
    let version: Version
    do {
      version = try JSONDecoder().decode(Version.self, from: Data(text))
      guard version.format <= Self.formatVersion else {
        throw StorageError(
          .damagedBackup,
          "the backup has format \(version.format), this release knows \(Self.formatVersion); use a newer release")
      }
      self = try JSONDecoder().decode(Self.self, from: Data(text))
    } catch {
      throw error as? StorageError
        ?? StorageError(.damagedBackup, "\(Self.fileName) is damaged, or no manifest of a backup", cause: error)
    }
  }

  private struct Version: Decodable {
    let format: Int
  }
}

extension BackupManifest: Decodable {}

extension BackupManifest {
  init(
    createdAt: Timestamp, schemaVersion: Int, recordByteCount: Int64, blobCount: Int, blobByteCount: Int64,
    missingBlobs: [Digest], checksums: Digest
  ) {
    self.createdAt = createdAt
    self.schemaVersion = schemaVersion
    self.recordByteCount = recordByteCount
    self.blobCount = blobCount
    self.blobByteCount = blobByteCount
    self.missingBlobs = missingBlobs
    self.checksums = checksums
  }
}
