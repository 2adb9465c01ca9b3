// SPDX-License-Identifier: Apache-2.0

package import WoofAdministration
package import WoofCore
package import WoofJobs
package import WoofModel

/// The parts that the admin API needs, beside those of the service.
package struct Administration: Sendable {
  /// The process that the service runs in.
  package var process: any ServiceProcess
  /// The log of what administrators asked for, and of its outcome.
  package var audit: AuditLog
  /// The stores, as administrators see and change them.
  package var store: any AdministrationStore
  /// The blobs that were set aside; `nil` if the stores set none aside.
  package var quarantine: (any QuarantineStore)?
  /// Long work.
  package var jobs: JobRunner
  /// The configuration, for changes while the service runs; `nil` if nothing may be changed.
  package var configuration: (any ConfigurationAdministration)?
  /// The plugins; `nil` where there are none.
  package var plugins: (any PluginAdministration)?

  /// Gathers the parts.
  package init(
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

/// The process that a service runs in, for administrators.
package protocol ServiceProcess: Sendable {
  /// The version, the start, the addresses and the folder of the running service.
  var status: AdminStatus { get }

  /// The use of resources by the process. Asking the system for it blocks for a moment.
  var figures: ProcessFigures { get }

  /// Stops the service as `SIGTERM` does: running responses are let finish. Returns at once.
  ///
  /// - Returns: `true` if anybody is there to do that.
  func stop() -> Bool
}

/// The use of resources by a process.
package struct ProcessFigures: Hashable, Sendable {
  /// The number of bytes that are free on the file system of the data.
  package var freeByteCount: Int64 = 0
  /// The number of bytes of memory that the process has.
  package var residentByteCount: Int64 = 0
  /// The processor time that it has used, in seconds.
  package var processorSeconds: Double = 0
  /// The number of descriptors that it has open.
  package var descriptorCount = 0
  /// The number of open connections.
  package var connectionCount = 0

  /// Makes the figures of a process that has nothing.
  package init() {}
}

/// The configuration of a service, which administrators may read and, in part, change while the service runs.
package protocol ConfigurationAdministration: Sendable {
  /// Returns the values in effect, and where each was set.
  func configuration() async throws -> AdminConfiguration

  /// Returns what a change would do, and changes nothing.
  ///
  /// - Throws: As ``change(_:of:)``.
  func plan(_ values: [String: JSONValue], of version: Int64) async throws -> AdminPlan

  /// Sets values, durably, and lets them count.
  ///
  /// - Parameters:
  ///   - values: The values by their keys; `null` takes the administrators' value back.
  ///   - version: The version that the change was made of.
  /// - Returns: The configuration in effect after the change.
  /// - Throws: ``WoofModel/WoofError`` with the code `precondition-failed` where somebody has changed it meanwhile,
  ///   `invalid-parameter` for a key that is unknown or not live, and for a value that is not allowed, or `conflict` where
  ///   it cannot count, as with a plugin that does not start, or `unavailable` while the service starts; nothing has been
  ///   changed then.
  func change(_ values: [String: JSONValue], of version: Int64) async throws -> AdminConfiguration

  /// Reads again what `SIGHUP` reads again.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `conflict` where it cannot count, or `unavailable` while the service
  ///   starts; what counted before still does.
  func reload() async throws
}

/// The plugins of a service.
package protocol PluginAdministration: Sendable {
  /// The plugins that are found, by name; looking for them blocks.
  func plugins() -> [AdminPlugin]

  /// The key of the configuration that names disabled plugins.
  var disablingKey: String { get }
}
