// SPDX-License-Identifier: Apache-2.0

/// The result of one history.
struct HistoryOutcome: Sendable {
  /// The hash of everything that happened.
  var trace = TraceHash()
  /// The descriptions of what is wrong.
  var problems: [String] = []
  /// The number of acknowledgements.
  var acknowledgementCount = 0
  /// The number of starts of the service.
  var startCount = 0
  /// The virtual milliseconds that passed.
  var milliseconds: Int64 = 0

  /// Runs a history of a seed in a world of its own.
  static func of(
    _ seed: UInt64, _ images: HistoryImages, weather: NetworkWeather = .fair,
    _ tell: (@Sendable (String) -> Void)?, _ live: @escaping @Sendable (SimulatedWorld) async -> Void
  ) -> HistoryOutcome {
    var (outcome, trace) = SimulationExecutor.shared.run(seed: seed) {
      var settings = ServiceSettings()
      if let tell { settings.log = { tell("      \($0)") } }
      let world = SimulatedWorld(images, seed: seed, weather: weather, settings: settings, tell: tell)
      await live(world)
      return HistoryOutcome(
        problems: world.problems,
        acknowledgementCount: world.expected.acknowledgementCount + world.acknowledgementCount,
        startCount: world.machine.startCount, milliseconds: SimulationExecutor.shared.now / 1_000_000)
    }
    outcome.trace = trace
    return outcome
  }
}
