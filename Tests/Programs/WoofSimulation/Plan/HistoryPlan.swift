// SPDX-License-Identifier: Apache-2.0

import WoofSync

/// The script of a history, drawn from its seed: who has which device, and what they and the world do.
///
/// A step carries all the randomness that it needs, so that steps can be left out and the others stay what they were.
struct HistoryPlan: Sendable {
  /// One thing that is done.
  struct Step: Sendable {
    /// The number of the device that does it; `nil` where it befalls the service or the network.
    var device: Int?
    /// The virtual milliseconds that pass before it, after the step before of the same device.
    var pause: Int64
    var deed: Deed
    /// Decides which photo, how much, and so on.
    var word: UInt64
  }

  /// The kinds of things that are done.
  enum Deed: String, Sendable {
    // The app's.
    case upload, uploadAgain, like, unlike, caption, visibility, delete, look
    case discard, retry, verify, stop, start
    // The device's.
    case reopen, kill, powerCut, diskFull, diskError, goOffline, goOnline, switchAccount, signIn, clockJump, reinstall
    // The service's and the network's.
    case servicePowerCut, serviceKill, serviceStop, serviceDiskFull, partition, weather, passwordChange, backup, restore
  }

  /// The seed.
  var seed: UInt64
  /// The name of the account of each device.
  var accounts: [String]
  /// The parts of what its account sees that each device keeps.
  var scopes: [ReplicaScope]
  /// `true` if things go wrong.
  var isUnlucky: Bool
  /// The steps. Those of one device are done one after the other.
  var steps: [Step]

  /// The names that accounts may have.
  static let names = ["bella", "max", "rex"]
  private static let mostOperations = 200.0

  /// Draws the script of a seed.
  init(seed: UInt64) {
    self.seed = seed
    var random = SimulationRandom(seed: seed ^ 0x5745_4953_4545_4453)
    let accountCount = 1 + random.below(Self.names.count)
    let deviceCount = random.chance(0.7) ? 2 : 3 + random.below(3)
    accounts = (0..<deviceCount).map { Self.names[$0 < accountCount ? $0 : random.below(accountCount)] }
    scopes = Self.scopes(seed: seed, deviceCount)
    isUnlucky = !random.chance(0.2)
    // Most histories are short: a mistake that needs two operations is met more often so, and in the same time.
    let share = random.fraction()
    let count = 4 + Int((Self.mostOperations - 4) * share * share * share * share * share * share)
    steps = []
    for _ in 0..<count { steps.append(Self.step(of: random.below(deviceCount), isUnlucky, &random)) }
    guard isUnlucky else { return }
    for _ in 0..<1 + random.below(2 + count / 8) { steps.append(Self.worldStep(&random)) }
  }

  /// Draws what devices keep, from numbers of their own.
  private static func scopes(seed: UInt64, _ count: Int) -> [ReplicaScope] {
    var random = SimulationRandom(seed: seed ^ 0x5343_4F50_4553_5343)
    return (0..<count).map { _ in
      guard random.chance(0.3) else { return .everything }
      return .windows(
        own: random.chance(0.8), favourites: random.chance(0.7), newest: [0, 3, 20][random.below(3)])
    }
  }

  private static func step(of device: Int, _ isUnlucky: Bool, _ random: inout SimulationRandom) -> Step {
    let pause = random.chance(0.3) ? Int64(random.below(30)) : Int64(random.below(2_000))
    let deeds = isUnlucky && random.chance(0.2) ? misfortunes : operations
    return Step(device: device, pause: pause, deed: draw(deeds, &random), word: random.next())
  }

  private static func worldStep(_ random: inout SimulationRandom) -> Step {
    Step(device: nil, pause: Int64(random.below(6_000)), deed: draw(blows, &random), word: random.next())
  }

  private static let operations: [(Deed, Int)] = [
    (.upload, 20), (.uploadAgain, 3), (.like, 20), (.unlike, 10), (.caption, 16), (.visibility, 5), (.delete, 7),
    (.look, 4), (.discard, 1), (.retry, 3), (.verify, 3), (.stop, 1), (.start, 2), (.reopen, 3), (.goOffline, 2),
    (.goOnline, 3),
  ]
  private static let misfortunes: [(Deed, Int)] = [
    (.kill, 5), (.powerCut, 8), (.diskFull, 2), (.diskError, 2), (.switchAccount, 2), (.signIn, 4), (.clockJump, 2),
    (.reinstall, 1),
  ]
  private static let blows: [(Deed, Int)] = [
    (.servicePowerCut, 10), (.serviceKill, 2), (.serviceStop, 2), (.serviceDiskFull, 2), (.partition, 5), (.weather, 4),
    (.passwordChange, 2), (.backup, 3), (.restore, 2),
  ]

  private static func draw(_ deeds: [(Deed, Int)], _ random: inout SimulationRandom) -> Deed {
    var rest = random.below(deeds.reduce(0) { $0 + $1.1 })
    for (deed, weight) in deeds {
      rest -= weight
      if rest < 0 { return deed }
    }
    return deeds[0].0
  }
}

extension HistoryPlan.Step: CustomStringConvertible {
  var description: String {
    let actor = device.map { "device \($0)" } ?? "the world"
    return "\(actor), \(pause) ms later: \(deed.rawValue) (\(word % 1000))"
  }
}
