public import WoofCore
internal import WoofModel

/// What the admin API stands on, beside what the service stands on.
public struct Administration: Sendable {
  /// What runs.
  public var process: any ServiceProcess
  /// What was asked for, and what came of it.
  public var audit: AuditLog
  /// What administrators see and do of the stores.
  public var store: any AdministrationStore
  /// What was set aside; `nil` where nothing can be.
  public var quarantine: (any QuarantineStore)?
  /// Long work.
  public var jobs: JobRunner

  /// Gathers the parts.
  public init(
    process: any ServiceProcess, audit: AuditLog, store: any AdministrationStore,
    quarantine: (any QuarantineStore)? = nil, jobs: JobRunner
  ) {
    self.process = process
    self.audit = audit
    self.store = store
    self.quarantine = quarantine
    self.jobs = jobs
  }
}
