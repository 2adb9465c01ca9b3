// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofJobs
internal import WoofModel
internal import WoofAPI

extension Administration {
  /// Gathers what the admin API stands on; `nil` where nobody is to administer the service, or its stores cannot be.
  static func make(
    in scope: ModuleScope, process: RunningProcess, service: WoofService.Parts, jobs: JobRunner
  ) -> Administration? {
    let setup = scope.administrationSetup
    guard setup.settings.hasSocket || setup.settings.isOnTCP, let audit = service.audit,
      let store = scope.all(at: .administration).first
    else { return nil }
    return Administration(
      process: process, audit: audit, store: store, quarantine: scope.all(at: .quarantine).first, jobs: jobs,
      configuration: setup.configuration, plugins: scope.all(at: .plugins).first)
  }
}
