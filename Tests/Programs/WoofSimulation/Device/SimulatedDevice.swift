// SPDX-License-Identifier: Apache-2.0

import Foundation
import MemoryDisks
import WoofClient
import WoofModel
import WoofSync

/// A device with the app on it: a disk, clocks, somebody who is signed in, and a replica while the app runs.
///
/// The app can be closed, be killed, lose its power at any write, and be installed anew.
final class SimulatedDevice: @unchecked Sendable {  // one thread runs everything
  /// The number of the device.
  let number: Int
  /// The account that the device is for.
  let account: String
  /// The service as the device reaches it, with whoever is signed in.
  let service: SimulatedService
  /// The app's disk.
  private(set) var disk: MemoryDisk
  /// The replica while the app runs.
  private(set) var replica: PhotoReplica?
  /// The list on the app's screen, while the app runs.
  private(set) var screen: DeviceScreen?
  /// The account that the replica belongs to, as it has said: for good.
  private(set) var boundAccount: String?
  /// The number of times that the app has been installed.
  private(set) var installation = 0
  /// The part of what the account sees that the replica is to keep from the next opening on.
  var scope: ReplicaScope
  /// The milliseconds by which the wall clock is ahead.
  var wallOffset: Int64 = 0
  /// The number of requests so far, those to the live stream included.
  private(set) var requestCount = 0
  /// The number of times that the app began to run.
  private(set) var openingCount = 0
  /// The number of snapshots that the replica has begun to read.
  private(set) var snapshotCount = 0
  /// `true` while the pages that the replica reads must not tell of deletions, as it begins and nothing is deleted.
  var takesNoDeletions = false
  private let world: SimulatedWorld
  private var process: DeviceProcess?
  private var isReadingSnapshot = false
  /// `true` while the replica reads the lists of its windows, one after the other.
  private(set) var isReadingWindows = false
  private var isOpening = false

  /// Makes a device without the app's data.
  init(_ number: Int, of account: String, keeping scope: ReplicaScope, in world: SimulatedWorld) {
    self.number = number
    self.account = account
    self.scope = scope
    self.world = world
    service = world.service(for: account, from: "10.0.0.\(number + 1)")
    disk = world.newDevice()
    watch()
  }

  /// The folder of the replica on a device's disk.
  static func folder(on disk: MemoryDisk) -> String { "\(disk.path)/replica" }

  private func watch() {
    disk.onPowerCut { [weak self] in
      guard let self else { return }
      // Not from within the call of SQLite that fails.
      SimulationExecutor.shared.schedule { self.powerWent() }
    }
  }

  // MARK: The app's life

  /// Lets the app run, again and again where its power goes meanwhile.
  func open() async {
    guard replica == nil, !isOpening else { return }
    isOpening = true
    defer { isOpening = false }
    for attempt in 0..<100 {
      if disk.isDark { recover() }
      let process = DeviceProcess(on: self, random: world.fork())
      do {
        let replica = try PhotoReplica(
          folder: URL(fileURLWithPath: Self.folder(on: disk)), connector: process.connector, scope: scope,
          environment: environment)
        openingCount += 1
        (self.replica, self.process) = (replica, process)
        await learnAccount()
        screen = DeviceScreen(of: replica, on: self, in: world)
        await replica.start()
        return world.say("device \(number) runs the app")
      } catch {
        // One error of the disk may have been asked for.
        if !disk.isDark, !disk.isLimited, attempt > 2 {
          world.complain("device \(number) cannot open its replica: \(error)")
        }
        try? await SimulationClock().sleep(for: .milliseconds(200))
      }
    }
    world.complain("device \(number) does not get its replica open")
  }

  /// Asks the replica whom it belongs to.
  func learnAccount() async {
    guard let account = await replica?.account else { return }
    if let boundAccount, boundAccount != account {
      world.complain("the replica on device \(number) belongs to \(account), and belonged to \(boundAccount)")
    }
    boundAccount = account
  }

  /// The longest time that a replica may need to come in step or give up, in seconds: a few of the longest pauses.
  static let longestSync = 1_500

  /// Brings the replica in step and compares it with the service; one that never ends is wrong.
  ///
  /// - Throws: What ``WoofSync/PhotoReplica/verify()`` throws.
  func verify() async throws -> ReplicaComparison {
    guard let replica else { throw CancellationError() }
    let work = Task { try await replica.verify() }
    let alarm = Task { [world, number] in
      guard (try? await SimulationClock().sleep(for: .seconds(Self.longestSync))) != nil else { return }
      world.complain("device \(number) does not end a sync: it is \(replica.status)")
      work.cancel()
    }
    defer { alarm.cancel() }
    return try await work.value
  }

  /// Ends the app in order.
  func close() async {
    guard let (replica, process) = leave() else { return }
    await replica.close()
    process.end()
  }

