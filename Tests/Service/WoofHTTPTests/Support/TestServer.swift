// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import TestKit
@testable import WoofHTTP

/// A running server whose time stands still, for one test.
struct TestServer: Sendable {
  let server: HTTPServer
  let group: EventLoopGroup
  let clock: ManualClock
  let log: ExchangeLog
  let port: Int

  func connect() throws -> RawClient { try RawClient(port: port) }

  /// Waits until every loop has dealt with what the clients have sent so far.
  func settle() async {
    for _ in 0..<3 {
      for loop in group.loops { await loop.perform {} }
    }
  }

  /// Moves the time on in steps until the server has sent something to the client or ended its connection; the time that
  /// took, in milliseconds.
  func timeUntilNews(_ client: RawClient, atMost limit: Int64 = 200_000, step: Int64 = 250) async throws -> Int64 {
    try await time(atMost: limit, step: step) { client.hasNews }
  }

  /// Moves the time on in steps until something has happened; the time that took, in milliseconds.
  func time(atMost limit: Int64 = 200_000, step: Int64 = 250, until hasHappened: () -> Bool) async throws -> Int64 {
    await settle()
    var time: Int64 = 0
    while !hasHappened() {
      guard time < limit else { throw RawClient.Failure(reason: "nothing happened in \(limit) ms") }
      clock.advance(by: step)
      time += step
      await settle()
    }
    return time
  }
}

/// Begins the end of a server, and returns when its connections have been told.
func beginDrain(_ server: TestServer, within deadline: Duration) async throws -> Task<Void, Never> {
  let idle = try server.connect()
  await server.settle()
  let drain = Task { await server.server.drain(within: deadline) }
  #expect(try idle.receiveToEnd() == ("", .closed))
  return drain
}

/// What a server has reported.
final class ExchangeLog: Sendable {
  private let exchanges = Mutex<[HTTPExchange]>([])

  func append(_ exchange: HTTPExchange) { exchanges.withLock { $0.append(exchange) } }
  var all: [HTTPExchange] { exchanges.withLock { $0 } }
}

/// The responses that a test has at hand.
struct ImmediateResponses: Sendable {
  let response: @Sendable (HTTPRequest) -> HTTPResponse?
}

/// Responds as a test says.
struct TestResponder: HTTPResponder {
  let log: ExchangeLog
  var immediate = ImmediateResponses { _ in nil }
  let handler: @Sendable (HTTPRequest) async -> HTTPResponse

  func responseAtOnce(to request: HTTPRequest) -> HTTPResponse? { immediate.response(request) }
  func respond(to request: HTTPRequest) async -> HTTPResponse { await handler(request) }
  func response(to violation: HTTPViolation) -> HTTPResponse {
    HTTPResponse(violation.status, body: .bytes(HTTPBytes(violation.reason)))
  }
  func ended(_ exchange: HTTPExchange) { log.append(exchange) }
}

/// Runs a server for the time of `body`.
func withServer<Result>(
  limits: HTTPServerLimits = HTTPServerLimits(), commonFields: HTTPFields = HTTPFields(), loops: Int = 1,
  tls: TLSConfiguration? = nil, configure: (inout HTTPServerConfiguration) -> Void = { _ in },
  immediate: ImmediateResponses = ImmediateResponses { _ in nil },
  handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse,
  _ body: (TestServer) async throws -> Result
) async throws -> Result {
  let clock = ManualClock()
  let log = ExchangeLog()
  let group = try EventLoopGroup(count: loops, clock: clock)
  var configuration = HTTPServerConfiguration(
    listeners: [HTTPListener(.tcp(host: "127.0.0.1", port: 0), tls: tls)], commonFields: commonFields, limits: limits)
  configure(&configuration)
  let server = HTTPServer(
    configuration: configuration, responder: TestResponder(log: log, immediate: immediate, handler: handler),
    group: group)
  try await server.start()
  guard case .tcp(_, let port, _)? = server.boundAddresses.first else {
    throw RawClient.Failure(reason: "the server has no address")
  }
  let result: Swift.Result<Result, any Error>
  do {
    result = .success(
      try await blocking {
        try await body(TestServer(server: server, group: group, clock: clock, log: log, port: port))
      })
  } catch {
    result = .failure(error)
  }
  await server.drain(within: .zero)
  await group.stop()
  return try result.get()
}

/// A response of a text.
func text(_ text: String, _ status: HTTPStatus = 200) -> HTTPResponse {
  HTTPResponse(status, body: .bytes(HTTPBytes(text)))
}
