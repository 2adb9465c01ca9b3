extension HTTP1Connection {
  /// Sends an answer to the current request; whether the connection goes on.
  func answer(with response: HTTPResponse) async -> Bool {
    guard let exchange else { return false }
    exchange.body?.returnLentBytes()
    let framing = exchange.framing(of: response)
    let goesOn = connectionGoesOn(after: response, framing: framing)
    beginAnswer(response, framing: framing, goesOn: goesOn)
    let isComplete = await sendBody(of: response)
    endExchange(response, isComplete: isComplete)
    guard isComplete else {
      if framing == .untilClose { connection.reset() }
      return false
    }
    return goesOn ? await prepareForNext(exchange) : await finish(exchange)
  }

  private func connectionGoesOn(after response: HTTPResponse, framing: HTTP1ResponseFraming) -> Bool {
    guard let exchange, exchange.keepsAlive, !response.closesConnection, !server.isDraining else { return false }
    return framing != .untilClose && exchange.body?.isDrainable(within: server.limits.drainedBodyByteCount) != false
  }

  private func beginAnswer(_ response: HTTPResponse, framing: HTTP1ResponseFraming, goesOn: Bool) {
    guard let exchange else { return }
    self.exchange?.phase = .answering
    self.exchange?.framing = framing
    exchange.body?.answerBegan()
    let persistence: HTTP1Persistence =
      !goesOn ? .closing : exchange.minorVersion == 0 ? .persistentAnnounced : .persistent
    let head = HTTP1ResponseHead(status: response.status, framing: framing, persistence: persistence, id: exchange.id)
    head.write(
      to: &connection.output, fields: response.fields, dateLine: server.currentDateLine(),
      commonLines: server.commonLines)
  }

  private func sendBody(of response: HTTPResponse) async -> Bool {
    guard let exchange, !exchange.isHeadRequest, exchange.framing != .none else {
      if case .source(let source) = response.body { source.outletClosed() }
      return await sendSmall()
    }
    switch response.body {
    case .empty: return await sendSmall()
    case .bytes(let bytes): return await send(bytes, isLast: true)
    case .file(let region): return await send(region)
    case .pieces(let pieces): return await send(pieces)
    case .stream(let stream): return await send(stream)
    case .source(let source): return await send(source)
    }
  }

  private func endExchange(_ response: HTTPResponse, isComplete: Bool) {
    guard let exchange else { return }
    self.exchange = nil
    server.responder.ended(
      HTTPExchange(
        request: exchange.request, id: exchange.id, peer: connection.peer, status: response.status, user: response.user,
        route: response.route, receivedCount: exchange.body?.receivedCount ?? 0, sentCount: exchange.sentCount,
        duration: connection.loop.clock.monotonicNanoseconds - exchange.startedAt, isComplete: isComplete))
  }

  /// Takes what is left of the request off the connection; whether the next one can be read.
  private func prepareForNext(_ exchange: HTTP1Exchange) async -> Bool {
    guard let body = exchange.body else { return true }
    if body.isRead {
      body.returnLentBytes()
      return true
    }
    guard await sendOutput() else { return false }
    if await body.drain(within: server.limits.drainedBodyByteCount) { return true }
    return await finish(exchange)
  }

  /// Ends the connection after an answer so that the peer can read it; gives `false`.
  private func finish(_ exchange: HTTP1Exchange) async -> Bool {
    guard await sendOutput() else { return false }
    if exchange.keepsAlive || !exchange.isRequestRead {
      let deadline = connection.loop.now.addingSaturated(server.timeouts.linger)
      await connection.linger(until: deadline, limit: server.limits.lingerByteCount)
    }
    return false
  }
}
