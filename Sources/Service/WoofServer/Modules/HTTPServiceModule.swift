// SPDX-License-Identifier: Apache-2.0

internal import WoofAPI
package import WoofCore
internal import WoofCryptography
internal import WoofHTTP
internal import WoofJobs
internal import WoofModel

/// Serves the API over HTTP. It stands on whatever stores and transformers the modules before it provide.
package actor HTTPServiceModule: WoofModule {
  /// `service.http`.
  package static let id: ModuleID = "service.http"
  /// The purpose of the module, in a sentence.
  package static let summary = "Serves the API over HTTP."

  /// `true` if only this machine can reach the addresses that the configuration says to listen on.
  nonisolated var isLocal: Bool { settings.listen.allSatisfy(\.isLocal) }

  nonisolated let settings: HTTPServiceSettings
  /// The loops, where they are the service's own.
  private var group: EventLoopGroup?
  private var server: HTTPServer?
  private var service: WoofService?
  private var process: RunningProcess?
  private var uploads: ResumableUploads?
  private var tickets: UploadTickets?
  private var links: ShareLinks?
  private var administrationServer: AdministrationServer?
  private var metricsServer: HTTPServer?
  private var jobs: JobRunner?
  private var authenticator: Authenticator?
  /// The order of the chain, as it was at the start.
  private var order: TransformerOrder?

  /// Makes the module.
  package init(settings: HTTPServiceSettings) { self.settings = settings }

  /// Builds the service of what there is, and listens.
  ///
  /// - Throws: ``WoofHTTP/HTTPServerError`` where it cannot listen, or a certificate is wrong.
  package func provision(_ scope: ModuleScope) async throws {
    let group = try loops(scope)
    var parts = try await serviceParts(scope)
    let uploads = try uploads(scope, parts)
    self.uploads = uploads
    parts.uploads = uploads
    parts.tus = scope.all(at: .tus).first
    parts.tickets = scope.all(at: .tickets).first.map {
      UploadTickets(
        store: $0, uploads: uploads, time: parts.time, limits: settings.tickets, random: scope.environment.random)
    }
    tickets = parts.tickets
    parts.appPasswords = scope.all(at: .appPasswords).first.map {
      AppPasswords(store: $0, time: parts.time, random: scope.environment.random)
    }
    parts.browserSessions = scope.all(at: .browserSessions).first.map {
      BrowserSessions(
        store: $0, credentials: parts.credentials, time: parts.time, idleLifetime: settings.sessions.lifetime,
        random: scope.environment.random)
    }
    parts.invitations = scope.all(at: .invitations).first.map {
      Invitations(store: $0, policy: settings.service.signUp, time: parts.time, random: scope.environment.random)
    }
    parts.timelines = scope.all(at: .timelines).first
    parts.albums = scope.all(at: .albums).first.map {
      AlbumLibrary(store: $0, time: parts.time, random: scope.environment.random)
    }
    parts.sharing = scope.all(at: .sharing).first
    parts.links = try links(scope, parts)
    links = parts.links
    if let store = scope.all(at: .archives).first, let albums = parts.albums {
      parts.archives = ArchiveLibrary(
        store: store, albums: albums, photos: parts.library, links: parts.links, workers: parts.workers,
        time: parts.time,
        random: scope.environment.random)
    }
    let process = RunningProcess(folder: scope.all(at: .dataFolder).first?.path ?? "", time: parts.time)
    self.process = process
    // A disk that is slow keeps uploads waiting, and not those who look what is slow.
    let lookers = WorkerPool(name: "metrics", threadCount: 1, queueLimit: 4)
    parts.metricSources.append(ProcessMetrics(process: process, workers: lookers))
    let jobs = try jobs(scope, &parts)
    self.jobs = jobs
    let administration = Administration.make(in: scope, process: process, service: parts, jobs: jobs)
    let service = try WoofService(
      parts: parts, configuration: settings.service, group: group,
      administration: scope.administrationSetup.settings.isOnTCP ? administration : nil)
    self.service = service
    let server = HTTPServer(configuration: try await engineConfiguration(scope), responder: service, group: group)
    try await server.start()
    self.server = server
    process.add(server)
    try checkEncryption(of: server)
    try await openSocket(scope, administration, process)
    try await openMetrics(of: service, on: group, process)
    scope.provide(
      RunningService(
        parts: parts, server: server, service: service, builder: scope.all(at: .pictureTransformerBuilder).first,
        process: process, administration: administrationServer, metrics: metricsServer, order: order),
      at: .service)
  }

  /// The jobs, those included that the service starts by itself.
  private func jobs(_ scope: ModuleScope, _ parts: inout WoofService.Parts) throws -> JobRunner {
    let blobs = try scope.one(at: .blobs)
    let digesting = parts.archives.flatMap { archives in
      settings.archives.readRate > 0
        ? ArchiveDigesting(library: archives, blobs: blobs, byteRate: settings.archives.readRate, time: parts.time)
        : nil
    }
    let jobs = JobRunner(
      performer: ServiceJobs(
        library: parts.library, pictures: parts.pictures, upkeep: scope.all(at: .upkeep).first, archives: digesting,
        workers: parts.workers), time: parts.time)
    parts.archiveDigests = digesting.map { ArchiveDigests($0, jobs: jobs) }
    return jobs
  }

  /// The uploads that may be resumed: those of this node, or of all nodes.
  private func uploads(_ scope: ModuleScope, _ parts: WoofService.Parts) throws -> ResumableUploads? {
    let time = scope.all(at: .steadyTime).first ?? SteadyTime(parts.time)
    if let store = scope.all(at: .uploads).first {
      return try ResumableUploads(
        intake: parts.intake, store: store, workers: parts.workers, time: time, limits: settings.uploads)
    }
    guard let ledger = scope.all(at: .uploadLedger).first, let kept = scope.all(at: .uploadParts).first else {
      return nil
    }
    return try ResumableUploads(
      SharedUploads(ledger: ledger, parts: kept), try scope.one(at: .blobs), intake: parts.intake,
      workers: parts.workers, time: time, limits: settings.uploads, random: scope.environment.random)
  }

  /// The share links, where there are stores of them and of albums.
  private func links(_ scope: ModuleScope, _ parts: WoofService.Parts) throws -> ShareLinks? {
    guard let store = scope.all(at: .links).first, let albums = scope.all(at: .albums).first else { return nil }
    let key = MessageAuthenticator(key: try scope.one(at: .secret).bytes).tag(for: Array("link keys".utf8))
    return ShareLinks(
      store: store, albums: albums, photos: parts.library, keys: ShareLinkKeys(key: key), limits: settings.guests,
      time: parts.time, random: scope.environment.random)
  }

  /// Opens the addresses at which figures are sent to whoever asks. They have connections of their own, so that
  /// those who use the service leave some for whoever watches it.
  private func openMetrics(of service: WoofService, on group: EventLoopGroup, _ process: RunningProcess) async throws {
    guard !settings.metrics.listen.isEmpty else { return }
    var limits = HTTPServerLimits()
    limits.connectionCount = 256
    var configuration = HTTPServerConfiguration(
      listeners: settings.metrics.listen.map { HTTPListener($0.engineAddress) },
      commonFields: HTTPFields([.xContentTypeOptions: "nosniff"]), limits: limits)
    configuration.hosts = settings.origins.hosts(listeningAt: settings.metrics.listen)
    let server = HTTPServer(configuration: configuration, responder: try MetricsService(of: service), group: group)
    try await server.start()
    metricsServer = server
    process.add(server)
  }

  /// Opens the admin socket, where there is to be one and a folder to put it.
  private func openSocket(
    _ scope: ModuleScope, _ administration: Administration?, _ process: RunningProcess
  ) async throws {
    guard scope.administrationSetup.settings.hasSocket, let administration, let service,
      let folder = scope.all(at: .dataFolder).first?.path
    else { return }
    let opened = try await AdministrationServer(
      administration, of: service, in: folder, on: scope.environment.group)
    administrationServer = opened
    process.add(opened.server)
  }

  /// Derives from photos what is still missing, removes uploads that are too old, writes the visits of share links down, and
  /// hears of failed sign-ins on other nodes, until the service stops.
  package func run(_ scope: ModuleScope) async throws {
    let (service, uploads, tickets, links) = (self.service, self.uploads, self.tickets, self.links)
    let (authenticator, failures) = (self.authenticator, scope.all(at: .signInFailures).first)
    await withTaskGroup(of: Void.self) { group in
      if let authenticator, let failures {
        group.addTask { await authenticator.keepExchangingFailures(with: failures) }
      }
      group.addTask { await service?.run() }
      group.addTask { await Self.sweep(uploads, tickets, links) }
    }
  }

  /// What cannot be read or written now is tried again the next time.
  private static func sweep(_ uploads: ResumableUploads?, _ tickets: UploadTickets?, _ links: ShareLinks?) async {
    while !Task.isCancelled {
      await uploads?.sweep()
      try? await tickets?.sweep()
      try? await Task.sleep(for: sweepInterval)
      // Also when the service stops.
      try? await links?.writeVisits()
    }
  }

  private static let sweepInterval = Duration.seconds(60)

  /// Stops accepting, lets running responses finish within the deadline, and ends the loops.
  package func cleanUp() async {
    service?.startDraining()
    let (server, deadline) = (self.server, settings.drainDeadline)
    // At once: nobody else shall be let in while jobs and administrators come to an end.
    async let drained: Void? = server?.drain(within: deadline)
    await jobs?.close()
    await administrationServer?.stop(within: deadline)
    await metricsServer?.drain(within: .zero)
    _ = await drained
    await group?.stop()
    process?.forgetServers()
  }

  private func loops(_ scope: ModuleScope) throws -> EventLoopGroup {
    if let group = scope.environment.group { return group }
    let group = try EventLoopGroup(count: settings.loopCount ?? EventLoopGroup.processorCount)
    self.group = group
    return group
  }

  /// The chain that pictures go through.
  private func plan(_ scope: ModuleScope, _ workers: WorkerPool) throws -> TransformerPlan {
    let transformer = scope.all(at: .pictureTransformer).isEmpty ? nil : try scope.one(at: .pictureTransformer)
    let inspectors = scope.all(at: .transformers)
    let order = TransformerOrder(
      inspectors: inspectors, names: settings.pictures.chain, workers: workers)
    self.order = order
    return try order.plan(with: transformer, switchedOff: scope.all(at: .switchedOffPlugins).first ?? [])
  }

  /// Returns the part that derives images from pictures; `nil` if no store keeps any.
  private func pictures(
    _ scope: ModuleScope, _ plan: TransformerPlan, _ workers: WorkerPool
  ) throws -> PictureDerivation? {
    guard let derivations = scope.all(at: .derivations).first else { return nil }
    let time = scope.environment.time
    return PictureDerivation(
      parts: PictureDerivation.Parts(
        records: try scope.one(at: .records), derivations: derivations, blobs: try scope.one(at: .blobs),
        metadata: plan.inspectors, shareable: scope.all(at: .shareable).first, workers: workers,
        time: scope.all(at: .steadyTime).first ?? SteadyTime(time),
        report: PictureReport.sink(to: try scope.one(at: .log))),
      setup: PictureSetup(transformer: plan.pictures, variants: settings.pictures.variants),
      limits: settings.pictures.limits)
  }

  private func serviceParts(_ scope: ModuleScope) async throws -> WoofService.Parts {
    let (secret, log, environment) = (try scope.one(at: .secret), try scope.one(at: .log), scope.environment)
    let (records, blobs, time) = (try scope.one(at: .records), try scope.one(at: .blobs), environment.time)
    let workers =
      environment.workers
      ?? WorkerPool(name: "worker", threadCount: max(4, EventLoopGroup.processorCount * 2))
    let plan = try plan(scope, workers)
    let pictures = try pictures(scope, plan, workers)
    let library = PhotoLibrary(
      records: records, blobs: blobs, workers: workers, trash: scope.all(at: .trash).first, pictures: pictures)
    let favourites = FavouriteLibrary(store: try scope.one(at: .favourites), time: time)
    let ids = PhotoIDGenerator(time: time, random: environment.random, after: try await records.newestPhotoID())
    let intake = PhotoIntake(
      parts: PhotoIntake.Parts(
        records: records, blobs: blobs, transformers: plan.inspectors, workers: workers, time: time, ids: ids,
        pictures: pictures, runningKeys: scope.all(at: .runningKeys).first ?? LocalIdempotencyKeys()),
      limits: settings.intake)
    let audit = try await AuditLog.open(in: scope, time: time, workers: workers)
    let credentials = try scope.one(at: .credentials)
    let authenticator = makeAuthenticator(scope, credentials, secret, log, audit)
    self.authenticator = authenticator
    return WoofService.Parts(
      library: library, favourites: favourites, intake: intake, pictures: pictures,
      changes: try scope.one(at: .changes),
      credentials: credentials, authenticator: authenticator,
      tokenKey: MessageAuthenticator(key: secret.bytes).tag(for: Array("change tokens".utf8)), log: log,
      metricSources: scope.all(at: .metrics) + [SignInMetrics(authenticator: authenticator)], audit: audit,
      conditions: scope.all(at: .condition), workers: workers, time: time)
  }

  private func makeAuthenticator(
    _ scope: ModuleScope, _ credentials: any CredentialStore, _ secret: InstallationSecret, _ log: LogSink,
    _ audit: AuditLog?
  ) -> Authenticator {
    let environment = scope.environment
    var configuration = settings.signIn.configuration
    configuration.passwordCost = environment.passwordCost ?? configuration.passwordCost
    return Authenticator(
      credentials: credentials, appPasswords: scope.all(at: .appPasswords).first, time: environment.time,
      workers: environment.passwordWorkers
        ?? WorkerPool(name: "password", threadCount: configuration.hashing.concurrency),
      configuration: configuration,
      decoyKey: MessageAuthenticator(key: secret.bytes).tag(for: Array("decoy costs".utf8)), report: { log.note($0) },
      welcome: { await audit?.note($0, log: log) })
  }

  private func engineConfiguration(_ scope: ModuleScope) async throws -> HTTPServerConfiguration {
    let tls = try tlsConfiguration(scope)
    let inherited = InheritedSockets.listeners(tls: tls)
    let listeners = settings.listen.map {
      HTTPListener($0.engineAddress, tls: $0.isUnix ? nil : tls, takesProxyHeader: $0.takesProxyHeader)
    }
    var configuration = HTTPServerConfiguration(
      listeners: inherited.isEmpty ? listeners : inherited,
      commonFields: HTTPFields([.xContentTypeOptions: "nosniff"]), limits: settings.limits)
    configuration.speaksHTTP2 = settings.speaksHTTP2
    configuration.proxies = settings.proxies
    configuration.hosts = settings.origins.hosts(listeningAt: settings.listen)
    configuration.secureFields = settings.tls.strictTransport(isLocal: inherited.isEmpty && isLocal)
    return configuration
  }

  private func tlsConfiguration(_ scope: ModuleScope) throws -> TLSConfiguration? {
    if let certificate = settings.tls.certificate, let key = settings.tls.key {
      ExposedPath(key, holding: .key)?.warn(in: try scope.one(at: .log))
      return TLSConfiguration(certificateChainFile: certificate, privateKeyFile: key)
    }
    guard settings.tls.selfSigned else { return nil }
    return try SelfSignedCertificate.make(at: "\(try scope.one(at: .dataFolder).path)/development.pem")
  }

  /// Sockets that somebody else opened are where they are; what the configuration promises counts for them too.
  private func checkEncryption(of server: HTTPServer) throws {
    guard !settings.allowsInsecurePlainHTTP else { return }
    for case .tcp(let address, let port, isSecure: false) in server.boundAddresses {
      guard let address = ListenAddress(host: address, port: port), !address.isLocal else { continue }
      throw WoofError(
        .internal,
        "\(address) can be reached from other machines and has no TLS; configure a certificate, or insecurePlainHTTP.")
    }
  }
}

/// The sockets that systemd opened for the service (`LISTEN_FDS`).
enum InheritedSockets {
  /// The name (`FileDescriptorName=`) of sockets whose connections begin with the header of a proxy.
  private static let proxyHeaderName = "proxy-protocol"

  /// Listeners for all inherited sockets, encrypted but for Unix sockets where there is a certificate. Whoever wrote the
  /// socket unit chose where they listen, so no address is refused here.
  static func listeners(tls: TLSConfiguration?) -> [HTTPListener] {
    SystemdSocket.inherited().map {
      HTTPListener(.inherited(descriptor: $0.descriptor), tls: tls, takesProxyHeader: $0.name == proxyHeaderName)
    }
  }
}
