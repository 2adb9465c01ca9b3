// SPDX-License-Identifier: Apache-2.0

/// One request and its response, on one stream of an HTTP/2 connection. Confined to the connection's loop.
///
/// It lives until the stream is closed and the request's handler has returned: a handler whose client has left is
/// cancelled, and goes on counting until it ends.
final class HTTP2Stream: DeadlineHolder, HTTPInterimTarget, @unchecked Sendable {  // confined to the connection's loop
  /// The bytes of a stream's body that wait for the peer before the closure that makes them has to wait too.
  static let roomByteCount: Int64 = 32 * 1024

  /// The number of the stream.
  let number: Int32
  let loop: EventLoop
  let pool: BlockPool
  var wheelPlace = DeadlineWheel.Place()
  /// The fields of the head, until it is complete.
  var head: HTTP2RequestHeadBuilder?
  /// `true` once the stream has been reset from here, for whatever reason.
  var isResetFromHere = false
  /// The bytes of the head, which count against what a connection may hold.
  private(set) var headByteCount = 0

  private var http: HTTP2Connection?
  private var record = ExchangeRecord()
  private var body: HTTP2RequestBody?
  private var response = HTTP2ResponseBody(.empty)
  private var outlet: HTTP2Outlet?
  private var task: Task<Void, Never>?
  private var roomWaiter: UnsafeContinuation<Void, Never>?  // resumed by room, or by the end of the stream
  /// The time by which the peer has to take something, or, after the response, to stop sending.
  private var responseDeadline = Int64.max
  /// The bytes of an unread body that are dropped after the response before the stream is reset.
  private var undroppedCount = 0
  private var phase = Phase.readingHead
  private var isHeadRequest = false
  private var saysPriority = false
  private var isIncoming = false
  private var isComplete = false
  private var hasReturned = false
  private var isClosed = false

  private enum Phase: Hashable {
    case readingHead, handling, responding, sent
  }

  /// Makes a stream whose head begins to come.
  init(_ number: Int32, on http: HTTP2Connection) {
    self.number = number
    self.http = http
    loop = http.connection.loop
    pool = http.connection.pool
    head = HTTP2RequestHeadBuilder(limits: http.server.parserLimits)
  }

  /// `true` once the request has come and the response has gone to their ends.
  var isOver: Bool { phase == .sent && !isIncoming }

  // MARK: The request

  /// The head is complete: has the request responded to.
  func begin(isLast: Bool) {
    guard let http, var builder = head else { return }
    head = nil
    headByteCount = builder.byteCount
    isIncoming = !isLast
    phase = .handling
    do {
      serve(try builder.head(isLast: isLast), isLast: isLast, http)
    } catch {
      http.noteLostStream()
      record = ExchangeRecord(refusalWith: http.server.makeRequestID(), startedAt: loop.now)
      hasReturned = true
      respond(http.server.responder.response(to: error))
    }
  }

  private func serve(_ head: HTTPRequestHead, isLast: Bool, _ http: HTTP2Connection) {
    body = isLast ? nil : makeBody(head, http)
    isHeadRequest = head.method == .head
    saysPriority = head.fields.contains(.priority)
    let request = http.server.makeRequest(head, body: body, over: http.connection, interimTarget: self)
    record = ExchangeRecord(request)
    let responder = http.server.responder
    let ready = responder.responseAtOnce(to: request)
    if let ready, !ready.body.isMadeWhileSent {
      hasReturned = true
      respond(ready)
      return
    }
    task = Task(executorPreference: loop) { [self] in
      let response = if let ready { ready } else { await responder.respond(to: request) }
      await finish(response)
      returned()
    }
  }

  private func makeBody(_ head: HTTPRequestHead, _ http: HTTP2Connection) -> HTTP2RequestBody {
    let rate = BodyRateLimit(
      bytesPerSecond: http.server.limits.minimumBodyRate, window: http.server.timeouts.bodyRateWindow)
    return HTTP2RequestBody(head, of: self, rate: rate, window: http.makeReceiveWindow())
  }

