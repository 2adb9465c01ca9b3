internal import WoofCore
internal import WoofModel
internal import WoofService

extension Administration {
  /// Gathers what the admin API stands on; `nil` where nobody is to administer the service, or its stores cannot be.
  ///
  /// - Throws: What opening the audit log throws.
  static func make(
    in scope: ModuleScope, process: RunningProcess, library: PhotoLibrary, log: LogSink
  ) async throws -> Administration? {
    let setup = scope.administrationSetup
    guard setup.settings.hasSocket || setup.settings.isOnTCP, let auditStore = scope.all(at: .audit).first,
      let store = scope.all(at: .administration).first
    else { return nil }
    let audit = AuditLog(store: auditStore, time: library.parts.time, workers: library.parts.workers)
    if let finding = try await audit.open() { log.note(.error, "the audit log was not whole", ["found": finding]) }
    let jobs = JobRunner(
      performer: ServiceJobs(library: library, upkeep: scope.all(at: .upkeep).first), time: library.parts.time)
    return Administration(
      process: process, audit: audit, store: store, quarantine: scope.all(at: .quarantine).first, jobs: jobs,
      configuration: setup.configuration, plugins: scope.all(at: .plugins).first)
  }
}
