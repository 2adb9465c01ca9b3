// SPDX-License-Identifier: Apache-2.0

internal import WoofModel
internal import WoofRecordCopy
internal import WoofSQLite
internal import WoofStorage

/// Carries over what nodes change after their records have been copied into a folder: rows, and the blobs that they need.
struct NodeFollowing: MoveFollowing {
  private static let blobsAtOnce = 256

  private let mirror: MirrorToEmbedded
  private let records: Database
  private let reception: BlobReception
  private let progress: StorageProgress.Observer
  private(set) var summary = MoveSummary()
  private var report = StorageProgress(.copyingBlobs)
  /// `true` when the blobs of all records have been looked for once.
  private var hasLookedForAll = false
  /// The photos whose blobs are to be looked for, as their rows have changed.
  private var changedPhotos: Set<Int64> = []
  private var missing: Set<Digest> = []

  /// - Throws: ``WoofStorage/StorageError``.
  init(
    _ mirror: MirrorToEmbedded, from stores: SharedStores, into folder: DataFolder,
    _ progress: @escaping StorageProgress.Observer
  ) throws(StorageError) {
    (self.mirror, self.progress) = (mirror, progress)
    records = try folder.connectToRecords()
    reception = BlobReception(from: stores.objects, into: try FileBlobStore(in: folder))
  }

  @discardableResult
  mutating func carryOver() async throws -> Int {
    try progress(StorageProgress(.followingChanges))
    let drained = try mirror.drain()
    summary.carriedCount += drained.carried
    changedPhotos.formUnion(drained.photos)
    if hasLookedForAll {
      try await takeBlobs(ofPhotos: changedPhotos)
    } else {
      try await takeAllBlobs()
    }
    changedPhotos = []
    return drained.left
  }

  /// Carries over the last changes, when nothing changes any more, and compares both sides.
  ///
  /// - Throws: ``WoofStorage/StorageError`` with the code `damaged` where they differ.
  mutating func end(comparesAll: Bool) async throws {
    try await carryOver()
    // Whose photos have gone meanwhile are needed no more, and others may be there by now.
    summary.missingBlobs = try missing.filter { try !records.photos(ofBlob: $0).isEmpty }
    try (comparesAll ? mirror.compare() : mirror.compareCounts()).requireNone()
  }

  private mutating func takeAllBlobs() async throws {
    report.total = max(1, try records.neededBlobs().byteCount)
    var last: Digest?
    while case let blobs = try records.neededBlobs(after: last, limit: Self.blobsAtOnce), let newest = blobs.last {
      try await take(blobs)
      last = newest.digest
    }
    hasLookedForAll = true
  }

  private mutating func takeBlobs(ofPhotos photos: Set<Int64>) async throws {
    guard !photos.isEmpty else { return }
    var blobs: Set<NeededBlob> = []
    for photo in photos { blobs.formUnion(try records.neededBlobs(ofPhoto: photo)) }
    try await take(Array(blobs))
  }

  private mutating func take(_ blobs: [NeededBlob]) async throws {
    let absent = try blobs.filter { try !reception.has($0) }
    let gone = try await reception.take(absent)
    missing.subtract(blobs.map(\.digest))
    missing.formUnion(gone.map(\.digest))
    summary.blobCount += absent.count - gone.count
    summary.blobByteCount += (absent.reduce(0) { $0 + $1.byteCount }) - (gone.reduce(0) { $0 + $1.byteCount })
    report.done = min(report.total, report.done + blobs.reduce(0) { $0 + $1.byteCount })
    if !blobs.isEmpty { try progress(report) }
  }
}