  /// Kills the app: what it wrote stays.
  func kill() {
    guard let (replica, process) = leave() else { return }
    process.end()
    disk.mountAgain()
    Task { await replica.close() }
  }

  /// Lets the power go at the so-manieth write from now on.
  func cutPower(after count: Int) { disk.cutPower(at: .any, after: count) }

  /// Removes the app with its data, and installs it anew.
  func reinstall() async {
    await close()
    installation += 1
    boundAccount = nil
    disk = world.newDevice()
    watch()
  }

  private func powerWent() {
    world.say("the power of device \(number) goes")
    guard let (replica, process) = leave() else { return }
    process.end()
    Task { await replica.close() }
  }

  private func recover() {
    disk.crash(seed: world.draw())
  }

  private func leave() -> (PhotoReplica, DeviceProcess)? {
    guard let replica = replica.take(), let process = process.take() else { return nil }
    screen = nil
    return (replica, process)
  }

  private var environment: ReplicaEnvironment {
    Self.environment(world.fork()) { [weak self] in MachineTime(wallOffset: self?.wallOffset ?? 0) }
  }

  /// The surroundings of a replica on a simulated device.
  static func environment(
    _ random: SimulationRandom, time: @escaping @Sendable () -> MachineTime = { MachineTime() }
  ) -> ReplicaEnvironment {
    let random = SimulationRandomSource(random)
    return ReplicaEnvironment(
      now: { .nanoseconds(SimulationExecutor.shared.now) },
      sleep: { until in
        try await SimulationClock().sleep(
          until: SimulationClock.Instant(nanoseconds: until.simulatedNanoseconds), tolerance: nil)
      },
      wallTime: { time().now() },
      random: { random.fraction() }, randomBytes: { random.bytes($0) }, executor: DeviceExecutor(),
      fileSystemName: MemoryDisk.databaseLayer, files: { try DeviceFiles(at: $0) })
  }

  // MARK: Requests

  /// Takes note of a request that is sent.
  func noteRequest(as name: String, changing: Bool) {
    requestCount += 1
    guard changing, let boundAccount, boundAccount != name else { return }
    world.complain("an edit of \(boundAccount) on device \(number) is sent as \(name)")
  }

  /// Takes note that a snapshot of windows begins, where the replica is to keep some.
  func noteView() { if scope != .everything { (isReadingWindows, snapshotCount) = (true, snapshotCount + 1) } }

  /// Takes note of a page of changes.
  func note(_ page: ChangePage, since token: ChangeToken?) {
    // The lists of the windows have been read.
    if isReadingWindows { (isReadingWindows, snapshotCount) = (false, snapshotCount + 1) }
    if token == nil {
      isReadingSnapshot = true
      snapshotCount += 1
    }
    if isReadingSnapshot, takesNoDeletions, let deleted = page.changes.first(where: { $0.photo.deleted }) {
      world.complain("the new device \(number) is told of the deletion of \(deleted.photo.id)")
    }
    if !page.more { isReadingSnapshot = false }
  }
}

/// The list of photos on an app's screen: it follows the live query, and applies every difference.
final class DeviceScreen: @unchecked Sendable {  // one thread runs everything
  /// The ids on the screen, in order.
  private(set) var ids: [PhotoID] = []

  /// Follows the list of a replica until that is closed.
  init(of replica: PhotoReplica, on device: SimulatedDevice, in world: SimulatedWorld) {
    let updates = replica.photos(order: .popular)
    let number = device.number
    Task { [weak self] in
      do {
        for try await update in updates {
          guard let self else { return }
          if let problem = self.apply(update) { world.complain("the list of device \(number): \(problem)") }
        }
      } catch {
        world.say("the list of device \(number) ends: \(error)")
      }
    }
  }

  private func apply(_ update: PhotoListUpdate) -> String? {
    let difference = update.difference
    let gone = Set(difference.removed + difference.moved.map(\.from))
    let moved = Dictionary(difference.moved.map { ($0.to, ids.indices.contains($0.from) ? ids[$0.from] : nil) }) { $1 }
    let new = Array(update.snapshot)
    var applied = ids.enumerated().filter { !gone.contains($0.offset) }.map(\.element)
    for place in (difference.inserted + difference.moved.map(\.to)).sorted() {
      guard place <= applied.count, new.indices.contains(place) else { return "a place \(place) that there is not" }
      if let id = moved[place], id != new[place] { return "a photo moved to \(place) where there is another one" }
      applied.insert(new[place], at: place)
    }
    ids = new
    return applied == new ? nil : "its difference leads to another list"
  }
}

/// Runs the jobs of a replica's actor, each in its turn.
private final class DeviceExecutor: SerialExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    SimulationExecutor.shared.schedule { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
