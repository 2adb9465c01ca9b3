internal import WoofCore
internal import WoofModel
internal import WoofAPI
internal import WoofStorage

/// The jobs that administrators start.
struct ServiceJobs: JobPerformer {
  let library: PhotoLibrary
  /// Work on the stores; `nil` where they are others than the embedded ones.
  let upkeep: StorageUpkeep?

  func perform(
    _ request: AdminJobRequest, report: @escaping @Sendable (AdminJob.Progress) -> Void
  ) async throws -> JSONValue {
    if case .reprocess(let photo) = request { return try await reprocess(photo, report) }
    let upkeep = try knownUpkeep()
    switch request {
    case .backup(let target, let since):
      return try await blocking(report) { try upkeep.backUp(to: target, since: since, $0) }
    case .restore(let backup, let folder, let point):
      return try await blocking(report) { try upkeep.restore(backup, at: point, into: folder, $0) }
    case .check(let depth): return try await blocking(report) { try upkeep.check(depth, $0) }
    case .collectGarbage, .reprocess: return try await upkeep.collectGarbage(report)
    }
  }

  /// Does what takes minutes or hours on a thread of its own, as nobody else may wait for it.
  private func blocking(
    _ report: @escaping @Sendable (AdminJob.Progress) -> Void,
    _ work: @escaping @Sendable (@escaping StorageProgress.Observer) throws -> JSONValue
  ) async throws -> JSONValue {
    let pool = WorkerPool(name: "job", threadCount: 1)
    let stop = StopFlag()
    return try await withTaskCancellationHandler {
      try await pool.run {
        do {
          return try BackgroundThread.run(named: "job, nice", work) { (progress: StorageProgress) in
            try stop.check()
            report(AdminJob.Progress(progress))
          }
        } catch let error as StorageError where error.code == .cancelled {
          throw CancellationError()
        }
      }
    } onCancel: {
      stop.set()
    }
  }

  private func reprocess(
    _ photo: PhotoID?, _ report: @escaping @Sendable (AdminJob.Progress) -> Void
  ) async throws -> JSONValue {
    let end = try await pictures().reprocess(photo.map { .photo($0) } ?? .all) { progress in
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
  func pictures() throws(WoofError) -> PictureDerivation {
    guard let pictures = library.parts.pictures else {
      throw WoofError(.notImplemented, "This service derives nothing from photos.")
    }
    return pictures
  }

  /// Returns the part of the service that works on the stores.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-implemented` where nothing here does.
  func knownUpkeep() throws(WoofError) -> StorageUpkeep {
    guard let upkeep else { throw WoofError(.notImplemented, "The stores of this service are looked after elsewhere.") }
    return upkeep
  }
}
