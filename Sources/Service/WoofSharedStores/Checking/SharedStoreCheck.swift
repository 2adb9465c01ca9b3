// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import WoofModel
internal import WoofObjectStorage
internal import WoofPostgreSQL
internal import WoofPostgresStorage
internal import WoofRecordCopy
internal import WoofS3
internal import WoofSQLite
package import WoofStorage
internal import WoofSystem

/// Looks whether stores that nodes share hold what they promise, while nodes run or not.
///
/// The records are looked at as they are at one moment: by queries, and in a copy of them in the embedded schema, over which the rules
/// of the embedded stores run. Whatever is wrong with a blob is asked for once more before it is said, as it may have been collected
/// meanwhile.
package struct SharedStoreCheck: Sendable {
  /// The promise that records can be copied.
  private static let copyPromise = "the records can be copied"

  private let place: SharedPlace
  private let folder: String?
  private let starter: TaskStarter

  /// Makes a check.
  ///
  /// - Parameters:
  ///   - place: The database and the bucket.
  ///   - folder: The folder for a copy of the records, which goes with the check; `nil` for that of temporary files.
  ///   - starter: Begins tasks for the thread that checks.
  package init(of place: SharedPlace, folder: String? = nil, starter: TaskStarter = TaskStarter()) {
    (self.place, self.folder, self.starter) = (place, folder, starter)
  }

  /// Checks the stores. Blocks.
  ///
  /// - Parameters:
  ///   - depth: The depth of the check. A blob that is missing or damaged is noted so in the ledger; nothing else is changed.
  ///   - progress: Is told how far it has come, on this thread; throws to stop it.
  /// - Throws: ``WoofModel/WoofError`` with the code `unavailable` where the database or the bucket does not respond;
  ///   ``WoofStorage/StorageError`` with the code `older-schema`, `newer-schema`, `no-store`, `misplaced` where the bucket is another
  ///   one, `no-room` or `inaccessible`; what `progress` throws.
  package func report(
    _ depth: StoreCheck.Depth, progress: @escaping StorageProgress.Observer = { _ in }
  ) throws -> StoreReport {
    do {
      var report = StoreReport(depth: depth)
      let (records, isWhole) = try copy(&report, progress)
      let ledger = CheckedLedger(of: place.database)
      let isBound = try isBound(ledger)
      try PostgresCheck(of: place.database).run(progress: { try progress(StorageProgress(.checkingRecords)) }) {
        report.note(StoreCheck.Finding(rule: $0, subject: $1), limit: StoreCheck.findingLimit)
      }
      guard isWhole else { return report }
      try records.check(&report, progress)
      // Records that are bound to no bucket ask for no blobs.
      guard isBound else { return report }
      let objects = ObjectInspection(in: place.bucket, prefix: place.prefix)
      try ObjectAudit(records: records, ledger: ledger, objects: objects, depth: depth, starter: starter)
        .run(&report, progress)
      return report
    } catch {
      throw SharedStoreFailure.named(error, "The stores cannot be checked")
    }
  }

  /// Copies the records; where a row does not fit, that is a finding, and the copy is not whole.
  private func copy(
    _ report: inout StoreReport, _ progress: @escaping StorageProgress.Observer
  ) throws -> (RecordFile, isWhole: Bool) {
    let work = try folder.map { try WorkFolder(in: $0) } ?? WorkFolder()
    defer { withExtendedLifetime(work) {} }
    let path = "\(work.path)/woof.db"
    let records = try RecordFile(at: path)
    // Whoever has it open goes on with it.
    unlink(path)
    try records.acceptDanglingReferences()
    do {
      // Nothing is signed with the secret of a copy that nobody gets.
      try RecordExport(of: place.database, secret: [UInt8](repeating: 0, count: 32)).run(
        into: records, progress: progress)
      return (records, true)
    } catch let error as SQLiteError where error.isConstraint {
      report.note(
        StoreCheck.Finding(rule: Self.copyPromise, subject: "\(error)"), limit: StoreCheck.findingLimit)
      return (records, false)
    }
  }

  /// - Returns: `false` if the records are bound to no bucket.
  private func isBound(_ ledger: CheckedLedger) throws -> Bool {
    guard let bound = try ledger.binding() else { return false }
    let named = ObjectInspection.binding(of: place.bucket, prefix: place.prefix)
    guard bound == named else {
      throw StorageError(.misplaced, "\(ObjectStorageError.otherBucket(bound: bound, named: named))")
    }
    return true
  }
}

/// Repairs what can be repaired of stores that nodes share, while they run: what is counted. Bytes heal when their photo is uploaded
/// again.
package struct SharedStoreRepair {
  private let place: SharedPlace
  private let check: SharedStoreCheck

  /// Makes a repair of stores.
  package init(of place: SharedPlace) { (self.place, check) = (place, SharedStoreCheck(of: place)) }

  /// Checks, counts anew where something is wrong, and checks again. Blocks.
  ///
  /// - Parameters:
  ///   - depth: The depth of the first check.
  ///   - progress: Is told how far each has come.
  /// - Throws: As ``SharedStoreCheck/report(_:progress:)``.
  package func run(
    _ depth: StoreCheck.Depth, progress: @escaping StorageProgress.Observer = { _ in }
  ) throws -> StoreRepair.Outcome {
    let before = try check.report(depth, progress: progress)
    guard !before.isSound else { return StoreRepair.Outcome(before: before, after: before) }
    do {
      try PostgresRecount(of: place.database).run()
    } catch {
      throw SharedStoreFailure.named(error, "The stores cannot be repaired")
    }
    // What has been read and found sound need not be read once more.
    return StoreRepair.Outcome(before: before, after: try check.report(min(depth, .lengths), progress: progress))
  }
}

/// The errors of work on stores that nodes share, in words for an operator.
enum SharedStoreFailure {
  /// Names an error of the database, or of the bucket; all others say themselves what is wrong.
  static func named(_ error: any Error, _ work: String) -> any Error {
    switch error {
    case let error as PostgreSQLError:
      WoofError(.unavailable, "\(work): the database does not do it: \(error.message).", cause: error)
    case let error as S3Error:
      WoofError(.unavailable, "\(work): the object store does not do it: \(error).", cause: error)
    case is SQLiteError, is SystemError: StorageError(work, error)
    default: error
    }
  }
}
