// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization
internal import WoofConfiguration
internal import WoofCore
internal import WoofCryptography
internal import WoofHTTP
internal import WoofServer
internal import WoofAPI

/// The parts of a harness, and the life of its service.
final class HarnessParts: Sendable {
  private struct State {
    var life: ServiceLife?
    var transformer: FaultyTransformer?
    var isStopping = false
  }

  let configuration: HarnessConfiguration
  let clock: HarnessClock
  let random: SeededRandom
  let folder: HarnessFolder
  let certificates: CertificateFiles?
  let front: Front
  let listener: RelayListener
  let expectations = Mutex<[RequestExpectation]>([])
  let changes = Watched<[CommittedChange]>([])
  let additions = Mutex(HarnessAdditions())
  private let group: EventLoopGroup
  private let log: HarnessLog
  private let settings: ConfigurationSource
  private let routes = Watched<[String]?>(nil)
  private let state = Mutex(State())
  /// One change of the service's life at a time.
  private let turns = TaskQueue()

  /// The threads for what blocks, which all harnesses of a process share.
  static let workers = WorkerPool(name: "harness", threadCount: max(4, EventLoopGroup.processorCount * 2))
  /// The threads for passwords, which all harnesses of a process share.
  static let passwordWorkers = WorkerPool(name: "password", threadCount: 2)
  /// A password is checked in no time.
  static let passwordCost = PasswordHash.Cost(logarithmOfN: 1, blockSize: 1, parallelism: 1)

  init(_ configuration: HarnessConfiguration) async throws {
    self.configuration = configuration
    clock = HarnessClock(configuration.clock)
    random = SeededRandom(configuration.seed)
    folder = try HarnessFolder(at: configuration.folder, keeps: configuration.keepsFolder)
    let certificates =
      configuration.certificate == nil
      ? nil : try CertificateFiles(in: folder.path, offersHTTP2: configuration.speaksHTTP2)
    self.certificates = certificates
    log = HarnessLog(in: folder.path)
    group = try EventLoopGroup(count: 1, clock: LoopClock(clock: clock))
    let storage = Watched<HarnessFiles?>(nil)
    let killing = KillSwitch()
    let front = Front(
      loop: group.loops[0], clock: clock, journal: Journal(limits: configuration.journal),
      faults: FaultBook(
        random: SeededRandom(configuration.seed &+ 1),
        hasTransformer: configuration.backend == .service && configuration.transformer != .none
      ) { [routes] in routes.current },
      storage: storage, speaksHTTP2: configuration.speaksHTTP2, replay: Replay(configuration.backend.recording),
      workers: Self.workers,
      kill: { killing.kill(at: $0) })
    self.front = front
    do {
      let tls = try configuration.certificate.flatMap { try certificates?.configuration($0) }
      listener = try RelayListener(host: "127.0.0.1", port: configuration.port, tls: tls, loop: group.loops[0]) {
        await front.serve($0)
      }
      settings = try Self.settings(configuration, in: folder, at: listener.address)
    } catch {
      await group.stop()
      throw error
    }
    killing.set { [weak self] in self?.arm(at: $0) }
    clock.observeJumps { [weak self] in self?.pictures?.lookAtQueue() }
    try await listener.start()
  }

  private static func settings(
    _ configuration: HarnessConfiguration, in folder: HarnessFolder, at address: HTTPBoundAddress
  ) throws -> ConfigurationSource {
    let http = ["modules", "service.http"]
    let storage = ["modules", "storage.embedded"]
    // What is installed on a machine must not change what a test meets.
    let plugins =
      configuration.transformer == .installed
      ? []
      : [
        ConfigurationOverride(option: "the harness", path: ["modules", "transformer.plugins", "enabled"], flag: false)
      ]
    let standard = """
      {modules: {"service.http": {loops: 1, drainDeadline: "0s", hosts: ["*"], signIn: {scryptLogN: 14},
      service: {cache: "4MB"}},
      "storage.embedded": {readers: 1, writerCache: "64KiB", readerCache: "64KiB", scrubRate: "0B", reserve: "0B"}}}
      """
    let text = configuration.settings.isEmpty ? standard : configuration.settings
    let further =
      configuration.furtherSettings.isEmpty
      ? [] : try ConfigurationOverride.all(in: configuration.furtherSettings, option: "the harness's further settings")
    // The service sees plain connections, and cannot know that its addresses begin with https.
    let origins =
      configuration.certificate == nil || !configuration.settings.isEmpty
      ? [] : [ConfigurationOverride(option: "the harness", path: http + ["origins"], texts: [address.description])]
    // What the front does not understand it passes on.
    let protocols =
      configuration.speaksHTTP2
      ? [] : [ConfigurationOverride(option: "the harness", path: http + ["http2"], flag: false)]
    return ConfigurationSource(
      overrides: [
        ConfigurationOverride(
          option: "the harness", path: http + ["compression"], flag: configuration.compressesResponses)
      ] + origins + further + protocols + [
        ConfigurationOverride(
          option: "the harness", path: ["administration", "socket"], flag: configuration.hasAdminSocket),
        ConfigurationOverride(option: "the harness", path: http + ["listen"], texts: ["127.0.0.1:0"]),
        ConfigurationOverride(option: "the harness", path: storage + ["folder"], text: folder.data),
      ] + plugins
    ) { (text, "the harness's settings") }
  }

