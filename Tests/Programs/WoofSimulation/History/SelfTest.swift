// SPDX-License-Identifier: Apache-2.0

import MemoryDisks

/// A history that proves the simulation: clients use the service, whose power goes at random writes, over a network on
/// which everything goes wrong; in the end the service has what it has acknowledged, and the live streams have told all.
struct SelfTest {
  /// The accounts, with a client and a follower each.
  static let accounts = HistoryPlan.names

  /// The disks from which the history begins.
  let images: HistoryImages
  /// The number of things that each client does.
  var operationCount = 17
  /// `false` to let nothing go wrong.
  var isUnlucky = true
  /// Is given a line of everything that is worth telling; `nil` where nobody wants to know.
  var tell: (@Sendable (String) -> Void)?

  /// Runs the history of a seed.
  func run(seed: UInt64) -> HistoryOutcome {
    HistoryOutcome.of(seed, images, weather: isUnlucky ? .foul : .fair, tell) { [operationCount, isUnlucky] world in
      await Self.live(in: world, operationCount, isUnlucky)
    }
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
    try? await SimulationClock().sleep(for: .seconds(20))
  }

  private static func verify(_ world: SimulatedWorld, _ followers: [EventFollower]) async {
    for (name, follower) in zip(accounts, followers) {
      guard let seen = await world.photos(seenBy: name) else { continue }
      for problem in world.expected.problems(in: seen, by: name) { world.complain(problem) }
      follower.check(against: seen)
    }
  }
}
