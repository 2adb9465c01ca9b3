// SPDX-License-Identifier: Apache-2.0

internal import WoofModel
internal import WoofObjectStorage
internal import WoofRecordCopy
internal import WoofStorage
internal import WoofSystem

/// Carries over what nodes change after their records have been copied into a folder: rows, and the blobs that they need.
struct NodeFollowing: MoveFollowing {
  private static let blobsAtOnce = 256

  private let mirror: MirrorToEmbedded
  private let folder: ReceivingFolder
  private let reception: BlobReception
  private let progress: StorageProgress.Observer
  private(set) var summary = MoveSummary()
  private var report = StorageProgress(.copyingBlobs)
  /// `true` when the blobs of all records have been looked for once.
  private var hasLookedForAll = false
  /// The photos whose blobs are to be looked for, as their rows have changed.
  private var changedPhotos: Set<Int64> = []
  private var missing: Set<Digest> = []

  init(
    _ mirror: MirrorToEmbedded, from stores: SharedStores, into folder: ReceivingFolder,
    _ progress: @escaping StorageProgress.Observer
  ) {
    (self.mirror, self.folder, self.progress) = (mirror, folder, progress)
    reception = BlobReception(objects: stores.objects, folder: folder)
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
    let records = try folder.folder.connectToRecords()
    let needed = try missing.filter { try !records.photos(ofBlob: $0).isEmpty }
    summary.missingBlobs = Array(needed)
    try (comparesAll ? mirror.compare() : mirror.compareCounts()).requireNone()
  }

  private mutating func takeAllBlobs() async throws {
    let records = try folder.folder.connectToRecords()
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
    let records = try folder.folder.connectToRecords()
    var blobs: Set<NeededBlob> = []
    for photo in photos { blobs.formUnion(try records.neededBlobs(ofPhoto: photo)) }
    try await take(Array(blobs))
  }

  private mutating func take(_ blobs: [NeededBlob]) async throws {
    let absent = try blobs.filter { try !folder.has($0) }
    let gone = try await reception.take(absent)
    missing.subtract(blobs.map(\.digest))
    missing.formUnion(gone.map(\.digest))
    summary.blobCount += absent.count - gone.count
    summary.blobByteCount += (absent.reduce(0) { $0 + $1.byteCount }) - (gone.reduce(0) { $0 + $1.byteCount })
    report.done = min(report.total, report.done + blobs.reduce(0) { $0 + $1.byteCount })
    if !blobs.isEmpty { try progress(report) }
  }
}

/// Fetches blobs into a folder, several at a time.
private struct BlobReception: Sendable {
  private static let limit = 8

  let objects: ObjectBlobs
  let folder: ReceivingFolder

  /// Fetches blobs, whose digests are compared.
  ///
  /// - Returns: Those that are missing or damaged.
  func take(_ blobs: [NeededBlob]) async throws -> [NeededBlob] {
    try await withThrowingTaskGroup(of: NeededBlob?.self) { group in
      var gone: [NeededBlob] = []
      for (index, blob) in blobs.enumerated() {
        if index >= Self.limit, let missing = try await group.next() ?? nil { gone.append(missing) }
        group.addTask { try await take(blob) ? nil : blob }
      }
      for try await case let missing? in group { gone.append(missing) }
      return gone
    }
  }

  private func take(_ blob: NeededBlob) async throws -> Bool {
    guard try await objects.read(blob.digest, into: folder.spoolPath(of: blob.digest)) else { return false }
    try await SystemThread.run(named: "woof-blob") { [folder] in Result { try folder.take(blob.digest) } }.get()
    return true
  }
}
