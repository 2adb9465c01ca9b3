// SPDX-License-Identifier: Apache-2.0

internal import WoofModel
internal import WoofPostgresStorage
internal import WoofRecordCopy
internal import WoofSQLite
internal import WoofStorage

/// Carries over what changes in a data folder after its records have been copied: rows, and the blobs that they need.
struct FolderFollowing: MoveFollowing {
  private static let blobsAtOnce = 256

  private let mirror: MirrorToPostgres
  private let stores: SharedStores
  private let uploads: BlobUploads
  private let progress: StorageProgress.Observer
  private let blobByteCount: Int64
  private(set) var summary = MoveSummary()
  /// `true` when all blobs have been put that the rows refer to that have been carried over.
  private var hasAllBlobs = false

  init(
    _ mirror: MirrorToPostgres, from folder: DataFolder, into stores: SharedStores,
    _ progress: @escaping StorageProgress.Observer
  ) throws {
    (self.mirror, self.stores, self.progress) = (mirror, stores, progress)
    uploads = BlobUploads(from: folder, into: stores.objects)
    blobByteCount = try folder.connectToRecords().neededBlobs().byteCount
  }

  @discardableResult
  mutating func carryOver() async throws -> Int {
    try progress(StorageProgress(.followingChanges))
    let drained = try mirror.drain()
    summary.carriedCount += drained.carried
    if drained.carried > 0 { hasAllBlobs = false }
    if !hasAllBlobs { try await putBlobs() }
    return drained.left
  }

  /// Carries over the last changes, when nothing changes any more, and compares both sides.
  ///
  /// - Throws: ``WoofStorage/StorageError`` with the code `damaged` where they differ.
  mutating func end(comparesAll: Bool) async throws {
    try await carryOver()
    try (comparesAll ? mirror.compare() : mirror.compareCounts()).requireNone()
  }

  /// Puts the blobs that the copied records refer to and that are not in the bucket.
  private mutating func putBlobs() async throws {
    var last: Digest?
    var report = StorageProgress(.copyingBlobs, done: summary.blobByteCount, total: max(blobByteCount, 1))
    summary.missingBlobs = []
    while case let page = try await stores.records.unstoredBlobs(after: last, limit: Self.blobsAtOnce), !page.isEmpty {
      let blobs = page.map { NeededBlob(digest: $0.digest, byteCount: $0.byteCount) }
      let faults = try await uploads.put(blobs)
      summary.missingBlobs += faults.map(\.blob.digest)
      summary.blobCount += blobs.count - faults.count
      summary.blobByteCount += blobs.reduce(0) { $0 + $1.byteCount } - faults.reduce(0) { $0 + $1.blob.byteCount }
      report.done = min(report.total, summary.blobByteCount)
      try progress(report)
      last = blobs.last?.digest
    }
    hasAllBlobs = summary.missingBlobs.isEmpty
  }
}
