// SPDX-License-Identifier: Apache-2.0

package import WoofAdministration
package import WoofCore
package import WoofModel

/// The long work that administrators have done on the embedded stores.
package struct EmbeddedStoreUpkeep: StoreUpkeep {
  private let folder: String
  private let storage: EmbeddedStorage
  private let time: any TimeSource

  /// Makes the upkeep of the stores in a folder.
  package init(folder: String, storage: EmbeddedStorage, time: any TimeSource) {
    self.folder = folder
    self.storage = storage
    self.time = time
  }

  /// The amounts of stored data.
  package func counts() async throws -> StoredCounts { try await storage.records.counts() }

  /// The number of blobs that nothing refers to, and their total size in bytes.
  package func garbage() async throws -> (count: Int, byteCount: Int64) { try await storage.records.garbage() }

  /// Makes sure that an administrator may name a place of the service's machine.
  package func checkPlace(_ path: String, mayHoldData: Bool) throws(UpkeepRefusal) {
    do {
      _ = try place(path, mayHoldData: mayHoldData)
    } catch {
      throw UpkeepRefusal(error.message)
    }
  }

  /// Reads what a backup holds at a point.
  package func contents(ofBackup path: String, at point: String?) throws(UpkeepRefusal) -> BackupContents {
    do {
      let manifest = try StoreRestore(from: path, point: point).manifest()
      return BackupContents(
        createdAt: manifest.createdAt, blobCount: manifest.blobCount, blobByteCount: manifest.blobByteCount,
        missingBlobCount: manifest.missingBlobs.count)
    } catch {
      throw UpkeepRefusal(error.message)
    }
  }

  /// Backs everything up into a folder.
  package func backUp(to target: String, since: String?, report: @escaping Report) throws -> JSONValue {
    let backup = StoreBackup(of: try DataFolder.open(at: folder, for: .upkeep), time: time)
    let summary = try cancellable { try backup.run(to: .folder(target, since: since), progress: observer(report)) }
    let manifest = summary.manifest
    return .object([
      "createdAt": .string(manifest.createdAt.description), "recordByteCount": .integer(manifest.recordByteCount),
      "blobCount": .integer(Int64(manifest.blobCount)), "blobByteCount": .integer(manifest.blobByteCount),
      "copiedCount": .integer(Int64(summary.copiedCount)), "copiedByteCount": .integer(summary.copiedByteCount),
      "linkedCount": .integer(Int64(summary.linkedCount)), "missingBlobs": .digests(manifest.missingBlobs),
    ])
  }

  /// Restores a backup into another folder.
  package func restore(
    _ backup: String, at point: String?, into folder: String, report: @escaping Report
  ) throws -> JSONValue {
    let place = try place(folder, mayHoldData: false)
    let manifest = try cancellable {
      try StoreRestore(from: backup, point: point).run(into: place, progress: observer(report))
    }
    return .object([
      "createdAt": .string(manifest.createdAt.description), "blobCount": .integer(Int64(manifest.blobCount)),
      "blobByteCount": .integer(manifest.blobByteCount), "missingBlobs": .digests(manifest.missingBlobs),
    ])
  }

  /// Returns the place at a path that an administrator gives, which never lies in the folder that is being served.
  ///
  /// - Parameter mayHoldData: `true` if the place may be a folder above the one that is being served.
  /// - Throws: ``StorageError`` with the code `misplaced` if the place is not allowed, or `inaccessible` if the path
  ///   cannot be followed.
  private func place(_ path: String, mayHoldData: Bool) throws(StorageError) -> HeldPath {
    do {
      let (place, live) = (try HeldPath(path), try HeldPath(folder))
      guard try !place.lies(in: live), try mayHoldData || !live.lies(in: place) else {
        throw StorageError(.misplaced, "the folder \(folder) is being served; choose one outside of it")
      }
      return place
    } catch {
      throw StorageError("\(path) cannot be used", error)
    }
  }

  /// Checks everything, and moves damaged blobs aside.
  package func check(_ depth: AdminJobRequest.Depth, report: @escaping Report) throws -> JSONValue {
    let depth: StoreCheck.Depth =
      switch depth {
      case .records: .records
      case .lengths: .lengths
      case .bytes: .bytes
      }
    let check = try StoreCheck(of: DataFolder.open(at: folder, for: .upkeep))
    let found = try cancellable { try check.report(depth, quarantinesDamage: true, progress: observer(report)) }
    let findings = found.findings.map { finding in
      JSONValue.object(["rule": .string(finding.rule), "subject": .string(finding.subject)])
    }
    return .object([
      "depth": .string(found.depth.rawValue), "isSound": .bool(found.isSound),
      "blobCount": .integer(Int64(found.blobCount)),
      "blobByteCount": .integer(found.blobByteCount), "orphanCount": .integer(Int64(found.orphanCount)),
      "findings": .array(findings), "omittedCount": .integer(Int64(found.omittedCount)),
      "quarantined": .array(found.quarantined.map { .string($0) }),
    ])
  }

  /// Removes bytes that nothing needs.
  package func collectGarbage(report: Report) async throws -> JSONValue {
    try report(AdminJob.Progress(step: "removing what no photo needs any longer"))
    let removed = try await storage.collectGarbage()
    try Task.checkCancellation()
    try report(AdminJob.Progress(step: "removing what no photo ever needed"))
    let orphans = try await storage.sweepOrphans()
    return .object(["removedCount": .integer(Int64(removed)), "removedOrphanCount": .integer(Int64(orphans))])
  }
}

extension EmbeddedStoreUpkeep {
  private func observer(_ report: @escaping Report) -> StorageProgress.Observer {
    { try report(AdminJob.Progress($0)) }
  }

  /// Runs work that fails as cancelled where its observer has thrown `CancellationError`, and throws that again.
  private func cancellable<Result>(_ work: () throws -> Result) throws -> Result {
    do {
      return try work()
    } catch let error as StorageError where error.code == .cancelled {
      throw CancellationError()
    }
  }
}

extension JSONValue {
  fileprivate static func digests(_ digests: [Digest]) -> JSONValue {
    .array(digests.map { .string($0.description) })
  }
}

extension AdminJob.Progress {
  /// The progress of work on the stores, as administrators see it.
  fileprivate init(_ progress: StorageProgress) {
    let (step, unit): (String, Unit) =
      switch progress.step {
      case .copyingRecords: ("copying records", .items)
      case .checkingRecords: ("checking records", .items)
      case .copyingBlobs: ("copying photos", .bytes)
      case .checkingBlobs: ("reading photos", .bytes)
      case .followingChanges: ("carrying over what has changed", .items)
      case .awaitingStop: ("waiting until the service stops", .items)
      case .finishing: ("waiting for the disk", .items)
      }
    self.init(step: step, done: progress.done, total: progress.total, unit: unit)
  }
}