  /// Takes bytes of the body that have come.
  func received(_ bytes: UnsafeRawBufferPointer) {
    if body?.received(bytes) == true { return }
    consumed(bytes.count)
    guard phase == .sent else { return }
    undroppedCount -= bytes.count
    if undroppedCount < 0 { http?.endUnread(number) }
  }

  /// The peer sends nothing more.
  func bodyEnded() {
    isIncoming = false
    body?.ended()
  }

  /// Bytes of the body have been used, or dropped; `larger` is the new size of the window where it changes.
  func consumed(_ count: Int, growingTo larger: Int32? = nil) { http?.consumed(count, of: number, growingTo: larger) }

  /// Has the client send a body that it holds back (RFC 9110 §10.1.1).
  func sendContinue() {
    if phase == .handling { http?.sendInterim(100, fields: HTTPFields(), on: number) }
  }

  func sendInterim(_ status: HTTPStatus, fields: HTTPFields, for request: HTTPRequestID) {
    guard loop.isCurrent else { return loop.execute { self.sendInterim(status, fields: fields, for: request) } }
    guard phase == .handling, !isClosed, (102..<200).contains(status.code) else { return }
    http?.sendInterim(status, fields: fields, on: number)
  }

  // MARK: The response

  private func finish(_ response: HTTPResponse) async {
    guard !isClosed else {
      record.take(response)
      if case .source(let source) = response.body { source.outletClosed() }
      return
    }
    let sendsBody = respond(response)
    switch response.body {
    case .stream(let stream) where sendsBody: await send(stream)
    case .source(let source) where sendsBody: open(source)
    case .source(let source): source.outletClosed()
    default: break
    }
  }

  /// Sends the head of a response, and the body as far as it is known; returns `true` if a body is sent.
  @discardableResult
  private func respond(_ response: HTTPResponse) -> Bool {
    guard let http else { return false }
    body?.returnLentBytes()
    body?.responseBegan()
    phase = .responding
    record.take(response)
    let sendsBody = !isHeadRequest && !response.status.forbidsBody && response.body.count != 0
    self.response = HTTP2ResponseBody(sendsBody ? response.body : .empty)
    isComplete = !sendsBody
    if let urgency = response.urgency, !saysPriority { http.prioritize(number, urgency: urgency) }
    http.send(response, id: record.id, isSecure: record.isSecure, on: number, hasBody: sendsBody)
    moveResponseDeadline()
    return sendsBody
  }

  private func send(_ stream: HTTPStream) async {
    let target = HTTP2StreamTarget(self, count: stream.count)
    do { try await stream.write(HTTPStreamWriter(target: target)) } catch { target.fail() }
    target.detach()
    endBody(isComplete: target.isComplete)
  }

  private func open(_ source: any HTTPBodySource) {
    let outlet = HTTP2Outlet(self, source: source)
    self.outlet = outlet
    outlet.open()
  }

  /// Appends to the body; returns the number of bytes that wait for the peer, or `nil` where the stream has ended.
  func append(_ piece: HTTPResponseBody.Piece) -> Int64? {
    guard let http, !isClosed, phase == .responding else { return nil }
    let wasEmpty = response.heldBackCount == 0
    response.append(piece)
    if wasEmpty {
      moveResponseDeadline()
      http.resume(number)
    }
    return response.heldBackCount
  }

  /// Ends a body that was made while it was sent.
  func endBody(isComplete: Bool) {
    outlet = nil
    response.finish(isComplete: isComplete)
    http?.resume(number)
  }

  /// Waits until so few bytes wait that more may be made; returns `false` where the stream has ended.
  func waitForRoom() async -> Bool {
    while !isClosed, response.heldBackCount > Self.roomByteCount {
      await withUnsafeContinuation { roomWaiter = $0 }
    }
    return !isClosed
  }

