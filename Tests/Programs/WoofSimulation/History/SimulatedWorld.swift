// SPDX-License-Identifier: Apache-2.0

import MemoryDisks
import WoofClient
import WoofModel

/// The world of a history: one service, its network and what is known of both.
final class SimulatedWorld: @unchecked Sendable {  // one thread runs everything
  /// The service's machine.
  let machine: ServiceMachine
  /// The network that all clients use.
  let network: SimulatedNetwork
  /// The state that the service has to have.
  var expected = ExpectedState()
  /// The number of things that the service has acknowledged.
  var acknowledgementCount = 0
  /// The findings so far, in words.
  private(set) var problems: [String] = []
  /// Is given a line of everything that is worth telling; `nil` where nobody wants to know.
  private let tell: (@Sendable (String) -> Void)?
  private let images: HistoryImages
  private var random: SimulationRandom
  private var isReviving = false

  /// Makes a world from images of its disks. Nothing runs yet.
  init(
    _ images: HistoryImages, seed: UInt64, weather: NetworkWeather, settings: ServiceSettings = ServiceSettings(),
    tell: (@Sendable (String) -> Void)? = nil
  ) {
    self.images = images
    random = SimulationRandom(seed: seed)
    MemoryDisk.seedDatabases(random.next())
    MemoryDisk.setDatabaseTime(MachineTime.start)
    machine = ServiceMachine(on: images.service.copy(), random: random.fork(), settings: settings)
    network = SimulatedNetwork(to: machine, weather: weather, random: random.fork())
    self.tell = tell
    network.tell = { [unowned self] line in say(line()) }
    machine.powerWent = { [unowned self] in
      say("the power goes")
      let pause = Int64(50 + self.random.below(1_500))
      Task {
        try? await SimulationClock().sleep(for: .milliseconds(pause))
        await self.revive()
      }
    }
  }

  /// Random numbers of their own for a part of the history.
  func fork() -> SimulationRandom { random.fork() }

  /// A random number.
  func draw() -> UInt64 { random.next() }

  /// The disk of a device on which the app has just been installed.
  func newDevice() -> MemoryDisk {
    // Some make the tables themselves, and may lose their power while they do.
    random.chance(0.1) ? MemoryDisk() : images.device.copy()
  }

  /// The service as a client of an account sees it.
  func service(for account: String, from address: String) -> SimulatedService {
    SimulatedService(
      over: network, from: address, credential: (account, ServiceMachine.password(of: account)),
      random: random.fork(), policy: RetryPolicy(longestPause: .seconds(2), longestRetryAfter: .seconds(10)))
  }

  /// All photos that an account sees; `nil`, after a complaint, where they cannot be had.
  ///
  /// - Parameter password: Its password, where that is not the one it had at first.
  func photos(seenBy account: String, password: String? = nil) async -> [PhotoID: PhotoMetadata]? {
    var seen: [PhotoID: PhotoMetadata] = [:]
    let service = service(for: account, from: "10.0.2.1")
    if let password { service.credential = (account, password) }
    do {
      for try await page in service.changes() {
        for change in page.changes { seen[change.photo.id] = change.photo.deleted ? nil : change.photo }
      }
      return seen
    } catch {
      complain("\(account) cannot see what is there: \(error)")
      return nil
    }
  }

  /// Notes that something is wrong.
  func complain(_ problem: String) {
    problems.append(problem)
    say("WRONG: \(problem)")
  }

  /// Tells something, with the time.
  func say(_ line: @autoclosure () -> String) {
    guard let tell else { return }
    let time = SimulationExecutor.shared.now / 1_000_000
    tell("\(time) ms  \(line())")
  }

  /// Starts the service, again and again where its power goes meanwhile.
  func revive() async {
    guard !isReviving else { return }
    isReviving = true
    defer { isReviving = false }
    for _ in 0..<1_000 {
      if machine.disk.isDark { machine.recover() }
      do {
        try await machine.start()
        say("the service runs")
        return
      } catch {
        // A start that fails for another reason than its disk is a defect.
        if !machine.disk.isDark, !machine.disk.isLimited { complain("the service does not start: \(error)") }
        try? await SimulationClock().sleep(for: .milliseconds(100))
      }
    }
    complain("the service does not come back")
  }
}
