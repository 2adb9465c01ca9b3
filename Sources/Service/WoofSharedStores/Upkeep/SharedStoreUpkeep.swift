// SPDX-License-Identifier: Apache-2.0

package import WoofAdministration
package import WoofCore
package import WoofModel
package import WoofObjectStorage
internal import WoofPostgreSQL
package import WoofPostgresStorage
internal import WoofStorage

/// The long work that administrators have done on stores that nodes share.
package struct SharedStoreUpkeep: StoreUpkeep {
  private let stores: SharedStores
  private let collector: ObjectCollector
  private let uploads: ObjectUploadParts
  private let check: SharedStoreCheck
  private let backups: BackupJobs
  private let starter = TaskStarter()
  private let workers = WorkerPool(name: "upkeep", threadCount: 1)

  /// Makes the upkeep of a node's stores.
  ///
  /// - Parameters:
  ///   - records: The records.
  ///   - blobs: The blobs.
  ///   - uploads: The parts of uploads.
  ///   - place: The place of all these.
  ///   - folder: The folder of the node.
  package init(
    of records: PostgresStore, _ blobs: ObjectBlobStore, _ uploads: ObjectUploadParts, at place: SharedPlace,
    folder: String
  ) {
    stores = SharedStores(place, records, blobs.objects)
    collector = ObjectCollector(of: blobs)
    self.uploads = uploads
    check = SharedStoreCheck(of: place, folder: folder, starter: starter)
    backups = BackupJobs(besides: folder)
  }

  /// The amounts of stored data.
  package func counts() async throws -> StoredCounts { try await stores.records.counts() }

  /// The number of blobs that nothing refers to, and their total size in bytes.
  package func garbage() async throws -> (count: Int, byteCount: Int64) {
    do {
      return try await workers.run { [stores] in try CheckedLedger(of: stores.place.database).garbage() }
    } catch let error as PostgreSQLError {
      throw WoofError(error)
    }
  }

  /// Checks everything, and notes in the ledger which blobs are missing or damaged.
  package func check(_ depth: AdminJobRequest.Depth, report: @escaping Report) throws -> JSONValue {
    let depth: StoreCheck.Depth =
      switch depth {
      case .records: .records
      case .lengths: .lengths
      case .bytes: .bytes
      }
    return try check.report(depth) { try report(AdminJob.Progress($0)) }.json
  }

  /// Removes what has had its time, and bytes that nothing needs.
  package func collectGarbage(report: Report) async throws -> JSONValue {
    try report(AdminJob.Progress(step: "removing records that have had their time"))
    let expired = try await stores.records.removeExpired()
    try Task.checkCancellation()
    try report(AdminJob.Progress(step: "removing what no photo needs any longer, and what none ever needed"))
    let (found, partCount): (ObjectCollector.Findings, Int)
    do {
      found = try await collector.run()
      partCount = try await uploads.collect(stores.records)
    } catch {
      throw SharedStoreFailure.named(error, "Not everything could be removed")
    }
    return .object([
      "removedRecordCount": .integer(Int64(expired ?? 0)), "removedCount": .integer(Int64(found.collectedCount)),
      "removedOrphanCount": .integer(Int64(found.orphanCount)),
      "removedPartCount": .integer(Int64(partCount)),
      "abandonedUploadCount": .integer(Int64(found.abandonedUploadCount)),
      "failureCount": .integer(Int64(found.failureCount)),
    ])
  }
}

// MARK: Backups

extension SharedStoreUpkeep {
  /// Makes sure that an administrator may name a place of the node's machine.
  package func checkPlace(_ path: String, mayHoldData: Bool) throws(UpkeepRefusal) {
    try backups.checkPlace(path, mayHoldData: mayHoldData)
  }

  /// Reads what a backup holds at a point.
  package func contents(ofBackup path: String, at point: String?) throws(UpkeepRefusal) -> BackupContents {
    try backups.contents(ofBackup: path, at: point)
  }

  /// Backs everything up into a folder of the node's machine.
  package func backUp(to target: String, since: String?, report: @escaping Report) throws -> JSONValue {
    try backups.place(target, mayHoldData: true)
    return try BackupJobs.cancellable {
      try starter.run(whileWaiting: {}) { [stores] in
        try await SharedBackup(of: stores).run(to: .folder(target, since: since)) {
          try report(AdminJob.Progress($0))
        }.json
      }
    }
  }

  /// Restores a backup into a folder of the node's machine, which is a data folder then: the command line restores into a database.
  package func restore(
    _ backup: String, at point: String?, into folder: String, report: @escaping Report
  ) throws -> JSONValue {
    try backups.restore(backup, at: point, into: folder, report: report)
  }
}
