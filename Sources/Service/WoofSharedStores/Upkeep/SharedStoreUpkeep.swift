// SPDX-License-Identifier: Apache-2.0

package import WoofAdministration
package import WoofCore
package import WoofModel
package import WoofObjectStorage
package import WoofPostgreSQL
package import WoofPostgresStorage
internal import WoofStorage

/// The long work that administrators have done on stores that nodes share.
package struct SharedStoreUpkeep: StoreUpkeep {
  private let records: PostgresStore
  private let database: PostgreSQLSettings
  private let collector: ObjectCollector
  private let uploads: ObjectUploadParts
  private let check: SharedStoreCheck
  private let workers: WorkerPool

  /// Makes the upkeep of a node's stores.
  ///
  /// - Parameters:
  ///   - records: The records.
  ///   - database: Their database.
  ///   - blobs: The blobs.
  ///   - uploads: The parts of uploads.
  ///   - check: The check of both.
  package init(
    of records: PostgresStore, in database: PostgreSQLSettings, _ blobs: ObjectBlobStore, _ uploads: ObjectUploadParts,
    checkedBy check: SharedStoreCheck
  ) {
    (self.records, self.database, self.uploads, self.check) = (records, database, uploads, check)
    collector = ObjectCollector(of: blobs)
    workers = WorkerPool(name: "upkeep", threadCount: 1)
  }

  /// The amounts of stored data.
  package func counts() async throws -> StoredCounts { try await records.counts() }

  /// The number of blobs that nothing refers to, and their total size in bytes.
  package func garbage() async throws -> (count: Int, byteCount: Int64) {
    do {
      return try await workers.run { [database] in try CheckedLedger(of: database).garbage() }
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
    let expired = try await records.removeExpired()
    try Task.checkCancellation()
    try report(AdminJob.Progress(step: "removing what no photo needs any longer, and what none ever needed"))
    let (found, partCount): (ObjectCollector.Findings, Int)
    do {
      found = try await collector.run()
      partCount = try await uploads.collect(records)
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
  private static let refusal = UpkeepRefusal(
    "stores that nodes share are backed up and restored by the command line: woof backup TARGET --config FILE")

  /// Refuses: the command line does that.
  package func checkPlace(_ path: String, mayHoldData: Bool) throws(UpkeepRefusal) { throw Self.refusal }

  /// Refuses: the command line does that.
  package func contents(ofBackup path: String, at point: String?) throws(UpkeepRefusal) -> BackupContents {
    throw Self.refusal
  }

  /// Refuses: the command line does that.
  package func backUp(to target: String, since: String?, report: @escaping Report) throws -> JSONValue {
    throw WoofError(.notImplemented, "\(Self.refusal.message).")
  }

  /// Refuses: the command line does that.
  package func restore(
    _ backup: String, at point: String?, into folder: String, report: @escaping Report
  ) throws -> JSONValue {
    throw WoofError(.notImplemented, "\(Self.refusal.message).")
  }
}
