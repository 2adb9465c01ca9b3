internal import WoofCore
internal import WoofModel
internal import WoofService
internal import WoofStorage

/// The jobs that administrators start.
struct ServiceJobs: JobPerformer {
  let library: PhotoLibrary
  /// Work on the stores; `nil` where they are others than the embedded ones.
  let upkeep: StorageUpkeep?

  func plan(_ request: AdminJobRequest) async throws -> AdminPlan {
    switch request {
    case .backup(let target, let since):
      try checkPath(target, "target")
      if let since { try checkPath(since, "since") }
      return AdminPlan(summary: "backs everything up into \(target)\(since.map { ", linked to \($0)" } ?? "")")
    case .restore(let backup, let folder):
      try checkPath(backup, "backup")
      try checkPath(folder, "into")
      return AdminPlan(summary: "restores \(backup) into \(folder)")
    case .check(let depth): return AdminPlan(summary: "checks everything that is stored: \(depth.rawValue)")
    case .reprocess(let id?):
      _ = try pictures()
      guard let record = try await library.parts.records.photo(id), !record.isDeleted else {
        throw WoofError(.notFound, "There is no photo of this id.")
      }
      return AdminPlan(summary: "derives 1 photo of \(record.ownerName) anew", photoCount: 1)
    case .reprocess(nil):
      _ = try pictures()
      return AdminPlan(summary: "derives all photos anew")
    case .collectGarbage: return AdminPlan(summary: "removes bytes that nothing needs", isReversible: false)
    }
  }

  func perform(
    _ request: AdminJobRequest, report: @escaping @Sendable (AdminJob.Progress) -> Void
  ) async throws -> JSONValue {
    if case .reprocess(let photo) = request { return try await reprocess(photo, report) }
    guard let upkeep else { throw WoofError(.notImplemented, "The stores of this service are looked after elsewhere.") }
    switch request {
    case .backup(let target, let since):
      return try await blocking(report) { try upkeep.backUp(to: target, since: since, $0) }
    case .restore(let backup, let folder):
      return try await blocking(report) { try upkeep.restore(backup, into: folder, $0) }
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
        BackgroundThread.stepBack()
        do {
          return try work { progress in
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

  private func pictures() throws(WoofError) -> PictureDerivation {
    guard let pictures = library.parts.pictures else {
      throw WoofError(.notImplemented, "This service derives nothing from photos.")
    }
    return pictures
  }

  private func checkPath(_ path: String, _ name: String) throws(WoofError) {
    guard path.hasPrefix("/"), path.utf8.count < 4096, !path.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
      throw Self.invalid(name, "A path is one of the service's machine, and absolute.")
    }
    guard let upkeep else { return }
    let (wanted, live) = (ResolvedPath(path), ResolvedPath(upkeep.folder))
    if wanted.lies(in: live) || name == "into" && live.lies(in: wanted) {
      throw Self.invalid(name, "The folder \(upkeep.folder) is being served; choose one outside of it.")
    }
  }

  private static func invalid(_ name: String, _ message: String) -> WoofError {
    WoofError(.invalidParameter, message, details: ["parameter": .string(name)])
  }
}
