// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofAPI

extension Administration {
  /// Gathers what the admin API stands on; `nil` where nobody is to administer the service, or its stores cannot be.
  ///
  static func make(
    in scope: ModuleScope, process: RunningProcess, library: PhotoLibrary, audit: AuditLog?
  ) -> Administration? {
    let setup = scope.administrationSetup
    guard setup.settings.hasSocket || setup.settings.isOnTCP, let audit,
      let store = scope.all(at: .administration).first
    else { return nil }
    let jobs = JobRunner(
      performer: ServiceJobs(library: library, upkeep: scope.all(at: .upkeep).first), time: library.parts.time)
    return Administration(
      process: process, audit: audit, store: store, quarantine: scope.all(at: .quarantine).first, jobs: jobs,
      configuration: setup.configuration, plugins: scope.all(at: .plugins).first)
  }
}
