// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
package import WoofHTTP
internal import WoofModel

/// The HTTP API of Woof: responds to requests with what the library can do.
package final class WoofService: HTTPResponder {
  /// The library, the accounts and the other parts that the service works with.
  let parts: Parts
  /// The page of metrics.
  let page: MetricsPage
  /// The coder that signs change tokens.
  let tokens: ChangeTokenCoder
  /// The change log in pages.
  let pages: ChangePages
  /// The verifier that compares the bytes of photos with their digests before they are sent from files.
  let verifier: BlobVerifier
  /// The origins at which the service is found.
  let origins: OriginConfiguration
  /// Compresses responses.
  let compressor: ResponseCompressor

  /// The most bytes of pages that are remembered: some ninety pages of 50 photos.
  private static let pageCacheByteCount = 4 << 20

  private let router: RequestRouter
  private let routes: [ServiceRoute]
  private let gate: SignInGate
  private let crossOrigin: CrossOriginPolicy
  private let limiter: RequestLimiter
  private let log: RequestLog
  private let metrics: RequestMetrics
  private let readiness: Readiness
  private let feed: EventFeed
  private let similar: SimilarPhotos
  private let derivations: DerivationQueue?

  /// Makes a service of its parts.
  ///
  /// - Parameters:
  ///   - parts: The parts that it works with.
  ///   - configuration: Its limits and other settings.
  ///   - group: The loops it will run on; they must be those of its server.
  ///   - administration: The parts of the admin API, where administrators reach it here too; they do not by default.
  /// - Throws: ``WoofHTTP/HTTPRouteError`` where two routes are in each other's way, which is a defect.
  package init(
    parts: Parts, configuration: ServiceConfiguration, group: EventLoopGroup, administration: Administration? = nil
  ) throws {
    self.parts = parts
    origins = configuration.origins
    let library = parts.library
    let verifier = BlobVerifier(workers: parts.workers, time: parts.time, log: parts.log)
    self.verifier = verifier
    compressor = ResponseCompressor(
      isOn: configuration.compressesResponses, loopCount: group.loops.count, workers: parts.workers)
    readiness = Readiness(conditions: parts.conditions)
    let cache = PhotoCache(
      library: library, changes: parts.changes, pictures: parts.pictures, group: group,
      byteLimit: configuration.cacheByteCount / max(1, group.loops.count),
      inlineLimit: configuration.cacheInlineByteCount, verifier: verifier)
    let pageCache = PageCache(
      changes: parts.changes, albums: parts.albums, time: parts.time, group: group,
      byteLimit: Self.pageCacheByteCount / max(1, group.loops.count))
    let tokens = ChangeTokenCoder(key: parts.tokenKey, epoch: parts.changes.epoch)
    self.tokens = tokens
    let pages = ChangePages(
      favourites: parts.favourites, changes: parts.changes, sharing: parts.sharingFeed, tokens: tokens,
      workers: parts.workers)
    self.pages = pages
    let grantors = EventGrantors(
      credentials: parts.credentials, appPasswords: parts.appPasswords?.store, sessions: parts.browserSessions?.store)
    let feed = EventFeed(
      favourites: parts.favourites, changes: parts.changes, sharing: parts.sharingFeed, grantors: grantors,
      tokens: tokens, group: group, configuration: configuration.feed)
    self.feed = feed
    similar = SimilarPhotos(library: library, changes: parts.changes, derivations: parts.pictures?.derivations)
    derivations = parts.pictures.map { DerivationQueue(of: $0, jobCount: configuration.derivationJobCount) }
    let sessions = parts.browserSessions.map {
      BrowserSessionGate(
        sessions: $0,
        cookie: BrowserSessionCookie(
          origins: configuration.origins, isKeptOnPlainHTTP: configuration.keepsSessionsOnPlainHTTP))
    }
    gate = SignInGate(authenticator: parts.authenticator, sessions: sessions)
    crossOrigin = CrossOriginPolicy(configuration.origins)
    let limiter = RequestLimiter(configuration.rates, group: group)
    self.limiter = limiter
    log = RequestLog(sink: parts.log, group: group, time: parts.time)
    var api = ServiceRoutes(
      service: parts, cache: cache, pageCache: pageCache, similar: similar,
      duplicates: DuplicatePhotos(library: library, similar: similar, workers: parts.workers), pages: pages,
      tokens: tokens, feed: feed,
      readiness: readiness, sessions: sessions, defaultVisibility: configuration.defaultVisibility,
      signUp: configuration.signUp,
      origins: configuration.origins, hasGallery: configuration.hasGallery
    ).routes
    let administrationRoutes = administration.map {
      AdministrationRoutes(
        administration: $0, service: parts, pages: pages, feed: feed, verifier: verifier,
        origins: configuration.origins)
    }
    if let administrationRoutes {
      api += administrationRoutes.routes.map { $0.serviceRoute(administrationRoutes.trail) }
    }
    metrics = RequestMetrics(group: group, routeCount: api.count + 2)
    var sources = parts.metricSources + [feed, parts.log, limiter, verifier]
    if let uploads = parts.uploads { sources.append(UploadMetrics(uploads: uploads)) }
    if let tickets = parts.tickets { sources.append(TicketMetrics(tickets: tickets)) }
    if let invitations = parts.invitations { sources.append(InvitationMetrics(invitations: invitations)) }
    if let links = parts.links { sources.append(LinkMetrics(links: links)) }
    if let archives = parts.archives { sources.append(ArchiveMetrics(archives: archives)) }
    if let pictures = parts.pictures { sources.append(PictureMetrics(pictures: pictures)) }
    let page = MetricsPage(
      requests: metrics, routeNames: api.map(\.name) + [MetricsPage.routeName, MetricsPage.administrationRouteName],
      group: group, sources: sources)
    self.page = page
    routes = api + [page.route] + (administrationRoutes.map { [page.administrationRoute.serviceRoute($0.trail)] } ?? [])
    router = RequestRouter(
      try Self.makeRouter(
        routes, gate: gate, tickets: TicketGate(tickets: parts.tickets), crossOrigin: crossOrigin, limiter: limiter),
      immediateHandlers: routes.map { [gate, crossOrigin] in Self.immediateHandler($0, gate, crossOrigin) },
      routeFields: routes.map(\.responseFields), log: log)
  }

  /// The table of routes, for whoever compares it with the contract.
  package var routeTable: [(method: HTTPMethod, pattern: String)] { routes.map { ($0.method, $0.pattern) } }

  /// Does what goes on beside requests until the task is cancelled: derives from photos what is still missing.
  package func run() async {
    while !Task.isCancelled {
      // Until the looks of photos can be read, nobody is told which are alike.
      if (try? await similar.fill()) != nil { break }
      try? await Task.sleep(for: .seconds(10))
    }
    await derivations?.run()
  }

  /// Makes `/readyz` say that the service is going away, and ends the live feeds so that their readers come again
  /// elsewhere.
  package func startDraining() {
    readiness.startDraining()
    feed.endAll()
  }

  /// Returns the response to a request for a photo or a page that is in memory, and `nil` for most others.
  package func responseAtOnce(to request: HTTPRequest) -> HTTPResponse? {
    // Also where nothing is compressed any more, clients have tags from before.
    let plainRequest = HTTPContentCoding.plainRequest(of: request)
    guard !request.isMisdirected, let ready = router.readyResponse(to: plainRequest) else { return nil }
    metrics.begin()
    if let refusal = limiter.refusal(of: request) { return refusal }
    var response = router.response(to: request, with: ready) { try limiter.admit($0, request) }
    BrowserSessionGate.nameAccount(in: &response, to: request)
    compressor.compressAtOnce(&response, to: request)
    if crossOrigin.hasClients { crossOrigin.share(&response, with: request) }
    return response
  }

  /// Responds to a request; errors become problem documents.
  package func respond(to request: HTTPRequest) async -> HTTPResponse {
    metrics.begin()
    if request.isMisdirected {
      log.noteMisdirected(request)
      return ProblemDocument.misdirected
    }
    if let refusal = limiter.refusal(of: request) { return refusal }
    if crossOrigin.hasClients,
      let response = crossOrigin.preflight(request, methods: { router.methods(of: request) })
    {
      return response
    }
    var response = await router.respond(to: HTTPContentCoding.plainRequest(of: request))
    BrowserSessionGate.adapt(&response, to: request)
    BrowserSessionGate.nameAccount(in: &response, to: request)
    await compressor.compress(&response, to: request)
    if crossOrigin.hasClients { crossOrigin.share(&response, with: request) }
    return response
  }

  /// The response to something that could not be read as a request.
  package func response(to violation: HTTPViolation) -> HTTPResponse { ProblemDocument.response(to: violation) }

  /// Writes the log line and counts the request.
  package func ended(_ exchange: HTTPExchange) {
    metrics.record(exchange)
    log.record(exchange)
  }

  private static func immediateHandler(
    _ route: ServiceRoute, _ gate: SignInGate, _ crossOrigin: CrossOriginPolicy
  ) -> RequestRouter.ImmediateHandler? {
    guard let handler = route.immediateHandler else { return nil }
    let servesAccounts = route.isImmediateForAccounts
    return { request, path in
      // A credential is looked at once, by whoever responds.
      let hasEvidence = gate.hasEvidence(request)
      guard hasEvidence ? servesAccounts : route.signIn != .required else { return nil }
      try crossOrigin.check(request)
      let principal: Principal?
      switch hasEvidence ? try gate.sender(of: request, rule: route.signIn) : .nobody {
      case .nobody: principal = nil
      case .account(let known):
        guard route.admits(known) else { return nil }
        principal = known
      case .unverified, .unknown: return nil
      }
      let query = try route.query(of: request)
      let context = RouteContext(request: request, path: path, query: query, principal: principal)
      return try handler(context).map { ($0, principal) }
    }
  }

  private static func makeRouter(
    _ routes: [ServiceRoute], gate: SignInGate, tickets: TicketGate, crossOrigin: CrossOriginPolicy,
    limiter: RequestLimiter
  ) throws -> HTTPRouter {
    var builder = HTTPRouter.Builder()
    for route in routes {
      builder.add(route.method, route.pattern) { request, path in
        try crossOrigin.check(request)
        let query = try route.query(of: request)
        let ticket = route.signIn == .ticket ? try await tickets.ticket(of: path, for: request.client.address) : nil
        let principal =
          if let ticket { ticket.owner } else { try await gate.principal(of: request, rule: route.signIn) }
        let client = principal.map { WorkClient.account($0.id) } ?? .address(request.client.address)
        let context = RouteContext(request: request, path: path, query: query, principal: principal, ticket: ticket)
        return try await SignedInFailure.naming(principal?.name.text) {
          if let principal {
            try limiter.admit(principal, request)
            try route.requireAdmitted(principal)
          }
          return try await WorkClient.$current.withValue(client) { try await route.handler(context) }
        }
      }
    }
    return try builder.freeze()
  }
}
