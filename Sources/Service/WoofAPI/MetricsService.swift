// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
package import WoofHTTP
internal import WoofModel

/// The figures of a service at an address of their own, for whoever can reach it: Prometheus, and nobody else.
package final class MetricsService: HTTPResponder {
  private let router: RequestRouter
  private let log: RequestLog
  private let compressor: ResponseCompressor

  /// Makes what sends the figures of a service, on the loops of that service.
  ///
  /// - Throws: ``WoofHTTP/HTTPRouteError`` where two routes are in each other's way, which is a defect.
  package init(of service: WoofService) throws {
    let page = service.page
    compressor = service.compressor
    log = RequestLog(sink: service.parts.log, group: page.group, time: service.parts.time)
    var builder = HTTPRouter.Builder()
    builder.add(.get, "/metrics") { request, _ in
      _ = try RouteQuery(of: request, allowing: [])
      return await page.response
    }
    router = RequestRouter(try builder.freeze(), log: log)
  }

  /// Responds to a request; errors become problem documents.
  package func respond(to request: HTTPRequest) async -> HTTPResponse {
    guard !request.isMisdirected else { return ProblemDocument.misdirected }
    var response = await router.respond(to: request)
    await compressor.compress(&response, to: request)
    return response
  }

  /// The response to something that could not be read as a request.
  package func response(to violation: HTTPViolation) -> HTTPResponse { ProblemDocument.response(to: violation) }

  /// Writes the log line. Those of requests that went well are of level debug: Prometheus asks every few seconds.
  package func ended(_ exchange: HTTPExchange) {
    log.record(exchange, level: exchange.status.code < 400 ? .debug : .info)
  }
}
