// SPDX-License-Identifier: Apache-2.0

import MemoryDisks
import WoofClient
import WoofModel
import WoofSync

/// A history of replicas: apps on several devices are used while everything goes wrong, and in the end everything is in step
/// and nothing that was promised is missing.
struct ReplicaHistory {
  /// The disks from which the history begins.
  let images: HistoryImages
  /// Is given a line of everything that is worth telling; `nil` where nobody wants to know.
  var tell: (@Sendable (String) -> Void)?

  /// Runs a history.
  func run(_ plan: HistoryPlan) -> HistoryOutcome {
    HistoryOutcome.of(plan.seed, images, weather: plan.isUnlucky ? .foul : .fair, tell) { base in
      let world = ReplicaWorld(base, plan)
      await Self.live(plan, in: world)
      await Self.settle(world)
      await Self.verify(world, plan)
      base.acknowledgementCount = world.ledger.acknowledgementCount
      for user in world.users { await user.device.close() }
      await base.machine.stop()
    }
  }

  private static func live(_ plan: HistoryPlan, in world: ReplicaWorld) async {
    await world.base.revive()
    await withTaskGroup(of: Void.self) { group in
      for number in world.users.indices {
        let steps = plan.steps.filter { $0.device == number }
        group.addTask { await Self.perform(steps) { await world.users[number].perform($0) } }
      }
      let blows = plan.steps.filter { $0.device == nil }
      group.addTask { await Self.perform(blows) { await world.perform($0) } }
    }
  }

  private static func perform(_ steps: [HistoryPlan.Step], _ work: (HistoryPlan.Step) async -> Void) async {
    for step in steps {
      try? await SimulationClock().sleep(for: .milliseconds(step.pause))
      await work(step)
    }
  }

  // MARK: Coming to rest

  private static func settle(_ world: ReplicaWorld) async {
    let (base, machine) = (world.base, world.base.machine)
    base.say("everything is well from now on")
    base.network.weather = .fair
    base.network.partition(false)
    machine.disk.heal()
    machine.disk.limit(to: nil)
    await base.revive()
    for user in world.users {
      user.device.disk.heal()
      user.device.disk.limit(to: nil)
      if user.device.replica == nil { await user.open() }
      await user.device.replica?.setReachable(true)
      await user.signIn()
      await user.device.replica?.start()
    }
    await rest(world)
    for user in world.users { await user.retryAll() }
    await rest(world)
  }

  /// Waits until nothing is under way.
  private static func rest(_ world: ReplicaWorld) async {
    for user in world.users {
      let start = SimulationExecutor.shared.now
      while await !isAtRest(user.device) {
        guard SimulationExecutor.shared.now - start < Int64(SimulatedDevice.longestSync) * 1_000_000_000 else {
          await complainOfUnrest(user.device, world)
          break
        }
        try? await SimulationClock().sleep(for: .seconds(1))
        if user.device.replica == nil { await user.open() }
        if case .signedOut = user.device.replica?.status { await user.signIn() }
      }
    }
    // The last events are on their way.
    try? await SimulationClock().sleep(for: .seconds(2))
  }

  private static func isAtRest(_ device: SimulatedDevice) async -> Bool {
    guard let replica = device.replica, replica.status == .idle else { return false }
    guard let pending = try? replica.pendingEdits() else { return false }
    let stuck = Set(pending.filter { $0.problem != nil && $0.isUpload }.map(\.photo))
    return pending.allSatisfy { $0.problem != nil || stuck.contains($0.photo) }
  }

  private static func complainOfUnrest(_ device: SimulatedDevice, _ world: ReplicaWorld) async {
    guard let replica = device.replica else { return world.base.complain("device \(device.number) does not run") }
    let pending = (try? replica.pendingEdits()) ?? []
    world.base.complain(
      "device \(device.number) does not come to rest: it is \(replica.status), and these wait: "
        + pending.map { "\($0.number) \($0.problem?.name ?? "")" }.joined(separator: ", "))
  }

  // MARK: Verifying

