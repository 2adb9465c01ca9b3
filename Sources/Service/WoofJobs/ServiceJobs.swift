// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
package import WoofAdministration
package import WoofCore
package import WoofModel
internal import WoofSystem

/// The jobs that administrators start: backup, restore, check, reprocessing, and the collection of garbage; and the one that the
/// service starts by itself, reading archives.
package struct ServiceJobs: JobPerformer {
  private let library: PhotoLibrary
  private let pictures: PictureDerivation?
  private let upkeep: (any StoreUpkeep)?
  private let archives: ArchiveDigesting?
  private let workers: WorkerPool

  /// Makes the jobs of a service.
  ///
  /// - Parameters:
  ///   - library: The photos.
  ///   - pictures: Derives from pictures; `nil` where nothing does.
  ///   - upkeep: Works on the stores; `nil` where nothing here does.
  ///   - archives: Reads archives; `nil`, the default, where nothing does.
  ///   - workers: Threads for what blocks.
  package init(
    library: PhotoLibrary, pictures: PictureDerivation?, upkeep: (any StoreUpkeep)?, archives: ArchiveDigesting? = nil,
    workers: WorkerPool
  ) {
    self.library = library
    self.pictures = pictures
    self.upkeep = upkeep
    self.archives = archives
    self.workers = workers
  }

  /// Does what is asked for, and returns when it is done.
  package func perform(
    _ request: AdminJobRequest, report: @escaping @Sendable (AdminJob.Progress) -> Void
  ) async throws -> JSONValue {
    switch request {
    case .reprocess(let photo): return try await reprocess(photo, report)
    case .digestArchives: return try await digestArchives(report)
    case .backup, .restore, .check, .collectGarbage: return try await keepUp(request, report)
    }
  }

  private func keepUp(
    _ request: AdminJobRequest, _ report: @escaping @Sendable (AdminJob.Progress) -> Void
  ) async throws -> JSONValue {
    let upkeep = try knownUpkeep()
    switch request {
    case .backup(let target, let since):
      return try await blocking(report) { try upkeep.backUp(to: target, since: since, report: $0) }
    case .restore(let backup, let folder, let point):
      return try await blocking(report) {
        try upkeep.restore(backup, at: point, into: folder, report: $0)
      }
    case .check(let depth): return try await blocking(report) { try upkeep.check(depth, report: $0) }
    case .collectGarbage, .reprocess, .digestArchives: return try await upkeep.collectGarbage(report: report)
    }
  }

  /// Does what takes minutes or hours on a thread of its own, as nobody else may wait for it.
  private func blocking<Result: Sendable>(
    _ report: @escaping @Sendable (AdminJob.Progress) -> Void,
    _ work: @escaping @Sendable (@escaping StoreUpkeep.Report) throws -> Result
  ) async throws -> Result {
    let pool = WorkerPool(name: "job", threadCount: 1)
    let isStopped = StopFlag()
    return try await withTaskCancellationHandler {
      try await pool.run {
        try BackgroundThread.run(named: "job, nice", work) { (progress: AdminJob.Progress) in
          if isStopped.value.load(ordering: .relaxed) { throw CancellationError() }
          report(progress)
        }
      }
    } onCancel: {
      isStopped.value.store(true, ordering: .relaxed)
    }
  }

  private func digestArchives(
    _ report: @escaping @Sendable (AdminJob.Progress) -> Void
  ) async throws -> JSONValue {
    guard let archives else { throw WoofError(.notImplemented, "This service reads no archives.") }
    return try await archives.run { work in try await blocking(report, work) }
  }

  private func reprocess(
    _ photo: PhotoID?, _ report: @escaping @Sendable (AdminJob.Progress) -> Void
  ) async throws -> JSONValue {
    let end = try await knownPictures().reprocess(photo.map { .photo($0) } ?? .all) { progress in
      report(
        AdminJob.Progress(
          step: "deriving anew", done: Int64(progress.doneCount), total: Int64(progress.totalCount), unit: .photos))
    }
    return .object([
      "photoCount": .integer(Int64(end.doneCount)), "failedCount": .integer(Int64(end.failedCount)),
    ])
  }

  /// Returns the part of the service that derives images from photos.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-implemented` where nothing does.
  private func knownPictures() throws(WoofError) -> PictureDerivation {
    guard let pictures else {
      throw WoofError(.notImplemented, "This service derives nothing from photos.")
    }
    return pictures
  }

  /// Returns the part of the service that works on the stores.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-implemented` where nothing here does.
  private func knownUpkeep() throws(WoofError) -> any StoreUpkeep {
    guard let upkeep else { throw WoofError(.notImplemented, "The stores of this service are looked after elsewhere.") }
    return upkeep
  }
}

