// SPDX-License-Identifier: Apache-2.0

public import WoofCore
public import WoofJobs
internal import WoofModel

/// The parts that the admin API needs, beside those of the service.
public struct Administration: Sendable {
  /// The process that the service runs in.
  public var process: any ServiceProcess
  /// The log of what administrators asked for, and of its outcome.
  public var audit: AuditLog
  /// The stores, as administrators see and change them.
  public var store: any AdministrationStore
  /// The blobs that were set aside; `nil` if the stores set none aside.
  public var quarantine: (any QuarantineStore)?
  /// Long work.
  public var jobs: JobRunner
  /// The configuration, for changes while the service runs; `nil` if nothing may be changed.
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
