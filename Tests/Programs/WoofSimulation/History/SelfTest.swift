// SPDX-License-Identifier: Apache-2.0

import MemoryDisks
import WoofClient
import WoofModel

/// A history that proves the simulation: clients use the service, whose power goes at random writes, over a network on
/// which everything goes wrong; in the end the service has what it has acknowledged, and the live streams have told all.
struct SelfTest {
  /// The accounts, with a client and a follower each.
  static let accounts = ["bella", "max", "rex"]

  /// Where everybody begins.
  let image: MemoryDisk
  /// The number of things that each client does.
  var operationCount = 17
  /// `false` to let nothing go wrong.
  var isUnlucky = true
  /// Is given a line of everything that is worth telling.
  var tell: @Sendable (String) -> Void = { _ in }

  /// What came of one history.
  struct Outcome: Sendable {
    /// The hash of everything that happened.
    var trace = TraceHash()
    /// What is wrong.
    var problems: [String] = []
    /// The number of acknowledgements.
    var acknowledgementCount = 0
    /// The number of starts of the service.
    var startCount = 0
    /// The virtual milliseconds that passed.
    var milliseconds: Int64 = 0
  }

  /// Runs the history of a seed.
  func run(seed: UInt64) -> Outcome {
    let outcome = OutcomeBox()
    let (image, operationCount, isUnlucky, tell) = (SharedDisk(image), operationCount, isUnlucky, tell)
    let trace = SimulationExecutor.shared.run(seed: seed) {
      var settings = ServiceSettings()
      settings.log = { tell("      \($0)") }
      let world = SimulatedWorld(
        image.disk, seed: seed, weather: isUnlucky ? .foul : .fair, settings: settings, tell: tell)
      await Self.live(in: world, operationCount, isUnlucky)
      outcome.value.problems = world.problems
      outcome.value.acknowledgementCount = world.expected.acknowledgementCount
      outcome.value.startCount = world.machine.startCount
      outcome.value.milliseconds = SimulationExecutor.shared.now / 1_000_000
    }
    outcome.value.trace = trace
    return outcome.value
  }

  private static func live(in world: SimulatedWorld, _ operationCount: Int, _ isUnlucky: Bool) async {
    await world.revive()
    let followers = accounts.enumerated().map { EventFollower($1, number: $0, in: world) }
    let following = followers.map { follower in Task { await follower.run() } }
    let misfortune = Misfortune(world: world, random: world.fork())
    let striking = Task {
      var misfortune = misfortune
      if isUnlucky { await misfortune.run() }
    }
    await withTaskGroup(of: Void.self) { group in
      for (number, name) in accounts.enumerated() {
        let client = FakeClient(name, number: number, in: world)
        group.addTask { await client.run(operationCount: operationCount) }
      }
    }
    striking.cancel()
    await striking.value
    await settle(world)
    await verify(world, followers)
    for task in following { task.cancel() }
    for task in following { await task.value }
    await world.machine.stop()
  }

  /// Ends all misfortune, and starts the service anew.
  private static func settle(_ world: SimulatedWorld) async {
    world.network.weather = .fair
    world.network.partition(false)
    world.machine.disk.heal()
    await world.revive()
    await world.machine.stop()
    await world.revive()
    // The longest pause of a live stream before it connects again, and what it takes to catch up.
    try? await SimulationClock().sleep(for: .seconds(90))
  }

  private static func verify(_ world: SimulatedWorld, _ followers: [EventFollower]) async {
    for (name, follower) in zip(accounts, followers) {
      do {
        var seen: [PhotoID: PhotoMetadata] = [:]
        for try await page in world.service(for: name, from: "10.0.2.1").changes() {
          for change in page.changes { seen[change.photo.id] = change.photo.deleted ? nil : change.photo }
        }
        for problem in world.expected.problems(in: seen, by: name) { world.complain(problem) }
        follower.check(against: seen)
      } catch {
        world.complain("\(name) cannot see what is there: \(error)")
      }
    }
  }
}

/// Lends a disk to the task of a history.
private final class SharedDisk: @unchecked Sendable {  // one thread runs everything
  let disk: MemoryDisk

  init(_ disk: MemoryDisk) { self.disk = disk }
}

/// Takes what the task of a history found out of it.
private final class OutcomeBox: @unchecked Sendable {  // one thread runs everything
  var value = SelfTest.Outcome()
}
