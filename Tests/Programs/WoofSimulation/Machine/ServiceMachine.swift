// SPDX-License-Identifier: Apache-2.0

import MemoryDisks
import WoofAPI
import WoofCore
import WoofCryptography
import WoofHTTP
import WoofModel
import WoofStorage

/// The machine of a simulated service: a disk, and the service while it runs.
///
/// It can be started, stopped, killed, lose its power at any write or synchronization, and be put back to an earlier disk.
/// Whoever is connected when it dies is cut off, and hears nothing of what came after the fatal write.
final class ServiceMachine: @unchecked Sendable {  // one thread runs everything
  /// The disk.
  private(set) var disk: MemoryDisk
  /// The machine's clocks.
  let time: MachineTime
  /// The service while it runs.
  private(set) var life: ServiceLife?
  /// The number of starts so far.
  private(set) var startCount = 0
  /// Is called when the power goes, after which ``recover()`` is to be called, some time later.
  var powerWent: () -> Void = {}
  private let settings: ServiceSettings
  private let random: SimulationRandomSource
  private var exchanges: [UInt64: ServiceExchange] = [:]
  private var exchangeCount: UInt64 = 0
  private var isDying = false

  /// Makes a machine that is switched off.
  init(
    on disk: MemoryDisk, random: SimulationRandom, settings: ServiceSettings = ServiceSettings(),
    time: MachineTime = MachineTime()
  ) {
    self.disk = disk
    self.settings = settings
    self.time = time
    self.random = SimulationRandomSource(random)
    watch()
  }

  /// `true` while connections are accepted.
  var isUp: Bool { life != nil && !isDying }

  // MARK: Life

  /// Starts the service; where it runs already, nothing happens.
  ///
  /// - Throws: What keeps it from starting, as a power cut.
  func start() async throws {
    guard life == nil else { return }
    startCount += 1
    let life = try await ServiceLife(on: surroundings, settings)
    guard !disk.isDark else {
      await life.end()
      throw WoofError(.unavailable, "The power went while the service started.")
    }
    self.life = life
  }

  /// Stops the service in order.
  func stop() async {
    guard let life = life.take() else { return }
    life.service.startDraining()
    cutAll()
    await life.end()
  }

  /// Kills the process: what it wrote stays, synchronized or not.
  func kill() {
    die()
    disk.mountAgain()
  }

  /// Lets the power go at the so-manieth write or synchronization from now on. ``powerWent`` is called then.
  func cutPower(after count: Int) { disk.cutPower(at: .any, after: count) }

  /// Brings the power back after a cut, or cuts it for a moment: what was not synchronized is there whole, by half or not
  /// at all.
  func recover() {
    die()
    disk.crash(seed: random.next())
  }

  /// Puts an earlier disk in place of this one, with a new change log, as a restore from a backup does. The service must
  /// not run.
  ///
  /// - Parameter changesEpoch: `false` to put the data back by hand, so that nobody can tell by the log's epoch.
  func restore(_ backup: MemoryDisk, changesEpoch: Bool = true) throws {
    precondition(life == nil, "a restore into a service that runs")
    disk = backup.copy()
    watch()
    guard changesEpoch else { return }
    let folder = try DataFolder.open(at: surroundings.path, for: .service, files: surroundings.files)
    try folder.beginNewEpoch(ServiceLife.stores(random, settings))
    folder.close()
  }

  private func watch() {
    disk.onPowerCut { [weak self] in
      guard let self else { return }
      isDying = true
      // Not from within the call of SQLite that fails.
      SimulationExecutor.shared.schedule {
        self.die()
        self.powerWent()
      }
    }
  }

  private func die() {
    cutAll()
    isDying = false
    guard let life = life.take() else { return }
    Task { await life.end() }
  }

  private func cutAll() {
    for (_, exchange) in exchanges.sorted(by: { $0.key < $1.key }) { exchange.cut() }
    exchanges = [:]
  }

  private var surroundings: ServiceSurroundings {
    ServiceSurroundings(path: "\(disk.path)/data", files: MemoryFileSystem(), time: time, random: random)
  }

  // MARK: Connections

  /// Hands a request to the service.
  ///
  /// - Returns: A function that breaks the connection off; `nil` where nobody listens.
  func connect(
    _ request: SimulatedRequest, from address: String, receiver: any SimulatedReceiver
  ) -> (@Sendable () -> Void)? {
    guard isUp, let life else { return nil }
    exchangeCount += 1
    let number = exchangeCount
    let exchange = ServiceExchange(
      request, to: life.service, on: life.loop, time: time,
      id: HTTPRequestID(prefix: life.idPrefix, number: number), from: address,
      receiver: LivingReceiver(receiver, of: self))
    exchanges[number] = exchange
    exchange.whenOver = { [weak self] in self?.exchanges[number] = nil }
    exchange.begin()
    return { exchange.cut() }
  }

  /// Passes on what is sent until the power goes.
  private final class LivingReceiver: SimulatedReceiver, @unchecked Sendable {  // one thread runs everything
    private let receiver: any SimulatedReceiver
    private let machine: ServiceMachine

    init(_ receiver: any SimulatedReceiver, of machine: ServiceMachine) {
      self.receiver = receiver
      self.machine = machine
    }

    func interim(_ head: SimulatedHead) { if !machine.isDying { receiver.interim(head) } }
    func head(_ head: SimulatedHead) { if !machine.isDying { receiver.head(head) } }
    func bytes(_ bytes: [UInt8]) { if !machine.isDying { receiver.bytes(bytes) } }
    func end(isComplete: Bool) { receiver.end(isComplete: isComplete && !machine.isDying) }
  }
}

extension ServiceMachine {
  /// Makes a disk with an empty service and accounts, from which histories begin. Everybody's password is
  /// ``password(of:)``.
  static func image(accounts: [String], settings: ServiceSettings = ServiceSettings()) async throws -> MemoryDisk {
    let machine = ServiceMachine(on: MemoryDisk(), random: SimulationRandom(seed: 0), settings: settings)
    try await machine.start()
    for name in accounts {
      guard let account = AccountName(name) else { throw WoofError(.invalidParameter, "\(name) is no name.") }
      let hash = try PasswordHash(
        hashing: password(of: name), cost: ServiceLife.passwordCost, random: machine.random)
      _ = try await machine.life?.storage.records.addAccount(
        account, passwordHash: hash, isAdministrator: false, at: machine.time.now())
    }
    await machine.stop()
    return machine.disk.copy()
  }

  /// The password of an account of a simulation.
  static func password(of name: String) -> String { "the password of \(name)" }
}
