// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
package import WoofHTTP
internal import WoofModel

/// The admin API on its own socket, where the kernel says who is at the other end.
package final class AdministrationService: HTTPResponder {
  private let router: RequestRouter
  private let log: RequestLog
  private let routes: [AdministrationRoute]
  private let feed: EventFeed

  /// Makes the API of a service.
  ///
  /// - Parameters:
  ///   - administration: The parts that the API works with.
  ///   - service: The service that is administered.
  ///   - rule: The rule that decides which peers may use it.
  ///   - group: The loops that the API's own server runs on.
  /// - Throws: ``WoofHTTP/HTTPRouteError`` where two routes are in each other's way, which is a defect.
  package init(
    _ administration: Administration, of service: WoofService, rule: PeerRule, group: EventLoopGroup
  ) throws {
    let parts = service.parts
    let log = RequestLog(sink: parts.log, group: group, time: parts.time)
    self.log = log
    feed = EventFeed(
      favourites: parts.favourites, changes: parts.changes, sharing: parts.sharingFeed,
      grantors: EventGrantors(credentials: parts.credentials),
      tokens: service.tokens, group: group, configuration: EventFeedConfiguration())
    let all = AdministrationRoutes(
      administration: administration, service: parts, pages: service.pages, feed: feed, verifier: service.verifier,
      origins: service.origins)
    routes = all.routes + [service.page.administrationRoute]
    let audit = all.trail
    var builder = HTTPRouter.Builder()
    for route in routes {
      builder.add(route.method, route.pattern) { request, path in
        let who = try Self.name(of: request, rule, parts.log)
        let query = try RouteQuery(of: request, allowing: route.parameters)
        let context = RouteContext(request: request, path: path, query: query, principal: nil)
        return try await SignedInFailure.naming(who) {
          try await route.response(AdministrationContext(context, who: who), audit: audit)
        }
      }
    }
    router = RequestRouter(try builder.freeze(), log: log)
  }

  /// The table of routes, for whoever compares it with the contract.
  package var routeTable: [(method: HTTPMethod, pattern: String)] { routes.map { ($0.method, $0.pattern) } }

  /// Ends the live feeds, so that their readers do not hold up the end of the service.
  package func startDraining() { feed.endAll() }

  /// Responds to a request; errors become problem documents.
  package func respond(to request: HTTPRequest) async -> HTTPResponse { await router.respond(to: request) }

  /// The response to something that could not be read as a request.
  package func response(to violation: HTTPViolation) -> HTTPResponse { ProblemDocument.response(to: violation) }

  /// Writes the log line. Those of requests that only look are of level debug: a shell asks every second.
  package func ended(_ exchange: HTTPExchange) {
    let isSafe = exchange.request?.method.isSafe ?? false
    log.record(exchange, level: isSafe && exchange.status.code < 400 ? .debug : .info)
  }

  private static func name(of request: HTTPRequest, _ rule: PeerRule, _ log: LogSink) throws(WoofError) -> String {
    do {
      return try rule.name(of: request.peer.userID)
    } catch {
      log.note(
        .warning, "a user of this machine was refused at the admin socket",
        ["user": request.peer.userID.map { "\($0)" } ?? "unknown", "id": request.id.description])
      throw error
    }
  }
}
