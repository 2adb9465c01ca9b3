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
    _ tell: @escaping @Sendable (String) -> Void,
    _ live: @escaping @Sendable (SimulatedWorld) async -> Void
  ) -> HistoryOutcome {
    let box = Box()
    let trace = SimulationExecutor.shared.run(seed: seed) {
      var settings = ServiceSettings()
      settings.log = { tell("      \($0)") }
      let world = SimulatedWorld(images, seed: seed, weather: weather, settings: settings, tell: tell)
      await live(world)
      box.outcome.problems = world.problems
      box.outcome.acknowledgementCount = world.expected.acknowledgementCount + world.acknowledgementCount
      box.outcome.startCount = world.machine.startCount
      box.outcome.milliseconds = SimulationExecutor.shared.now / 1_000_000
    }
    box.outcome.trace = trace
    return box.outcome
  }

  /// Takes the result out of the task of a history.
  private final class Box: @unchecked Sendable {  // one thread runs everything
    var outcome = HistoryOutcome()
  }
}
