// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import WoofCore
internal import WoofHTTP

/// An HTTP API through which tests in any language steer a harness. It listens on the loopback address only; whoever
/// reaches it may do everything with the harness.
public final class HarnessControl: Sendable {
  /// The URL of the API, with the path `/control/v1`; its routes are below it.
  public let url: URL
  /// Ends when somebody asked the harness to stop, or ``stop()`` was called.
  public let stopRequests: AsyncStream<Void>

  private let server: HTTPServer
  private let group: EventLoopGroup
  private let stops: AsyncStream<Void>.Continuation

  /// Starts the API of a harness.
  ///
  /// - Parameters:
  ///   - harness: The harness to control. It is not stopped with the API.
  ///   - port: The port of the loopback address to listen on; a free one by default.
  /// - Throws: `HTTPServerError` of code `address-in-use` where something listens on the port already.
  public static func start(for harness: WoofHarness, port: Int = 0) async throws -> HarnessControl {
    let group = try EventLoopGroup(count: 1)
    let (stopRequests, stops) = AsyncStream.makeStream(of: Void.self)
    let responder = ControlResponder(router: try ControlRoutes(harness: harness, stops: stops).router())
    let configuration = HTTPServerConfiguration(listeners: [HTTPListener(.tcp(host: "127.0.0.1", port: port))])
    let server = HTTPServer(configuration: configuration, responder: responder, group: group)
    do {
      try await server.start()
      guard let address = server.boundAddresses.first, let url = URL(string: address.description) else {
        throw HarnessError(.invalid, "The control API listens nowhere.")
      }
      return HarnessControl(
        url: url.appendingPathComponent("control/v1"), server: server, group: group, stopRequests: stopRequests,
        stops: stops)
    } catch {
      await group.stop()
      throw error
    }
  }

  private init(
    url: URL, server: HTTPServer, group: EventLoopGroup, stopRequests: AsyncStream<Void>,
    stops: AsyncStream<Void>.Continuation
  ) {
    self.url = url
    self.server = server
    self.group = group
    self.stopRequests = stopRequests
    self.stops = stops
  }

  /// Stops the API.
  public func stop() async {
    stops.finish()
    await server.drain(within: .milliseconds(500))
    await group.stop()
  }
}

/// Responds to the requests of the control API.
private struct ControlResponder: HTTPResponder {
  let router: HTTPRouter

  func respond(to request: HTTPRequest) async -> HTTPResponse {
    switch router.match(request.method, request.target) {
    case .route(_, let handler, let parameters):
      // A page of a browser must not steer the harness of whoever looks at it.
      guard !request.fields.contains(.origin) else {
        return ControlResponse.problem("The control API takes no requests of web pages.", status: 403)
      }
      do { return try await handler(request, parameters) } catch { return ControlResponse.failure(error) }
    case .methodNotAllowed(let allowed):
      return ControlResponse.problem(
        "This path knows \(allowed.map(\.token).joined(separator: ", ")).", status: 405)
    case .notFound:
      let routes = router.routes.map(\.description).joined(separator: ", ")
      return ControlResponse.problem("There is nothing at this path; there are \(routes).", status: 404)
    case .malformed(let violation): return response(to: violation)
    }
  }

  func response(to violation: HTTPViolation) -> HTTPResponse {
    ControlResponse.problem(violation.reason + ".", status: violation.status)
  }

  func ended(_ exchange: HTTPExchange) {}
}
