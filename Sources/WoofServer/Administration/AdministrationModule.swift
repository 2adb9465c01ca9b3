internal import WoofConfiguration
internal import WoofCore

/// Lends to the other modules how the service is administered. It is not in the registry: it is of the whole service.
struct AdministrationModule: WoofModule {
  struct Settings: ConfigurationSection {
    init(from reader: inout ConfigurationReader) {}
  }

  static let id: ModuleID = "administration"
  static let summary = "Lends to the other modules how the service is administered."

  private let settings: AdministrationSettings

  init(settings: Settings) { self.settings = .none }

  init(_ settings: AdministrationSettings) { self.settings = settings }

  func provision(_ scope: ModuleScope) async throws { scope.provide(settings, at: .administrationSettings) }
}

extension ModuleScope {
  /// How the service is administered; not at all, where nobody said.
  var administrationSettings: AdministrationSettings { all(at: .administrationSettings).first ?? .none }
}
