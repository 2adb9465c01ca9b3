// SPDX-License-Identifier: Apache-2.0

package import WoofConfiguration
internal import WoofCore
package import WoofAPI

/// Runs the service: reads the configuration, and starts and stops the modules that it enables.
package enum WoofServer {
  /// Reads a configuration.
  ///
  /// - Parameters:
  ///   - text: The text of the file.
  ///   - source: The name of the file, for errors.
  ///   - overrides: The settings on the command line, which replace those of the file.
  /// - Throws: ``WoofConfiguration/ConfigurationError`` with all that is wrong.
  package static func configuration(
    text: String = "{}", source: String = "woof.json5", overrides: [ConfigurationOverride] = []
  ) throws(ConfigurationError) -> EffectiveConfiguration<ServerSettings> {
    try EffectiveConfiguration(text: text, source: source, overrides: overrides) { ServerSettings(from: &$0) }
  }

  /// Starts everything, lends the running service to `body`, and stops everything when it ends.
  ///
  /// - Parameters:
  ///   - settings: The configuration.
  ///   - log: The sink for log lines.
  ///   - body: A function that runs while the service does; it is cancelled when a module stops working.
  /// - Throws: ``WoofCore/ModuleError`` where a module failed, and what `body` throws.
  package static func run<Result: Sendable>(
    _ settings: ServerSettings, log: LogSink, _ body: @escaping @Sendable (RunningService) async throws -> Result
  ) async throws -> Result {
    try await run(
      settings.modules, AdministrationSetup(settings: settings.administration), log: log, in: ServiceEnvironment(), body
    )
  }

  /// Starts everything with a configuration that administrators may change while the service runs, lends the running
  /// service to `body`, and stops everything when it ends.
  ///
  /// - Throws: As the same of settings.
  package static func run<Result: Sendable>(
    _ configuration: LiveConfiguration, log: LogSink,
    _ body: @escaping @Sendable (RunningService) async throws -> Result
  ) async throws -> Result {
    try await run(configuration, log: log, in: ServiceEnvironment(), body)
  }

  /// Starts everything in surroundings that are not the system's.
  ///
  /// - Throws: As ``run(_:log:_:)``.
  package static func run<Result: Sendable>(
    _ configuration: LiveConfiguration, log: LogSink, in environment: ServiceEnvironment,
    _ body: @escaping @Sendable (RunningService) async throws -> Result
  ) async throws -> Result {
    let settings = configuration.started.root
    let setup = AdministrationSetup(settings: settings.administration, configuration: configuration)
    return try await run(settings.modules, setup, log: log, in: environment) { service in
      await configuration.attach { try await service.apply($1, of: $0) }
      return try await body(service)
    }
  }

  private static func run<Result: Sendable>(
    _ modules: [any WoofModule], _ setup: AdministrationSetup, log: LogSink, in environment: ServiceEnvironment,
    _ body: @escaping @Sendable (RunningService) async throws -> Result
  ) async throws -> Result {
    let surroundings: [any WoofModule] = [
      LogModule(sink: log), EnvironmentModule(environment), AdministrationModule(setup),
    ]
    return try await ModuleRunner(surroundings + modules).run { scope in
      try await body(try scope.one(at: .service))
    }
  }
}
