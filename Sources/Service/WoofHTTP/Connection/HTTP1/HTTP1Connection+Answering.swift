// SPDX-License-Identifier: Apache-2.0

extension HTTP1Connection {
  /// The bytes of an answer that are rather copied behind its head, to wait for the next answer, than sent from where
  /// they are.
  private static let copiedByteCount = 16 * 1024
  /// The bytes of answers that are held back to leave together.
  private static let heldBackByteCount = 64 * 1024

  /// Settles how an answer is sent, and writes its head.
  func beginAnswer(_ response: HTTPResponse) {
    exchange.body?.returnLentBytes()
    exchange.take(
      response, isDraining: server.isDraining, drainableByteCount: server.limits.drainedBodyByteCount)
    exchange.head.write(
      to: &connection.output, fields: response.fields, dateLine: server.currentDateLine(),
      commonLines: server.commonLines(isSecure: exchange.isSecure))
  }

  /// Sends as much of the response as is to be had without waiting; returns `true` if that is all of it.
  func sendAtOnce() -> Bool {
    guard !exchange.isStreamed else { return false }
    var cursor = exchange.cursor
    defer { exchange.cursor = cursor }
    if holdsBack, cursor.append(to: connection, limit: Self.copiedByteCount) {
      connection.loop.execute { [connection] in connection.flush() }
      return true
    }
    return cursor.advance(over: connection) == .done
  }

  /// `true` if a response may wait for the one to the next request, which has come already. It leaves when the
  /// connection waits for anything, at the latest when the loop has run what is queued now.
  private var holdsBack: Bool {
    !connection.input.isEmpty && exchange.leavesNothingToDo && connection.output.count < Self.heldBackByteCount
  }

  /// Sends what is left of an answer, and does what is to be done after it; `nil` when the next request can be read.
  func finishAnswer(_ response: HTTPResponse) async -> Outcome? {
    switch response.body {
    case .stream(let stream) where exchange.sendsBody: return await endAnswer(isComplete: send(stream))
    case .source(let source) where exchange.sendsBody:
      let outlet = leave(to: source)
      return outlet.hasEnded ? await endAnswer(after: outlet) : .leftToSource
    case .source(let source): source.outletClosed()
    default: break
    }
    return await endAnswer(isComplete: sendRest())
  }

  private func sendRest() async -> Bool {
    var cursor = exchange.cursor
    defer { exchange.cursor = cursor }
    while true {
      switch cursor.advance(over: connection) {
      case .done: return true
      case .broken: return false
      case .full: guard await canSendMore() else { return false }
      case .turnOver: await connection.endTurn()
      }
    }
  }

  /// Does what is to be done after an answer; `nil` when the next request can be read.
  func endAnswer(isComplete: Bool) async -> Outcome? {
    endExchange(isComplete: isComplete)
    guard isComplete else {
      if exchange.framing == .untilClose { connection.reset() }
      return end()
    }
    if exchange.goesOn, await isReadyForNext() { return nil }
    return await endInOrder()
  }

  /// Reports the exchange.
  func endExchange(isComplete: Bool) {
    let now = connection.loop.clock.monotonicNanoseconds
    if exchange.body?.isTooSlow == true { server.note(.body) }
    if connection.hasStalled { server.note(.response) }
    server.responder.ended(exchange.end(peer: connection.peer, at: now, isComplete: isComplete))
  }

  /// Takes what is left of the request off the connection; returns `true` if the next one can be read.
  private func isReadyForNext() async -> Bool {
    guard let body = exchange.body else { return true }
    guard !body.isRead else {
      body.returnLentBytes()
      return true
    }
    return await body.drain(within: server.limits.drainedBodyByteCount)
  }

  /// Ends the connection so that the peer can read its answer.
  private func endInOrder() async -> Outcome {
    if exchange.keepsAlive || !exchange.isRequestRead || !connection.input.isEmpty {
      let deadline = server.deadline(in: server.timeouts.linger)
      await connection.linger(until: deadline, limit: server.limits.lingerByteCount)
    }
    return end()
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
}