  // MARK: The service's life

  var isStopping: Bool { state.withLock { $0.isStopping } }

  /// The service that runs.
  ///
  /// - Throws: ``HarnessError`` of code `noService` or `stopped`.
  var running: RunningService {
    get throws(HarnessError) {
      if let life = state.withLock({ $0.life }) { return life.running }
      throw isStopping ? .isStopped : HarnessError(.noService, "No service of the harness's own is running.")
    }
  }

  /// Starts the service, and lets clients in.
  func startService() async throws {
    try await turns.run { [self] in try await startLife() }
  }

  /// Stops the service, as it stops on SIGTERM or as if it had been killed, and starts it again on the same data.
  func restart(kills: Bool) async throws {
    try await turns.run { [self] in
      do {
        try await endLife(kills: kills, to: .starting)
        try await startLife()
      } catch {
        // Who waits for the service to start would wait for ever.
        front.service.change { if $0 == .starting { $0 = .down } }
        throw error
      }
    }
  }

  /// Stops the service; who comes then is reset.
  func takeDown(kills: Bool) async throws {
    try await turns.run { [self] in try await endLife(kills: kills, to: .down) }
  }

  private func startLife() async throws {
    guard !isStopping else { throw HarnessError.isStopped }
    switch configuration.backend {
    case .service: try await startOwnService()
    case .address(let host, let port): front.service.change { $0 = .listening(host: host, port: port) }
    case .recording: front.service.change { $0 = .nobody }
    }
  }

  private func startOwnService() async throws {
    guard state.withLock({ $0.life == nil }) else { return }
    front.service.change { $0 = .starting }
    let database = try DatabaseLayer(isDurable: configuration.isDurable)
    let files = HarnessFiles(isDurable: configuration.isDurable, database: database)
    var environment = ServiceEnvironment()
    environment.time = ServiceTime(clock: clock)
    environment.random = random
    environment.group = group
    environment.workers = Self.workers
    environment.passwordWorkers = Self.passwordWorkers
    environment.passwordCost = Self.passwordCost
    environment.files = files
    environment.databaseFileSystem = database.name
    do {
      let life = try await ServiceLife.start(try LiveConfiguration(settings), log: log.sink, in: environment)
      do { try begin(life, files) } catch {
        try? await life.stop()
        throw error
      }
    } catch {
      front.service.change { $0 = .down }
      throw error
    }
  }

  private func begin(_ life: ServiceLife, _ files: HarnessFiles) throws {
    guard case .tcp(let host, let port, _)? = life.running.server.boundAddresses.first else {
      throw HarnessError(.noService, "The service listens nowhere.")
    }
    routes.change { $0 = life.running.routeTable.map(\.pattern) }
    life.running.changes.addObserver(ChangeRecorder(changes: changes, files: files))
    let transformer = try transformer(of: life)
    state.withLock { state in
      state.life = life
      state.transformer = transformer
    }
    front.storage.change { $0 = files }
    front.isKilled = false
    front.service.change { $0 = .listening(host: host, port: port) }
  }

  private func endLife(kills: Bool, to service: Front.Service) async throws {
    let (life, transformer) = state.withLock { state in
      defer { (state.life, state.transformer) = (nil, nil) }
      return (state.life, state.transformer)
    }
    front.service.change { $0 = service }
    transformer?.end()
    guard let life else { return }
    if kills {
      front.isKilled = true
      front.storage.current?.die()
      front.resetAll()
    }
    front.storage.change { $0 = nil }
    do { try await life.stop() } catch {
      // What was killed cannot end in order.
      if !kills { throw error }
    }
    front.serviceEnded()
  }

  /// Lets the service die at a point of the next upload, and start again.
  private func arm(at point: UploadPoint) {
    front.storage.current?.kill(at: point) { [weak self] in
      guard let self else { return }
      front.isKilled = true
      front.service.change { $0 = .starting }
      front.resetAll()
      Task.detached { try? await self.restart(kills: true) }
    }
  }

  /// Stops everything. A second call waits like the first.
  func stop() async {
    let isFirst = state.withLock { state in
      defer { state.isStopping = true }
      return !state.isStopping
    }
    try? await turns.run { [self] in
      guard isFirst else { return }
      clock.run()
      await group.loops[0].perform { [listener] in listener.stop() }
      await front.stop()
      try await endLife(kills: false, to: .down)
    }
    guard isFirst else { return }
    endWaits()
    log.close()
    await group.stop()
    folder.remove()
  }

  private func endWaits() {
    front.journal.entries.end(HarnessError.isStopped)
    front.faults.end(HarnessError.isStopped)
    changes.end(HarnessError.isStopped)
  }
}

/// Lets the front, which is made first, kill what is made later.
private final class KillSwitch: Sendable {
  private let action = Mutex<@Sendable (UploadPoint) -> Void>({ _ in })

  func set(_ action: @escaping @Sendable (UploadPoint) -> Void) { self.action.withLock { $0 = action } }
  func kill(at point: UploadPoint) { action.withLock { $0 }(point) }
}
