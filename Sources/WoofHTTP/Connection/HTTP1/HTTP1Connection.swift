/// Speaks HTTP/1 (RFC 9112) over one connection: reads a request, has it answered, sends the answer, and begins again.
///
/// Its task runs on the connection's loop. Answers are in the order of the requests, as one is begun when the one before
/// it has been handed to the socket; several small answers to requests that came together leave together.
final class HTTP1Connection: ConnectionObserver, @unchecked Sendable {  // confined to the connection's loop
  let connection: Connection
  let server: ServerLoop
  private var parser: HTTPRequestParser
  private var headDeadline: Int64
  private lazy var interimTarget = HTTP1InterimTarget(self)

  /// The answer that is being made or sent; `nil` between requests.
  var exchange: HTTP1Exchange?
  /// Where a live body comes in while it is sent.
  var outlet: HTTP1Outlet?

  init(_ connection: Connection, server: ServerLoop) {
    self.connection = connection
    self.server = server
    parser = HTTPRequestParser(limits: server.parserLimits)
    headDeadline = connection.loop.now.addingSaturated(server.timeouts.head)
  }

  /// Serves requests until the connection ends.
  func run() async {
    connection.observer = self
    serving: while true {
      switch readHead() {
      case .head(let head): guard await serve(head) else { break serving }
      case .violation(let violation):
        await refuse(violation)
        break serving
      case .waiting: guard await waitForMore() else { break serving }
      case .ended: break serving
      }
    }
    end()
  }

  /// Answers before any request has come, and ends the connection.
  func run(refusing violation: HTTPViolation) async {
    connection.observer = self
    await refuse(violation)
    end()
  }

  private func end() {
    connection.finishOutput()
    connection.close()
    connection.observer = nil
    interimTarget.detach()
  }

  // MARK: Reading heads

  private enum HeadRead {
    case head(HTTPRequestHead)
    case violation(HTTPViolation)
    case waiting
    case ended
  }

  private func readHead() -> HeadRead {
    while true {
      if !connection.input.isEmpty {
        switch parser.parseHead(connection.input.bytes) {
        case .needsMore: break
        case .violation(let violation): return .violation(violation)
        case .head(let head, let consumed):
          connection.input.consume(consumed)
          headDeadline = .max
          return .head(head)
        }
      }
      switch connection.receive() {
      case .some: continue
      case .none: return .waiting
      case .ended: return .ended
      }
    }
  }

  /// Waits for the rest of a head, or for the next one; `false` when the connection is to end.
  private func waitForMore() async -> Bool {
    guard await sendOutput() else { return false }
    let isIdle = connection.input.isEmpty
    if isIdle { connection.input.releaseIfEmpty() }
    if isIdle, server.isDraining { return false }
    if await connection.waitUntilReadable(by: deadline(isIdle: isIdle)) { return true }
    if !connection.input.isEmpty { await refuse(HTTPViolation(408, "the head of the request took too long")) }
    return false
  }

  private func deadline(isIdle: Bool) -> Int64 {
    let now = connection.loop.now
    if headDeadline == .max {
      guard !isIdle else { return now.addingSaturated(server.timeouts.keepAlive) }
      headDeadline = now.addingSaturated(server.timeouts.head)
    }
    return headDeadline
  }

  // MARK: Serving

  /// Has one request answered; whether the connection goes on.
  private func serve(_ head: HTTPRequestHead) async -> Bool {
    let id = server.makeRequestID()
    let body = head.framing == .none ? nil : makeBody(head)
    let request = HTTPRequest(
      method: head.method, target: head.target, fields: head.fields, body: body ?? HTTPEmptyBody(), id: id,
      peer: connection.peer, receivedAt: connection.loop.now, interimTarget: interimTarget)
    exchange = HTTP1Exchange(request: request, id: id, head: head, body: body, startedAt: connection.loop.now)
    let response = await server.responder.respond(to: request)
    return await answer(with: response)
  }

  private func makeBody(_ head: HTTPRequestHead) -> HTTP1RequestBody {
    let rate = BodyRateLimit(bytesPerSecond: server.limits.minimumBodyRate, window: server.timeouts.bodyRateWindow)
    return HTTP1RequestBody(head, limits: server.parserLimits, rate: rate, connection: connection)
  }

  /// Answers something that is not a request that can be served; the connection ends with it.
  private func refuse(_ violation: HTTPViolation) async {
    let id = server.makeRequestID()
    exchange = HTTP1Exchange(refusalWith: id, startedAt: connection.loop.now)
    _ = await answer(with: server.responder.response(to: violation))
  }
}
