// SPDX-License-Identifier: Apache-2.0

/// Speaks HTTP/1 (RFC 9112) over one connection: reads a request, has it responded to, sends the response, and begins
/// again.
///
/// ``HTTP1StateMachine`` decides; this carries out. It is served by a task on the connection's loop. Responses are in the
/// order of the requests, as one is begun when the one before it has been handed to the socket; several small responses
/// to requests that came together leave together. While a source makes the body of a response there is no task: the
/// source's end starts one that goes on.
final class HTTP1Connection: ConnectionObserver, @unchecked Sendable {  // confined to the connection's loop
  /// The bytes of a response that are rather copied behind its head, to wait for the next response, than sent from
  /// where they are.
  private static let copiedByteCount = 16 * 1024
  /// The bytes of responses that are held back to leave together.
  private static let heldBackByteCount = 64 * 1024

  let connection: Connection
  let server: ServerLoop
  // Without checks at run time, which took an eighth of a request: one thread has the connection, and no access to one of
  // these values lasts while other code runs.
  @exclusivity(unchecked) private var machine: HTTP1StateMachine
  /// The request that is being responded to, or the last one.
  @exclusivity(unchecked) private var record = ExchangeRecord()
  /// The body of that request; `nil` where it has none.
  @exclusivity(unchecked) private var body: HTTP1RequestBody?
  /// The progress of sending a response's body from memory or files.
  @exclusivity(unchecked) private var cursor = BodyCursor(.empty)
  /// The outlet for a source's bytes while the source makes the body of a response.
  private var outlet: HTTP1Outlet?
  private var interimTarget: HTTP1InterimTarget?

  /// Makes a connection whose first head has to be complete by `headDeadline`, in nanoseconds; by default, in the time
  /// that a head may take from now.
  init(_ connection: Connection, server: ServerLoop, headDeadline: Int64? = nil) {
    self.connection = connection
    self.server = server
    machine = HTTP1StateMachine(
      limits: server.parserLimits, headDeadline: headDeadline ?? server.deadline(in: server.timeouts.head))
    connection.observer = self
  }

  /// Serves requests.
  ///
  /// What most requests need is done between the two waits for the handler and for the next request, without another
  /// one: each costs as much as parsing a request.
  func run() async -> ConnectionOutcome {
    while true {
      switch readHead() {
      case .head(let head):
        let request = beginExchange(head)
        let response =
          if let ready = server.responder.responseAtOnce(to: request) { ready } else {
            await server.responder.respond(to: request)
          }
        beginResponse(response)
        if sendAtOnce(), machine.leavesNothingToDo {
          _ = endExchange(isComplete: true)
          if connection.turn.isOver { await connection.endTurn() }
          continue
        }
        if let outcome = await finishResponse(response) { return outcome }
      case .waiting(let deadline):
        let isInTime = await withUnsafeContinuation { connection.resume($0, whenReadableBy: deadline) }
        machine.headWaitEnded()
        if !isInTime { return await timeOut() }
      case .full: guard await sendOutput() else { return end() }
      case .violation(let violation): return await refuse(violation)
      case .ended: return end()
      }
    }
  }

  /// Responds to something that is not a request that can be served, and ends the connection.
  func refuse(_ violation: HTTPViolation) async -> ConnectionOutcome {
    machine.refuse()
    body = nil
    record = ExchangeRecord(refusalWith: server.makeRequestID(), startedAt: connection.loop.now)
    let response = server.responder.response(to: violation)
    beginResponse(response)
    return await finishResponse(response) ?? end()
  }

  private func timeOut() async -> ConnectionOutcome {
    let hasInput = !connection.input.isEmpty
    guard let violation = machine.headTimedOut(hasInput: hasInput, isDraining: server.isDraining) else { return end() }
    server.note(.head)
    return await refuse(violation)
  }

  private func end() -> ConnectionOutcome {
    connection.finishTLS()
    connection.close()
    connection.observer = nil
    interimTarget?.detach()
    return .over
  }

  // MARK: Reading a request

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
        switch machine.receive(connection.input.bytes) {
        case .needsMore: break
        case .violation(let violation): return .violation(violation)
        case .head(let head, let consumed):
          connection.input.consume(consumed)
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
    connection.input.releaseIfEmpty()
    let deadline = machine.awaitHead(
      hasInput: !connection.input.isEmpty, isDraining: server.isDraining, at: connection.loop.now, server.timeouts)
    return deadline.map { .waiting(deadline: $0) } ?? .ended
  }

