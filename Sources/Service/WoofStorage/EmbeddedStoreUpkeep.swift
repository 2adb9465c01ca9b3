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
    try backups.checkPlace(path, mayHoldData: mayHoldData)
  }

  /// Reads what a backup holds at a point.
  package func contents(ofBackup path: String, at point: String?) throws(UpkeepRefusal) -> BackupContents {
    try backups.contents(ofBackup: path, at: point)
  }

  /// Backs everything up into a folder.
  package func backUp(to target: String, since: String?, report: @escaping Report) throws -> JSONValue {
    let backup = StoreBackup(of: try DataFolder.open(at: folder, for: .upkeep), time: time)
    return try BackupJobs.cancellable {
      try backup.run(to: .folder(target, since: since), progress: observer(report)).json
    }
  }

  /// Restores a backup into another folder.
  package func restore(
    _ backup: String, at point: String?, into folder: String, report: @escaping Report
  ) throws -> JSONValue {
    try backups.restore(backup, at: point, into: folder, report: report)
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
    let found = try BackupJobs.cancellable {
      try check.report(depth, quarantinesDamage: true, progress: observer(report))
    }
    return found.json
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
  private var backups: BackupJobs { BackupJobs(besides: folder) }

  private func observer(_ report: @escaping Report) -> StorageProgress.Observer {
    { try report(AdminJob.Progress($0)) }
  }
}