  private static func verify(_ world: ReplicaWorld, _ plan: HistoryPlan) async {
    var rows: [String: [PhotoID: PhotoMetadata]] = [:]
    for name in HistoryPlan.names {
      rows[name] = await world.base.photos(seenBy: name, password: world.password(of: name))
    }
    for user in world.users {
      await user.device.learnAccount()
      guard let replica = user.device.replica, let account = user.device.boundAccount else { continue }
      user.resume()
      await compare(replica, of: user.device, with: rows[account] ?? [:], world)
      user.look()
      checkRequests(of: user.device, plan, world)
    }
    for problem in FinalState(ledger: world.ledger, rows: rows).problems { world.base.complain(problem) }
    for problem in world.ledger.unexplainedProblems() { world.base.complain(problem) }
    await newDevices(plan, world, rows)
  }

  /// A device asks no more than its edits, those of others, and what went wrong make necessary: no storm follows an outage.
  private static func checkRequests(of device: SimulatedDevice, _ plan: HistoryPlan, _ world: ReplicaWorld) {
    // About twice what 500 histories needed at most. A snapshot of windows has more parts.
    let limit = 20 + (device.scope == .everything ? 6 : 12) * device.openingCount + 2 * plan.steps.count
    guard device.requestCount > limit else { return }
    world.base.complain("device \(device.number) has sent \(device.requestCount) requests; \(limit) would do")
  }

  /// The replica has what the service has, by digest and row by row, and its list shows it.
  private static func compare(
    _ replica: PhotoReplica, of device: SimulatedDevice, with rows: [PhotoID: PhotoMetadata], _ world: ReplicaWorld
  ) async {
    let name = "device \(device.number)"
    do {
      let comparison = try await verified(device)
      if comparison != .same { world.base.complain("\(name) is not in step: \(comparison)") }
      let photos = try replica.page(of: PhotoListQuery(order: .popular), limit: 10_000)
      for photo in photos where !photo.isPending && photo.problems.isEmpty {
        guard let row = rows[photo.id] else {
          world.base.complain("\(name) has \(photo.id), which its account does not see")
          continue
        }
        if !photo.metadata.isSame(as: row) { world.base.complain("\(name) has another \(photo.id) than the service") }
      }
      let ids = Set(photos.map(\.id))
      let (account, scope) = (device.boundAccount, device.scope)
      for (id, row) in rows.sorted(by: { $0.key < $1.key }) where !ids.contains(id) && scope.keeps(row, of: account) {
        let isDeleting = try replica.pendingEdits().contains { $0.photo == id }
        if !isDeleting { world.base.complain("\(name) misses \(id)") }
      }
      try? await SimulationClock().sleep(for: .milliseconds(10))
      if let screen = device.screen, screen.ids != photos.map(\.id) {
        world.base.complain("the list on \(name) shows something else than the replica has")
      }
    } catch {
      world.base.complain("\(name) cannot be compared: \(error)")
    }
  }

  /// A live stream may still break off that began before everything was well.
  private static func verified(_ device: SimulatedDevice) async throws -> ReplicaComparison {
    for _ in 0..<5 {
      if let comparison = try? await device.verify() { return comparison }
      try? await SimulationClock().sleep(for: .seconds(10))
    }
    return try await device.verify()
  }

  /// A new device is told of no deletion, and has everything.
  private static func newDevices(
    _ plan: HistoryPlan, _ world: ReplicaWorld, _ rows: [String: [PhotoID: PhotoMetadata]]
  ) async {
    let account = plan.accounts[0]
    let device = SimulatedDevice(world.users.count, of: account, keeping: plan.scopes[0], in: world.base)
    device.service.credential = (account, world.password(of: account))
    device.takesNoDeletions = true
    await device.open()
    guard let replica = device.replica else { return }
    await compare(replica, of: device, with: rows[account] ?? [:], world)
    await device.close()
  }
}

extension PendingEdit {
  fileprivate var isUpload: Bool { if case .upload = change { true } else { false } }
}

extension ReplicaScope {
  /// Returns `true` if a replica must have a photo. What it has of everybody's newest depends on what came and went.
  fileprivate func keeps(_ photo: PhotoMetadata, of account: String?) -> Bool {
    if self == .everything { return true }
    return photo.owner == account ? own : favourites && photo.isFavourite == true
  }
}

extension PhotoMetadata {
  /// Returns `true` if another row tells the same of the photo.
  fileprivate func isSame(as other: PhotoMetadata) -> Bool {
    version == other.version && caption == other.caption && visibility == other.visibility
      && favouriteCount == other.favouriteCount && (isFavourite ?? false) == (other.isFavourite ?? false)
      && digest == other.digest && owner == other.owner
  }
}
