// SPDX-License-Identifier: Apache-2.0

internal import WoofConfiguration
internal import WoofCore

/// Lends the surroundings to the other modules. It is not in the registry: whoever starts the service chooses them.
struct EnvironmentModule: WoofModule {
  struct Settings: ConfigurationSection {
    init(from reader: inout ConfigurationReader) {}
  }

  static let id: ModuleID = "environment"
  static let summary = "Lends clocks, randomness and files to the other modules."

  private let environment: ServiceEnvironment

  init(settings: Settings) { environment = ServiceEnvironment() }

  init(_ environment: ServiceEnvironment) { self.environment = environment }

  func provision(_ scope: ModuleScope) async throws { scope.provide(environment, at: .environment) }
}

extension ModuleScope {
  /// The clocks, randomness and files of the service; the system's, where nobody chose others.
  var environment: ServiceEnvironment { all(at: .environment).first ?? ServiceEnvironment() }
}