extension ServiceJobs {
  /// Looks at what is asked for, and changes nothing.
  package func plan(_ request: AdminJobRequest) async throws -> AdminPlan {
    switch request {
    case .backup(let target, let since): try await backupPlan(target, since: since)
    case .restore(let backup, let folder, let point): try await restoringPlan(backup, at: point, into: folder)
    case .check(let depth): try await checkPlan(depth)
    case .reprocess(let photo): try await reprocessingPlan(photo)
    case .collectGarbage: try await garbagePlan()
    case .digestArchives:
      throw Self.invalid("kind", "The service starts this by itself, for archives that were downloaded.")
    }
  }

  private func backupPlan(_ target: String, since: String?) async throws -> AdminPlan {
    let upkeep = try knownUpkeep()
    try checkPath(target, "target", upkeep)
    if let since { try checkPath(since, "since", upkeep) }
    let counts = try await upkeep.counts()
    let link = since.map { ", linked to \($0) where it has them" } ?? ""
    return AdminPlan(
      summary: "backs up \(counts.photos) into \(target): \(counts.blobs)\(link)", photoCount: counts.photoCount)
  }

  private func restoringPlan(_ backup: String, at point: String?, into folder: String) async throws -> AdminPlan {
    let upkeep = try knownUpkeep()
    try checkPath(backup, "backup", upkeep)
    try checkPath(folder, "into", upkeep)
    if let point, point.isEmpty || point.utf8.count > 255 || point.hasControlCharacters {
      throw Self.invalid("point", "A point is the name of a backup, or a moment as in 2026-05-01T10:00:00.000Z.")
    }
    let contents: BackupContents
    do {
      contents = try await workers.run { try upkeep.contents(ofBackup: backup, at: point) }
    } catch let refusal as UpkeepRefusal {
      throw Self.invalid("backup", "This cannot be restored: \(refusal.message).")
    }
    let missing = contents.missingBlobCount
    return AdminPlan(
      summary: "restores the backup of \(contents.createdAt) in \(backup) into \(folder): "
        + "\(Self.blobs(contents.blobCount, contents.blobByteCount))"
        + (missing > 0 ? ", without \(Self.count(missing, "blob")) that it lacks" : ""))
  }

  private func checkPlan(_ depth: AdminJobRequest.Depth) async throws -> AdminPlan {
    let counts = try await knownUpkeep().counts()
    let records = "checks the records of \(counts.photos)"
    let summary =
      switch depth {
      case .records: records
      case .lengths: "\(records) and the lengths of \(counts.blobs), and withdraws damaged ones"
      case .bytes: "\(records), reads \(counts.blobs), and withdraws damaged ones"
      }
    return AdminPlan(summary: summary, photoCount: counts.photoCount, isReversible: depth == .records)
  }

  private func reprocessingPlan(_ photo: PhotoID?) async throws -> AdminPlan {
    _ = try knownPictures()
    guard let photo else {
      let count = try await upkeep?.counts().photoCount
      let photos = count.map { Self.count($0, "photo") } ?? "all photos"
      return AdminPlan(
        summary: "derives \(photos) anew, in place of what was derived", photoCount: count ?? 0, isReversible: false)
    }
    guard let record = try await library.record(of: photo), !record.isDeleted else {
      throw WoofError.noSuchPhoto
    }
    return AdminPlan(
      summary: "derives 1 photo of \(record.ownerName) anew, in place of what was derived", photoCount: 1,
      isReversible: false)
  }

  private func garbagePlan() async throws -> AdminPlan {
    let garbage = try await knownUpkeep().garbage()
    return AdminPlan(
      summary: "removes \(Self.blobs(garbage.count, garbage.byteCount)), that no photo needs any longer, "
        + "and what no photo ever needed",
      byteCount: garbage.byteCount, isReversible: false)
  }

  private func checkPath(_ path: String, _ name: String, _ upkeep: any StoreUpkeep) throws(WoofError) {
    guard path.hasPrefix("/"), path.utf8.count < 4096, !path.hasControlCharacters else {
      throw Self.invalid(name, "A path is one of the service's machine, and absolute.")
    }
    do {
      try upkeep.checkPlace(path, mayHoldData: name != "into")
    } catch {
      throw Self.invalid(name, "This path cannot be taken: \(error.message).")
    }
  }

  private static func invalid(_ name: String, _ message: String) -> WoofError {
    WoofError(.invalidParameter, message, details: ["parameter": .string(name)])
  }

  fileprivate static func blobs(_ count: Int, _ byteCount: Int64) -> String {
    "\(Self.count(count, "blob")) of \(byteCount.grouped) bytes"
  }

  fileprivate static func count(_ count: Int, _ noun: String) -> String {
    "\(Int64(count).grouped) \(noun)\(count == 1 ? "" : "s")"
  }
}

extension String {
  fileprivate var hasControlCharacters: Bool { utf8.contains { $0 < 0x20 || $0 == 0x7F } }
}

extension StoredCounts {
  fileprivate var photos: String { ServiceJobs.count(photoCount, "photo") }

  fileprivate var blobs: String { ServiceJobs.blobs(blobCount, blobByteCount) }
}

/// Tells work on another thread that nobody waits for it any more.
private final class StopFlag: Sendable {
  let value = Atomic(false)
}