  private func beginExchange(_ head: HTTPRequestHead) -> HTTPRequest {
    body = head.framing == .none ? nil : makeBody(head)
    let interimTarget = interimTarget ?? HTTP1InterimTarget(self)
    self.interimTarget = interimTarget
    let request = server.makeRequest(head, body: body, over: connection, interimTarget: interimTarget)
    record = ExchangeRecord(request)
    connection.turn.spend(Turn.requestCost)
    return request
  }

  private func makeBody(_ head: HTTPRequestHead) -> HTTP1RequestBody {
    let rate = BodyRateLimit(bytesPerSecond: server.limits.minimumBodyRate, window: server.timeouts.bodyRateWindow)
    return HTTP1RequestBody(head, limits: server.parserLimits, rate: rate, connection: connection)
  }

  private var bodyState: HTTP1StateMachine.BodyState {
    body?.state(droppingAtMost: server.limits.drainedBodyByteCount) ?? .read
  }

  // MARK: Sending a response

  /// Settles how a response is sent, and writes its head.
  private func beginResponse(_ response: HTTPResponse) {
    body?.returnLentBytes()
    let head = machine.respond(with: response, id: record.id, body: bodyState, isDraining: server.isDraining)
    body?.responseBegan()
    record.take(response)
    cursor = BodyCursor(machine.sendsBody && !machine.isStreamed ? response.body : .empty)
    head.write(
      to: &connection.output, fields: response.fields, dateLine: server.currentDateLine(),
      commonLines: server.commonLines(isSecure: record.isSecure))
  }

  /// Sends as much of the response as is to be had without waiting; returns `true` if that is all of it.
  private func sendAtOnce() -> Bool {
    guard !machine.isStreamed else { return false }
    var cursor = cursor
    defer { self.cursor = cursor }
    if holdsBack, cursor.append(to: connection, limit: Self.copiedByteCount) {
      connection.loop.execute { [connection] in connection.flush() }
      return true
    }
    return cursor.advance(over: connection) == .done
  }

  /// `true` if a response may wait for the one to the next request, which has come already. It leaves when the
  /// connection waits for anything, at the latest when the loop has run what is queued now.
  private var holdsBack: Bool {
    !connection.input.isEmpty && machine.leavesNothingToDo && connection.output.count < Self.heldBackByteCount
  }

  /// Sends what is left of a response, and does what is to be done after it; `nil` when the next request can be read.
  private func finishResponse(_ response: HTTPResponse) async -> ConnectionOutcome? {
    switch response.body {
    case .stream(let stream) where machine.sendsBody: return await endResponse(isComplete: send(stream))
    case .source(let source) where machine.sendsBody:
      let outlet = leave(to: source)
      return outlet.hasEnded ? await endResponse(after: outlet) : .leftToSource
    case .source(let source): source.outletClosed()
    default: break
    }
    return await endResponse(isComplete: sendRest())
  }

  private func sendRest() async -> Bool {
    var cursor = cursor
    defer { self.cursor = cursor }
    return await send(&cursor)
  }

  private func send(_ cursor: inout BodyCursor) async -> Bool {
    while true {
      switch cursor.advance(over: connection) {
      case .done: return true
      case .broken: return false
      case .full: guard await canSendMore() else { return false }
      case .turnOver: await connection.endTurn()
      }
    }
  }

  /// Sends part of a body from a file, framed as the head announced it; `false` where it cannot be sent.
  func sendPart(_ region: HTTPFileRegion) async -> Bool {
    record.streamedCount += region.count
    var cursor = BodyCursor(.file(region))
    guard machine.framing == .chunked else { return await send(&cursor) }
    connection.output.append(Array("\(String(region.count, radix: 16))\r\n".utf8))
    guard await send(&cursor) else { return false }
    connection.output.append(Array("\r\n".utf8))
    return await sendOutput()
  }

  /// Sends a body that a closure makes; returns `true` if it was finished and sent.
  private func send(_ stream: HTTPStream) async -> Bool {
    machine.streams(true)
    if connection.isBroken || connection.peerHasFinished { connection.task?.cancel() }
    connection.flush()
    let target = HTTP1StreamTarget(self, count: stream.count)
    do { try await stream.write(HTTPStreamWriter(target: target)) } catch { target.fail() }
    machine.streams(false)
    target.detach()
    return target.isComplete ? await endBody() : false
  }

  /// Leaves the body to a source. Until the source or the peer ends it, no task and no buffer belong to the connection.
  private func leave(to source: any HTTPBodySource) -> HTTP1Outlet {
    let outlet = HTTP1Outlet(self, source: source)
    self.outlet = outlet
    connection.flush()
    connection.input.releaseIfEmpty()
    if connection.isBroken || connection.peerHasFinished { outlet.end(isComplete: false) } else { outlet.open() }
    if !outlet.hasEnded { connection.task = nil }
    return outlet
  }

