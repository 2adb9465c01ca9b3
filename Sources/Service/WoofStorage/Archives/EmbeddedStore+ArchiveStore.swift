// SPDX-License-Identifier: Apache-2.0

package import WoofCore
package import WoofModel

extension EmbeddedStore: ArchiveStore {
  /// Keeps a request for an archive. Where the account has too many, its oldest ones go.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `forbidden` where the account has been disabled, or `conflict` where
  ///   it has been deleted.
  package func addArchive(_ request: ArchiveRequest, secretHash hash: Digest, countLimit: Int) async throws {
    try await writer.write { transaction in
      try transaction.addArchive(request, secretHash: hash, countLimit: countLimit)
    }
  }

  /// Returns the request of a secret; `nil` if there is none, if it has expired at `time`, or if its account was disabled,
  /// deleted or given another password since.
  package func archive(ofSecretHash hash: Digest, at time: Timestamp) async throws -> ArchiveRequest? {
    try await readers.read { snapshot in try snapshot.archive(ofSecretHash: hash, at: time) }
  }

  /// Returns the check values of blobs, of those that have been noted.
  package func checkValues(of digests: [Digest]) async throws -> [Digest: UInt32] {
    try await readers.read(cost: .page(digests.count)) { snapshot in try snapshot.checkValues(of: digests) }
  }

  /// Notes check values of blobs.
  package func note(_ checkValues: [Digest: UInt32]) async throws {
    try await writer.write { transaction in try transaction.note(checkValues) }
  }

  /// Returns the SHA-256 of all bytes of the archive with an entity tag; `nil` if it has not been noted, or was forgotten.
  package func digest(ofArchiveTagged tag: String) async throws -> Digest? {
    try await readers.read { snapshot in try snapshot.digest(ofArchiveTagged: tag) }
  }

  /// Notes the SHA-256 of all bytes of the archive with an entity tag. Where there are too many, the oldest ones go.
  package func note(_ digest: Digest, ofArchiveTagged tag: String, at time: Timestamp, countLimit: Int) async throws {
    try await writer.write { transaction in
      try transaction.note(digest, ofArchiveTagged: tag, at: time, countLimit: countLimit)
    }
  }
}