  /// The bytes that can be sent now.
  func nextBytes(atMost limit: Int) -> HTTP2BodyStep { response.next(atMost: limit) }

  /// Writes the next bytes into room for them; returns `false` where they cannot be had.
  func write(_ count: Int, to room: UnsafeMutableRawBufferPointer) -> Bool {
    guard response.write(count, to: room) else { return false }
    moveResponseDeadline()
    if response.heldBackCount <= Self.roomByteCount { hasRoom() }
    return true
  }

  private func hasRoom() {
    resumeRoomWaiter()
    // The session writes now, and must not be asked to; the source may do that.
    if let outlet, outlet.waitsForRoom { loop.execute { outlet.hasRoom() } }
  }

  private func resumeRoomWaiter() {
    let waiter = roomWaiter
    roomWaiter = nil
    waiter?.resume()
  }

  /// The last frame of the response is on its way. Where the peer is still sending, the rest is dropped for a while: many
  /// clients that are cut off at once never read their response.
  func sentLastFrame() {
    phase = .sent
    isComplete = true
    responseDeadline = .max
    guard let http, isIncoming else { return }
    responseDeadline = http.server.deadline(in: http.server.linger.pause)
    undroppedCount = http.server.linger.byteCount
    body?.fail(.connectionLost)
    deadlineMoved()
  }

  // MARK: Deadlines

  var deadline: Int64 { min(responseDeadline, body?.deadline ?? .max) }

  func deadlineMoved() {
    if deadline < wheelPlace.time { loop.deadlines.place(self) }
  }

  func deadlinePassed() {
    body?.checkDeadline(isStrict: http?.stallLimit != nil)
    if responseDeadline <= loop.now { responseDeadlinePassed() }
    deadlineMoved()
  }

  private func responseDeadlinePassed() {
    responseDeadline = .max
    guard let http else { return }
    if phase == .sent { return http.endUnread(number) }
    // One that waits for its turn behind others, of which the peer takes something, is not stalled.
    guard http.allowsBody(of: number), http.lastProgress.addingSaturated(stallTimeout(http)) > loop.now else {
      return http.stalled(number)
    }
    moveResponseDeadline(since: http.lastProgress)
  }

  private func moveResponseDeadline(since start: Int64? = nil) {
    guard let http, response.heldBackCount > 0 else { return responseDeadline = .max }
    responseDeadline = (start ?? loop.now).addingSaturated(stallTimeout(http))
    deadlineMoved()
  }

  private func stallTimeout(_ http: HTTP2Connection) -> Int64 {
    min(http.server.timeouts.writeStall, http.stallLimit ?? .max)
  }

  // MARK: The end

  /// The server ends: live bodies end at once, others have so long for each step.
  func drain(stallLimit: Int64) {
    outlet?.end(isComplete: true)
    body?.hasten(to: stallLimit)
    if phase == .responding { moveResponseDeadline() }
  }

  /// The stream is closed, for good or by a reset: nobody waits for what is still done.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    // There is no handler yet.
    if phase == .readingHead { hasReturned = true }
    loop.deadlines.remove(self)
    responseDeadline = .max
    body?.fail(.connectionLost)
    resumeRoomWaiter()
    outlet?.end(isComplete: false)
    if phase != .sent { task?.cancel() }
    endIfOver()
  }

  private func returned() {
    hasReturned = true
    task = nil
    endIfOver()
  }

  private func endIfOver() {
    guard isClosed, hasReturned, let http else { return }
    self.http = nil
    if body?.isTooSlow == true { http.server.note(.body) }
    let isRequest = phase != .readingHead
    let exchange = record.end(
      peer: http.connection.peer, at: loop.clock.monotonicNanoseconds, receivedCount: body?.receivedCount ?? 0,
      bodyCount: response.sentCount, isComplete: isComplete)
    if isRequest { http.server.responder.ended(exchange) }
    http.ended(self)
  }
}
