internal import WoofConfiguration
internal import WoofCore

/// How a service is administered.
struct AdministrationSetup: Sendable {
  /// Where administrators find it.
  var settings = AdministrationSettings.none
  /// What they may change; `nil` where nobody may.
  var configuration: LiveConfiguration?
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
  /// How the service is administered; not at all, where nobody said.
  var administrationSetup: AdministrationSetup { all(at: .administrationSetup).first ?? AdministrationSetup() }
}
