// SPDX-License-Identifier: Apache-2.0

internal import WoofAdministration
internal import WoofCore
internal import WoofModel
internal import WoofStorage

/// The long work that is done on the embedded stores while they are in use.
struct StorageUpkeep: Sendable {
  /// The data folder.
  let folder: String
  let storage: EmbeddedStorage
  let time: any TimeSource

  /// Backs everything up.
  func backUp(to target: String, since: String?, _ report: @escaping StorageProgress.Observer) throws -> JSONValue {
    let backup = StoreBackup(of: try DataFolder.open(at: folder, for: .upkeep), time: time)
    let summary = try backup.run(to: .folder(target, since: since), progress: report)
    let manifest = summary.manifest
    return .object([
      "createdAt": .string(manifest.createdAt.description), "recordByteCount": .integer(manifest.recordByteCount),
      "blobCount": .integer(Int64(manifest.blobCount)), "blobByteCount": .integer(manifest.blobByteCount),
      "copiedCount": .integer(Int64(summary.copiedCount)), "copiedByteCount": .integer(summary.copiedByteCount),
      "linkedCount": .integer(Int64(summary.linkedCount)), "missingBlobs": .digests(manifest.missingBlobs),
    ])
  }

  /// Restores a backup into another folder.
  func restore(
    _ backup: String, at point: String?, into folder: String, _ report: @escaping StorageProgress.Observer
  ) throws -> JSONValue {
    let place = try place(folder, mayHoldData: false)
    let manifest = try StoreRestore(from: backup, point: point).run(into: place, progress: report)
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
  func place(_ path: String, mayHoldData: Bool) throws(StorageError) -> HeldPath {
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

  /// Checks everything.
  func check(_ depth: AdminJobRequest.Depth, _ report: @escaping StorageProgress.Observer) throws -> JSONValue {
    let depth: StoreCheck.Depth =
      switch depth {
      case .records: .records
      case .lengths: .lengths
      case .bytes: .bytes
      }
    let found = try StoreCheck(of: try DataFolder.open(at: folder, for: .upkeep))
      .report(depth, quarantinesDamage: true, progress: report)
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
  func collectGarbage(_ report: @Sendable (AdminJob.Progress) -> Void) async throws -> JSONValue {
    report(AdminJob.Progress(step: "removing what no photo needs any longer"))
    let removed = try await storage.collectGarbage()
    try Task.checkCancellation()
    report(AdminJob.Progress(step: "removing what no photo ever needed"))
    let orphans = try await storage.sweepOrphans()
    return .object(["removedCount": .integer(Int64(removed)), "removedOrphanCount": .integer(Int64(orphans))])
  }
}

extension JSONValue {
  fileprivate static func digests(_ digests: [Digest]) -> JSONValue {
    .array(digests.map { .string($0.description) })
  }
}

extension AdminJob.Progress {
  /// The progress of work on the stores, as administrators see it.
  init(_ progress: StorageProgress) {
    let (step, unit): (String, Unit) =
      switch progress.step {
      case .copyingRecords: ("copying records", .items)
      case .checkingRecords: ("checking records", .items)
      case .copyingBlobs: ("copying photos", .bytes)
      case .checkingBlobs: ("reading photos", .bytes)
      case .finishing: ("waiting for the disk", .items)
      }
    self.init(step: step, done: progress.done, total: progress.total, unit: unit)
  }
}
