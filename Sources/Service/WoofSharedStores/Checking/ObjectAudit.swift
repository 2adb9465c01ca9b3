// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofObjectStorage
internal import WoofPostgresStorage
internal import WoofStorage

/// Compares the blobs that records need with the ledger, and with the objects that are there.
struct ObjectAudit {
  /// The maximum number of blobs that are read from the records at once.
  private static let blobsAtOnce = 512
  private static let ledgerPromise = "every blob that a record needs is known to be stored"
  private static let lengthPromise = "the ledger and the records agree on the lengths of blobs"
  private static let healing = "noted as missing, so that whoever uploads the photo again heals it"

  let records: RecordFile
  let ledger: CheckedLedger
  let objects: ObjectInspection
  let depth: StoreCheck.Depth
  let starter: TaskStarter

  /// Looks at all blobs.
  func run(_ report: inout StoreReport, _ progress: @escaping StorageProgress.Observer) throws {
    let (count, byteCount) = try records.database.neededBlobs()
    let look = ObjectLook(at: objects, readsBytes: depth == .bytes, byteCount: byteCount)
    var listing = ObjectListing(of: objects)
    var neededCount = 0
    var last: Digest?
    while case let needed = try records.database.neededBlobs(after: last, limit: Self.blobsAtOnce), !needed.isEmpty {
      try progress(look.progress)
      let stored = try compare(needed, &report)
      if depth != .records, let end = needed.last?.digest {
        let (looked, foundCount, next) = try starter.run(whileWaiting: { try progress(look.progress) }) {
          [listing] in try await look.look(at: stored, upTo: end, listing)
        }
        for blob in looked { try note(blob, in: &report) }
        (listing, neededCount) = (next, neededCount + foundCount)
      }
      last = needed.last?.digest
    }
    guard depth != .records else { return }
    let allCount = try starter.run(whileWaiting: { try progress(look.progress) }) { [listing] in
      var listing = listing
      _ = try await listing.byteCounts(upTo: nil)
      return listing.count
    }
    report.blobCount = count
    report.blobByteCount = byteCount
    report.orphanCount = max(0, allCount - neededCount)
  }

  // MARK: The ledger

  /// Compares blobs with the ledger.
  ///
  /// - Returns: Those whose objects are to be looked at: that are stored, as far as it knows, and where bytes are read also those that
  ///   it has as missing.
  private func compare(_ needed: [NeededBlob], _ report: inout StoreReport) throws -> [ObjectLook.Blob] {
    let entries = try ledger.entries(of: needed.map(\.digest))
    var stored: [ObjectLook.Blob] = []
    for blob in needed {
      guard let entry = entries[blob.digest], entry.state == .stored else {
        if depth == .bytes, let entry = entries[blob.digest], entry.state == .awaited {
          stored.append(ObjectLook.Blob(object: entry.incarnation, byteCount: blob.byteCount, isStored: false))
        } else {
          try noteUnstored(blob.digest, in: &report)
        }
        continue
      }
      if entry.byteCount != blob.byteCount {
        let subject = "\(blob.digest) has \(entry.byteCount) bytes, as the ledger says, and \(blob.byteCount)"
        try note(Self.lengthPromise, subject, of: blob.digest, in: &report)
      }
      stored.append(ObjectLook.Blob(object: entry.incarnation, byteCount: blob.byteCount, isStored: true))
    }
    return stored
  }

  private func noteUnstored(_ digest: Digest, in report: inout StoreReport) throws {
    guard try ledger.isNeeded(digest) else { return }
    let state: String? =
      switch try ledger.entries(of: [digest])[digest]?.state {
      case .stored: nil
      case .awaited: "is not"
      case .dying: "is being deleted"
      case nil: "has no entry in the ledger"
      }
    if let state { try note(Self.ledgerPromise, "\(digest) \(state)", of: digest, in: &report) }
  }

  private func note(
    _ promise: String, _ subject: String, of digest: Digest, in report: inout StoreReport
  ) throws {
    let photos = try records.database.photos(ofBlob: digest)
    let owners = photos.isEmpty ? "" : ", of photo \(photos.map(\.description).joined(separator: ", "))"
    report.note(StoreCheck.Finding(rule: promise, subject: subject + owners), limit: StoreCheck.findingLimit)
  }

  // MARK: The objects

  /// Notes a blob that is missing or damaged, in the report and in the ledger, unless it has been collected meanwhile; and one that
  /// was missing and is there.
  private func note(_ blob: ObjectLook.Blob, in report: inout StoreReport) throws {
    let digest = blob.object.digest
    guard blob.isStored else {
      if blob.condition == .sound { try ledger.noteStored(blob.object, byteCount: blob.byteCount) }
      return try noteUnstored(digest, in: &report)
    }
    guard blob.condition != .sound else { return }
    guard let entry = try ledger.entries(of: [digest])[digest], entry.incarnation == blob.object,
      entry.state == .stored, try ledger.isNeeded(digest)
    else { return }
    try ledger.noteMissing(blob.object)
    let subject = "\(digest) \(blob.condition.description(of: blob.byteCount)); \(Self.healing)"
    try note(blob.condition.promise, subject, of: digest, in: &report)
  }
}
