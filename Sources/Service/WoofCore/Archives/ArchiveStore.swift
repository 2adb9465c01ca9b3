// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// Keeps what archives were asked for, the check values of blobs that go into archives, and the digests of whole archives.
///
/// All calls may throw ``WoofModel/WoofError`` with the codes `internal`, `unavailable` and, when they write,
/// `insufficient-storage`.
package protocol ArchiveStore: Sendable {
  /// Keeps a request for an archive. Where the account has too many, its oldest ones go; all who did not sign in are as one
  /// account here.
  ///
  /// - Parameters:
  ///   - hash: The hash of the secret in the archive's address.
  ///   - countLimit: The maximum number of requests of the account.
  /// - Throws: ``WoofModel/WoofError`` with the code `forbidden` where the account has been disabled, or `conflict` where
  ///   it has been deleted.
  func addArchive(_ request: ArchiveRequest, secretHash hash: Digest, countLimit: Int) async throws

  /// Returns the request of a secret; `nil` if there is none, if it has expired at `time`, or if its account was disabled,
  /// deleted or given another password since.
  func archive(ofSecretHash hash: Digest, at time: Timestamp) async throws -> ArchiveRequest?

  /// Returns the check values (CRC-32) of blobs, of those that have been noted.
  func checkValues(of digests: [Digest]) async throws -> [Digest: UInt32]

  /// Notes check values of blobs. They may be forgotten with their blobs, and whenever that is convenient.
  func note(_ checkValues: [Digest: UInt32]) async throws

  /// Returns the SHA-256 of all bytes of the archive with an entity tag; `nil` if it has not been noted, or was forgotten.
  func digest(ofArchiveTagged tag: String) async throws -> Digest?

  /// Notes the SHA-256 of all bytes of the archive with an entity tag. Where there are too many, the oldest ones go.
  ///
  /// - Parameter countLimit: The maximum number of archives whose digests are kept.
  func note(_ digest: Digest, ofArchiveTagged tag: String, at time: Timestamp, countLimit: Int) async throws
}
