// SPDX-License-Identifier: Apache-2.0

package import WoofAdministration
package import WoofModel

/// The long work that administrators have done on the stores while they are in use.
package protocol StoreUpkeep: Sendable {
  /// The closure that is told of progress, often and from any thread; it throws to stop the work.
  typealias Report = @Sendable (AdminJob.Progress) throws -> Void

  /// The amounts of stored data.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal` or `unavailable`.
  func counts() async throws -> StoredCounts

  /// The number of blobs that nothing refers to, and their total size in bytes.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal` or `unavailable`.
  func garbage() async throws -> (count: Int, byteCount: Int64)

  /// Makes sure that an administrator may name a place of the service's machine. Blocks.
  ///
  /// - Parameter mayHoldData: `true` if the place may be a folder above the one that is being served.
  func checkPlace(_ path: String, mayHoldData: Bool) throws(UpkeepRefusal)

  /// Reads what a backup holds at a point; at its newest one where that is `nil`. Blocks.
  func contents(ofBackup path: String, at point: String?) throws(UpkeepRefusal) -> BackupContents

  /// Backs everything up into a folder, with links to what the backup `since` has. Blocks.
  ///
  /// - Returns: The result, as the job's owner is told it; so do the others.
  /// - Throws: `CancellationError` where `report` has thrown it; what keeps the work from being done. So do the others.
  func backUp(to target: String, since: String?, report: @escaping Report) throws -> JSONValue

  /// Restores a backup into another folder. Blocks.
  func restore(_ backup: String, at point: String?, into folder: String, report: @escaping Report) throws -> JSONValue

  /// Checks everything, and withdraws damaged blobs, so that nobody is served with them. Blocks.
  func check(_ depth: AdminJobRequest.Depth, report: @escaping Report) throws -> JSONValue

  /// Removes bytes that nothing needs.
  func collectGarbage(report: Report) async throws -> JSONValue
}

/// A refusal of what an administrator names, in words for the administrator.
package struct UpkeepRefusal: Error, Hashable, Sendable {
  /// A sentence without its full stop.
  package var message: String

  /// Makes a refusal.
  package init(_ message: String) { self.message = message }
}

/// The contents of a backup.
package struct BackupContents: Hashable, Sendable {
  /// The time at which the backup was made.
  package var createdAt: Timestamp
  /// The number of blobs that its photos need.
  package var blobCount: Int
  /// The total size of these blobs in bytes.
  package var blobByteCount: Int64
  /// The number of blobs that it lacks.
  package var missingBlobCount: Int

  /// Makes contents.
  package init(createdAt: Timestamp, blobCount: Int, blobByteCount: Int64, missingBlobCount: Int) {
    self.createdAt = createdAt
    self.blobCount = blobCount
    self.blobByteCount = blobByteCount
    self.missingBlobCount = missingBlobCount
  }
}