  /// Goes on when a source has ended its body.
  func run(after outlet: HTTP1Outlet) async -> ConnectionOutcome {
    if let outcome = await endResponse(after: outlet) { return outcome }
    return await run()
  }

  private func endBody() async -> Bool {
    if machine.framing == .chunked { connection.output.append(RawWriter.lastChunk) }
    return await sendOutput()
  }

  /// Appends part of a body to the output, framed as the head announced it.
  func appendPart(_ bytes: HTTPBytes) {
    guard bytes.count > 0 else { return }
    record.streamedCount += Int64(bytes.count)
    guard machine.framing == .chunked else { return bytes.withUnsafeBytes { connection.output.append($0) } }
    connection.output.append(atMost: bytes.count + RawWriter.maximalChunkFramingCount) { room in
      var writer = RawWriter(room)
      bytes.withUnsafeBytes { writer.write(chunk: $0) }
      return writer.count
    }
  }

  /// Sends an interim response, unless the final one to the request has begun.
  func sendInterim(_ status: HTTPStatus, fields: HTTPFields, for request: HTTPRequestID) {
    guard record.id == request, machine.allowsInterim(status) else { return }
    connection.output.append(HTTPStatusLine.bytes(of: status))
    connection.output.append(fields.wireBytes)
    connection.output.append([UInt8(ascii: "\r"), UInt8(ascii: "\n")])
    connection.flush()
  }

  // MARK: Waiting for room

  /// Waits until everything that has been handed over is in the socket; `false` where that cannot be.
  func sendOutput() async -> Bool {
    while !connection.flush() {
      guard await canSendMore() else { return false }
    }
    return !connection.isBroken
  }

  /// Waits for room; `false` where there will be none. A peer that takes nothing for too long is cut off.
  private func canSendMore() async -> Bool {
    if connection.isBroken { return false }
    if await connection.waitUntilWritable() { return !connection.isBroken }
    connection.reset()
    return false
  }

  // MARK: After a response

  /// Does what is to be done after a source's body; `nil` when the next request can be read.
  private func endResponse(after outlet: HTTP1Outlet) async -> ConnectionOutcome? {
    self.outlet = nil
    let isComplete = outlet.isComplete ? await endBody() : false
    outlet.close()
    return await endResponse(isComplete: isComplete)
  }

  /// Does what is to be done after a response; `nil` when the next request can be read.
  private func endResponse(isComplete: Bool) async -> ConnectionOutcome? {
    switch endExchange(isComplete: isComplete) {
    case .readHead:
      body?.returnLentBytes()
      return nil
    case .drainBody:
      let isDrained = await body?.drain(within: server.limits.drainedBodyByteCount) != false
      return isDrained ? nil : await endInOrder()
    case .endInOrder: return await endInOrder()
    case .reset:
      connection.reset()
      return end()
    case .end: return end()
    }
  }

  /// Ends the exchange, and reports it.
  private func endExchange(isComplete: Bool) -> HTTP1StateMachine.Next {
    let now = connection.loop.clock.monotonicNanoseconds
    if body?.isTooSlow == true { server.note(.body) }
    if connection.hasStalled { server.note(.response) }
    let next = machine.responseEnded(
      isComplete: isComplete, body: bodyState, hasInput: !connection.input.isEmpty)
    let ended = record.end(
      peer: connection.peer, at: now, receivedCount: body?.receivedCount ?? 0, bodyCount: cursor.sentCount,
      isComplete: isComplete)
    cursor = BodyCursor(.empty)
    server.responder.ended(ended)
    return next
  }

  /// Ends the connection so that the peer can read its response.
  private func endInOrder() async -> ConnectionOutcome {
    await connection.linger(server.linger)
    return end()
  }

  // MARK: Events of the connection

  func peerFinished() {
    outlet?.end(isComplete: false)
    if machine.peerFinished(body: bodyState) { connection.task?.cancel() }
  }

  func connectionBroke() {
    outlet?.end(isComplete: false)
    connection.task?.cancel()
  }

  func outputDrained() { outlet?.hasRoom() }

  func drainBegan() {
    if let outlet { return outlet.end(isComplete: true) }
    let isOver = machine.drainBegan(
      hasInput: !connection.input.isEmpty, at: connection.loop.now, server.timeouts)
    if isOver { connection.close() }
  }
}
