// SPDX-License-Identifier: Apache-2.0

internal import WoofAPI
internal import WoofConfiguration
internal import WoofCore

/// The ways in which administrators reach a service, and what they may change.
struct AdministrationSetup: Sendable {
  /// The ways in which administrators reach the service; none by default.
  var settings = AdministrationSettings.none
  /// The configuration that they may change; `nil` if nobody may.
  var configuration: (any ConfigurationAdministration)?
}

/// Lends to the other modules how the service is administered. It is not in the registry: it is of the whole service.
struct AdministrationModule: WoofModule {
  struct Settings: ConfigurationSection {
    init(from reader: inout ConfigurationReader) {}
  }

  static let id: ModuleID = "administration"
  static let summary = "Lends to the other modules how the service is administered."

  private let setup: AdministrationSetup

  init(settings: Settings) { setup = AdministrationSetup() }

  init(_ setup: AdministrationSetup) { self.setup = setup }

  func provision(_ scope: ModuleScope) async throws { scope.provide(setup, at: .administrationSetup) }
}

extension ModuleScope {
  /// The setup of administration; without one, nobody can administer the service.
  var administrationSetup: AdministrationSetup { all(at: .administrationSetup).first ?? AdministrationSetup() }
}
