// SPDX-License-Identifier: Apache-2.0

import WoofAPI
import WoofCore
import WoofCryptography
import WoofHTTP
import WoofImages
import WoofModel
import WoofStorage
import WoofSystem

/// The settings of a simulated service that histories vary.
struct ServiceSettings: Sendable {
  /// The time for which deleted photos can be restored.
  var deletionGrace = Duration.seconds(3600)
  /// The limits of uploads that may be resumed.
  var uploads = ResumableUploadLimits()
  /// The limits of photos and accounts.
  var intake = PhotoIntake.Limits()
  /// The rates at which one client is served.
  var rates = RequestRates()
  /// The visibility of a photo whose upload gives none.
  var defaultVisibility = Visibility.public
  /// Is given the lines of the log.
  var log: @Sendable (String) -> Void = { _ in }
  /// The least important lines that are logged.
  var logLevel = LogSink.Level.error

  /// Makes the settings.
  init() {}
}

/// The machine that a service runs on: its files and clocks.
struct ServiceSurroundings: Sendable {
  /// The data folder.
  var path: String
  /// The files.
  var files: any FileSystem
  /// The time.
  var time: MachineTime
  /// Everything that is drawn at random.
  var random: SimulationRandomSource
}

/// One run of the real service, from its start to its end: stores, library, uploads, feeds, sign-in and routes, composed as
/// `HTTPServiceModule` does, with everything that has a thread there on the simulation's.
final class ServiceLife: Sendable {
  /// The cost of a password's hash, for accounts of a simulation.
  static let passwordCost = PasswordHash.Cost(logarithmOfN: 1, blockSize: 1)

  /// The stores.
  let storage: EmbeddedStorage
  /// The service.
  let service: WoofService
  /// The sign-in.
  let authenticator: Authenticator
  /// Its only loop.
  var loop: EventLoop { group.loops[0] }
  /// The process's part of request ids.
  let idPrefix: UInt32
  private let folder: DataFolder
  private let group: EventLoopGroup
  private let uploads: ResumableUploads
  private let upkeep: Task<Void, Never>

  /// Starts a service.
  ///
  /// - Throws: What the stores throw that cannot be opened.
  init(on surroundings: ServiceSurroundings, _ settings: ServiceSettings) async throws {
    let (time, random) = (surroundings.time, surroundings.random)
    let work = Workplace.turns(SimulationExecutor.shared)
    folder = try DataFolder.open(at: surroundings.path, for: .service, files: surroundings.files)
    let storage = try EmbeddedStorage(in: folder, configuration: Self.stores(random, settings), time: time)
    self.storage = storage
    do {
      group = try EventLoopGroup(count: 1, clock: LoopTime(time: time), on: work)
      idPrefix = UInt32(truncatingIfNeeded: random.word())
      var parts = try await Self.parts(of: storage, time, random, settings, work)
      authenticator = parts.authenticator
      let uploads = try ResumableUploads(
        intake: parts.intake, store: storage.uploads, workers: parts.workers, time: storage.records.steadyTime,
        limits: settings.uploads, random: random)
      self.uploads = uploads
      parts.uploads = uploads
      var configuration = ServiceConfiguration(
        cacheByteCount: 4_000_000, defaultVisibility: settings.defaultVisibility)
      configuration.rates = settings.rates
      service = try WoofService(parts: parts, configuration: configuration, group: group)
      upkeep = Task { await Self.sweep(uploads) }
    } catch {
      await storage.close()
      throw error
    }
  }

  /// Ends in order: lets the live streams end, finishes what has been asked for, and closes the stores. After a power cut
  /// it lets go of everything.
  func end() async {
    upkeep.cancel()
    service.startDraining()
    await storage.close()
    await group.stop()
    folder.close()
  }

  /// The configuration of the stores.
  static func stores(_ random: any RandomSource, _ settings: ServiceSettings) -> EmbeddedStoreConfiguration {
    var configuration = EmbeddedStoreConfiguration()
    configuration.readerCount = 2
    configuration.writerCacheByteCount = 256 << 10
    configuration.readerCacheByteCount = 256 << 10
    configuration.scrubByteRate = 0
    configuration.deletionGrace = settings.deletionGrace
    configuration.busyTimeout = .zero
    configuration.databaseFileSystem = "memory"
    configuration.workplace = .turns(SimulationExecutor.shared)
    configuration.random = random
    return configuration
  }

  private static func sweep(_ uploads: ResumableUploads) async {
    while !Task.isCancelled {
      try? await SimulationClock().sleep(for: .seconds(60))
      guard !Task.isCancelled else { return }
      await uploads.sweep()
    }
  }

  private static func parts(
    of storage: EmbeddedStorage, _ time: MachineTime, _ random: SimulationRandomSource,
    _ settings: ServiceSettings, _ work: Workplace
  ) async throws -> WoofService.Parts {
    let records = storage.records
    let workers = WorkerPool(name: "worker", threadCount: 4, on: work)
    let ids = PhotoIDGenerator(time: time, random: random, after: try await records.newestPhotoID())
    let intake = PhotoIntake(
      parts: PhotoIntake.Parts(
        records: records, blobs: storage.blobs, transformers: TransformerChain(ImageTransformers.standard()),
        workers: workers, time: time, ids: ids),
      limits: settings.intake)
    let secret = MessageAuthenticator(key: records.installationSecret)
    return WoofService.Parts(
      library: PhotoLibrary(records: records, blobs: storage.blobs, workers: workers, trash: records),
      favourites: FavouriteLibrary(store: records, time: time), intake: intake, pictures: nil, changes: records,
      credentials: records,
      authenticator: Authenticator(
        credentials: records, time: time, workers: WorkerPool(name: "password", threadCount: 1, on: work),
        configuration: Authenticator.Configuration(passwordCost: passwordCost),
        decoyKey: secret.tag(for: Array("decoy costs".utf8)), random: random),
      tokenKey: secret.tag(for: Array("change tokens".utf8)), log: Self.log(settings), conditions: [storage],
      workers: workers, time: time)
  }

  private static func log(_ settings: ServiceSettings) -> LogSink {
    LogSink(format: .logfmt, level: settings.logLevel) { [log = settings.log] lines in
      log(String(decoding: lines, as: UTF8.self))
    }
  }
}
