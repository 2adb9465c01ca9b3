// SPDX-License-Identifier: Apache-2.0

/// The misfortunes of the service and its network while clients use them.
struct Misfortune {
  let world: SimulatedWorld
  var random: SimulationRandom

  /// Strikes again and again until the task is cancelled.
  mutating func run() async {
    while !Task.isCancelled {
      try? await SimulationClock().sleep(for: .milliseconds(Int64(200 + random.below(6_000))))
      guard !Task.isCancelled else { return }
      await strike()
    }
  }

  private mutating func strike() async {
    let (machine, network) = (world.machine, world.network)
    guard machine.isUp else { return }
    switch random.below(10) {
    case 0..<6:
      machine.cutPower(after: random.below(60))
    case 6:
      world.say("the process is killed")
      machine.kill()
      await world.revive()
    case 7:
      world.say("the service is stopped")
      await machine.stop()
      await world.revive()
    default:
      world.say("the network parts")
      network.partition(true)
      try? await SimulationClock().sleep(for: .milliseconds(Int64(200 + random.below(3_000))))
      network.partition(false)
      world.say("the network is joined")
    }
  }
}
