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
  /// What may be changed while the service runs; `nil` where nothing may.
  public var configuration: (any ConfigurationAdministration)?
  /// The plugins; `nil` where there are none.
  public var plugins: (any PluginAdministration)?

  /// Gathers the parts.
  public init(
    process: any ServiceProcess, audit: AuditLog, store: any AdministrationStore,
    quarantine: (any QuarantineStore)? = nil, jobs: JobRunner,
    configuration: (any ConfigurationAdministration)? = nil, plugins: (any PluginAdministration)? = nil
  ) {
    self.process = process
    self.audit = audit
    self.store = store
    self.quarantine = quarantine
    self.jobs = jobs
    self.configuration = configuration
    self.plugins = plugins
  }
}
