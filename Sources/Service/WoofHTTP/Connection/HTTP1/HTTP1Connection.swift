// SPDX-License-Identifier: Apache-2.0

/// Speaks HTTP/1 (RFC 9112) over one connection: reads a request, has it answered, sends the answer, and begins again.
///
/// It is served by a task on the connection's loop. Answers are in the order of the requests, as one is begun when the
/// one before it has been handed to the socket; several small answers to requests that came together leave together.
/// While a source makes the body of an answer there is no task: the source's end starts one that goes on.
final class HTTP1Connection: ConnectionObserver, @unchecked Sendable {  // confined to the connection's loop
  /// The reasons for which a task stops serving.
  enum Outcome {
    /// The connection has ended.
    case over
    /// A source makes the body of an answer; its end goes on with the connection.
    case leftToSource
  }

  let connection: Connection
  let server: ServerLoop
  private var parser: HTTPRequestParser
  private var headDeadline: Int64
  /// `true` while the connection waits for a request or for the rest of its head.
  private(set) var awaitsHead = false
  private var interimTarget: HTTP1InterimTarget?

  /// The request that is being answered, or the last one.
  var exchange = HTTP1Exchange()
  /// The outlet for a source's bytes while the source makes the body of a response.
  var outlet: HTTP1Outlet?

  init(_ connection: Connection, server: ServerLoop) {
    self.connection = connection
    self.server = server
    parser = HTTPRequestParser(limits: server.parserLimits)
    headDeadline = connection.loop.now.addingSaturated(server.timeouts.head)
    connection.observer = self
  }

  /// Serves requests.
  ///
  /// What most requests need is done between the two waits for the handler and for the next request, without another
  /// one: each costs as much as parsing a request.
  func run() async -> Outcome {
    while true {
      switch readHead() {
      case .head(let head):
        let response = await server.responder.respond(to: beginExchange(head))
        beginAnswer(response)
        if sendAtOnce(), exchange.leavesNothingToDo {
          endExchange(isComplete: true)
          if connection.turn.isOver { await connection.endTurn() }
          continue
        }
        if let outcome = await finishAnswer(response) { return outcome }
      case .waiting(let deadline):
        awaitsHead = true
        let isInTime = await withUnsafeContinuation { connection.resume($0, whenReadableBy: deadline) }
        awaitsHead = false
        if !isInTime { return await timeOut() }
      case .full: guard await sendOutput() else { return end() }
      case .violation(let violation): return await refuse(violation)
      case .ended: return end()
      }
    }
  }

  /// Answers something that is not a request that can be served, and ends the connection.
  func refuse(_ violation: HTTPViolation) async -> Outcome {
    exchange = HTTP1Exchange(refusalWith: server.makeRequestID(), startedAt: connection.loop.now)
    let response = server.responder.response(to: violation)
    beginAnswer(response)
    return await finishAnswer(response) ?? end()
  }

  private func timeOut() async -> Outcome {
    if connection.input.isEmpty || server.isDraining { return end() }
    server.note(.head)
    return await refuse(HTTPViolation(408, "the head of the request took too long (headTimeout)"))
  }

  func end() -> Outcome {
    connection.finishOutput()
    connection.close()
    connection.observer = nil
    interimTarget?.detach()
    return .over
  }

  // MARK: Reading heads

  private enum HeadRead {
    case head(HTTPRequestHead)
    case violation(HTTPViolation)
    /// More bytes are needed, and have to come in time.
    case waiting(deadline: Int64)
    /// More bytes are needed, but the peer has to take what it is sent first.
    case full
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
      case .none: return prepareToWait()
      case .ended: return .ended
      }
    }
  }

  private func prepareToWait() -> HeadRead {
    if connection.hasOutput, !connection.flush() { return connection.isBroken ? .ended : .full }
    if connection.input.isEmpty {
      connection.input.releaseIfEmpty()
      if server.isDraining { return .ended }
      // Before the first request, the head's time runs from the start of the connection.
      if headDeadline == .max { return .waiting(deadline: server.deadline(in: server.timeouts.keepAlive)) }
    } else if headDeadline == .max {
      headDeadline = server.deadline(in: server.timeouts.head)
    }
    if server.isDraining { hastenHead() }
    return .waiting(deadline: headDeadline)
  }

  /// Leaves the head that is under way no more time than the end of the server does.
  func hastenHead() { headDeadline = min(headDeadline, server.deadline(in: server.timeouts.drainStall)) }

  // MARK: Requests

  private func beginExchange(_ head: HTTPRequestHead) -> HTTPRequest {
    let body = head.framing == .none ? nil : makeBody(head)
    let interimTarget = interimTarget ?? HTTP1InterimTarget(self)
    self.interimTarget = interimTarget
    let client = connection.isTrustedProxy ? server.proxies.client(behind: connection.peer, saying: head.fields) : nil
    let request = HTTPRequest(
      method: head.method, target: head.target, fields: head.fields, body: body ?? HTTPEmptyBody(),
      id: server.makeRequestID(), peer: connection.peer, client: client, isMisdirected: isMisdirected(head),
      receivedAt: connection.loop.now, interimTarget: interimTarget)
    exchange = HTTP1Exchange(request, head: head, body: body)
    connection.turn.spend(Turn.requestCost)
    return request
  }

  private func isMisdirected(_ head: HTTPRequestHead) -> Bool {
    guard let hosts = server.hosts, let host = head.fields.bytes(of: .host), !hosts.takes(host) else { return false }
    return connection.tls?.hosts.takes(host) != true
  }

  private func makeBody(_ head: HTTPRequestHead) -> HTTP1RequestBody {
    let rate = BodyRateLimit(bytesPerSecond: server.limits.minimumBodyRate, window: server.timeouts.bodyRateWindow)
    return HTTP1RequestBody(head, limits: server.parserLimits, rate: rate, connection: connection)
  }
}
