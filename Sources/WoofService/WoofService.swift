internal import WoofCore
public import WoofHTTP
internal import WoofModel

/// The HTTP API of Woof: answers requests with what the library can do.
public final class WoofService: HTTPResponder {
  private let router: HTTPRouter
  private let routes: [ServiceRoute]
  private let gate: SignInGate
  private let log: RequestLog
  private let metrics: RequestMetrics
  private let readiness = Readiness()
  private let feed: EventFeed
  private let similar: SimilarPhotos
  private let derivations: DerivationQueue?

  /// Makes a service of its parts.
  ///
  /// - Parameters:
  ///   - parts: What it stands on.
  ///   - configuration: How it behaves.
  ///   - group: The loops it will run on; they must be those of its server.
  /// - Throws: ``WoofHTTP/HTTPRouteError`` where two routes are in each other's way, which is a defect.
  public init(parts: Parts, configuration: ServiceConfiguration, group: EventLoopGroup) throws {
    let library = parts.library
    let cache = PhotoCache(
      library: library, group: group, byteLimit: configuration.cacheByteCount / max(1, group.loops.count),
      inlineLimit: configuration.cacheInlineByteCount)
    let tokens = ChangeTokenCoder(key: parts.tokenKey, epoch: library.parts.changes.epoch)
    feed = EventFeed(library: library, tokens: tokens, group: group, configuration: configuration.feed)
    similar = SimilarPhotos(library: library)
    derivations = library.parts.pictures.map { DerivationQueue(of: $0, jobCount: configuration.derivationJobCount) }
    gate = SignInGate(authenticator: parts.authenticator)
    log = RequestLog(sink: parts.log, group: group, time: library.parts.time)
    var api: [ServiceRoute] = []
    api += PhotoRoutes(library: library, cache: cache).routes
    api += OriginalRoutes(cache: cache).routes
    api += UploadRoutes(library: library, uploads: parts.uploads).routes
    api += FavouriteRoutes(library: library).routes
    api +=
      AccountRoutes(
        library: library, credentials: parts.credentials, authenticator: parts.authenticator, similar: similar
      ).routes
    api += FeedRoutes(pages: ChangePages(library: library, tokens: tokens), feed: feed).routes
    api += OperationRoutes(readiness: readiness).routes
    metrics = RequestMetrics(group: group, routeCount: api.count + 1)
    var sources = parts.metricSources + [feed]
    if let uploads = parts.uploads { sources.append(UploadMetrics(uploads: uploads)) }
    if let pictures = library.parts.pictures { sources.append(PictureMetrics(pictures: pictures)) }
    let page = MetricsPage(
      requests: metrics, routeNames: api.map(\.name) + [MetricsPage.routeName], group: group,
      sources: sources)
    routes = api + [page.route]
    router = try Self.makeRouter(routes, gate: gate)
  }

  /// The table of routes, for whoever compares it with the contract.
  public var routeTable: [(method: HTTPMethod, pattern: String)] { routes.map { ($0.method, $0.pattern) } }

  /// Does what goes on beside requests until the task is cancelled: derives from photos what is still missing.
  public func run() async {
    while !Task.isCancelled {
      // Until the looks of photos can be read, nobody is told which are alike.
      if (try? await similar.fill()) != nil { break }
      try? await Task.sleep(for: .seconds(10))
    }
    await derivations?.run()
  }

  /// Makes `/readyz` say that the service is going away, and ends the live feeds so that their readers come again
  /// elsewhere.
  public func startDraining() {
    readiness.startDraining()
    feed.endAll()
  }

  /// Answers a request; errors become problem documents here and nowhere else.
  public func respond(to request: HTTPRequest) async -> HTTPResponse {
    metrics.begin()
    switch router.match(request.method, request.target) {
    case .route(let index, let handler, let parameters):
      var response: HTTPResponse
      do {
        response = try await handler(request, parameters)
      } catch {
        response = failure(error, of: request)
      }
      response.route = index
      return response
    case .methodNotAllowed(let allowed): return Self.notAllowed(allowed)
    case .notFound: return ProblemDocument.response(to: WoofError(.notFound, "There is nothing at this path."))
    case .malformed(let violation): return ProblemDocument.response(to: violation)
    }
  }

  /// The answer to something that could not be read as a request.
  public func response(to violation: HTTPViolation) -> HTTPResponse { ProblemDocument.response(to: violation) }

  /// Writes the log line and counts the request.
  public func ended(_ exchange: HTTPExchange) {
    metrics.record(exchange)
    log.record(exchange)
  }

  private static func makeRouter(_ routes: [ServiceRoute], gate: SignInGate) throws -> HTTPRouter {
    var builder = HTTPRouter.Builder()
    for route in routes {
      builder.add(route.method, route.pattern) { request, path in
        try CrossOriginGuard.check(request)
        let query = try RouteQuery(of: request, allowing: route.parameters)
        let principal = try await gate.principal(of: request, rule: route.signIn)
        var response = try await route.handler(
          RouteContext(request: request, path: path, query: query, principal: principal))
        response.user = principal?.name.text
        return response
      }
    }
    return try builder.freeze()
  }

  private func failure(_ error: any Error, of request: HTTPRequest) -> HTTPResponse {
    if let failed = error as? FailedAnswer {
      var response = failure(failed.error, of: request)
      response.fields.append(contentsOf: failed.fields)
      return response
    }
    if let error = error as? WoofError {
      if error.code.status >= 500 { log.note(error, request: request.id) }
      return ProblemDocument.response(to: error)
    }
    log.note(error, request: request.id)
    return ProblemDocument.response(
      to: WoofError(.internal, "Something went wrong; the log knows more under the Request-Id.", cause: error))
  }

  private static func notAllowed(_ allowed: [HTTPMethod]) -> HTTPResponse {
    let methods = allowed.map(\.token).joined(separator: ", ")
    var response = ProblemDocument.response(to: WoofError(.methodNotAllowed, "This path knows \(methods)."))
    response.fields.append(.allow, methods)
    return response
  }
}
