// SPDX-License-Identifier: Apache-2.0

/// Speaks HTTP/2 (RFC 9113) over one connection: hands what comes to the session and what the session writes to the
/// socket, has each request responded to by a task of its own, and ends in order.
///
/// ``HTTP2Session`` knows the protocol, ``HTTP2Stream`` one request and its response, ``HTTP2WasteLimit`` how much may be
/// for nothing; this carries out. What is ready is written once a round of the loop, so that responses that are made in
/// the same round leave together.
final class HTTP2Connection: ConnectionObserver, HTTP2SessionObserver, @unchecked Sendable {  // confined to the loop
  /// The bytes of frames that are made before the socket takes some: what is urgent never waits behind more than these.
  private static let outputByteCount = 64 * 1024
  /// The bytes that the kernel holds back for the same reason.
  private static let unsentByteCount: Int32 = 128 * 1024
  /// The largest window of one body, and of all bodies together.
  private static let largestStreamWindow: Int32 = 1024 * 1024
  private static let largestConnectionWindow: Int32 = 4 * 1024 * 1024
  /// The bytes that the heads of all open streams may hold together. A stream that would exceed them is refused.
  private static let headsByteCount = 2 * 1024 * 1024

  let connection: Connection
  let server: ServerLoop
  private var session: HTTP2Session?
  private var settings = HTTP2Session.Settings()
  private var streams: [Int32: HTTP2Stream] = [:]
  private var waste: HTTP2WasteLimit
  private var fields = HTTP2FieldList()
  private var headsByteCount = 0
  private var connectionWindow: Int32
  /// The time by which something has to come while no request is under way.
  private var idleDeadline: Int64
  private var headDeadline = Int64.max
  private var lastStreamWaiter: UnsafeContinuation<Void, Never>?  // resumed when the last stream has ended
  /// The time at which the peer took some of a body last, in nanoseconds.
  private(set) var lastProgress: Int64 = 0
  private var isReceiving = false
  private var isWriting = false
  private var willWrite = false
  private var isEnding = false
  private var isOver = false

  init(_ connection: Connection, server: ServerLoop) {
    self.connection = connection
    self.server = server
    settings.concurrentStreamCount = server.limits.concurrentStreamCount
    settings.fieldListByteCount = server.limits.headByteCount
    connectionWindow = settings.connectionWindow
    waste = HTTP2WasteLimit(at: connection.loop.now)
    idleDeadline = server.deadline(in: server.timeouts.head)
    connection.observer = self
  }

  /// Serves requests until the connection ends and the last handler has returned.
  func run() async -> ConnectionOutcome {
    connection.limitUnsentBytes(to: Self.unsentByteCount)
    session = HTTP2Session(settings, observer: self)
    isOver = session == nil
    write()
    while !isOver {
      // The preface may have been received when the protocol was chosen.
      if !connection.input.isEmpty { await takeInput() }
      switch connection.receive(forBody: !streams.isEmpty) {
      case .some: break
      case .none: await waitForInput()
      case .ended: isOver = true
      }
    }
    return await end()
  }

  private func takeInput() async {
    isReceiving = true
    do { try session?.receive(connection.input.bytes) } catch { isOver = true }
    isReceiving = false
    connection.input.consume(connection.input.count)
    write()
    if connection.turn.isOver { await connection.endTurn() }
  }

  private func waitForInput() async {
    write()
    guard !isOver else { return }
    connection.input.releaseIfEmpty()
    if await connection.waitUntilReadable(by: deadline) { return }
    if connection.loop.now >= deadline { timeOut() }
  }

  /// The time by which something has to come: the rest of a head, or the next request.
  private var deadline: Int64 { streams.isEmpty ? min(idleDeadline, headDeadline) : headDeadline }

  private func timeOut() {
    if headDeadline <= connection.loop.now {
      server.note(.head)
      session?.end(.enhanceYourCalm)
    } else {
      session?.end(.noError)
    }
    isEnding = true
    write()
  }

  private func end() async -> ConnectionOutcome {
    write()
    closeStreams()
    while !streams.isEmpty { await withUnsafeContinuation { lastStreamWaiter = $0 } }
    if !connection.isBroken {
      await connection.linger(server.linger)
    }
    connection.close()
    connection.observer = nil
    return .over
  }

  /// Closes all streams: their handlers are cancelled.
  private func closeStreams() {
    for stream in Array(streams.values) { stream.close() }
  }

  // MARK: Writing

  /// Writes what the session has, as far as the socket takes it.
  private func write() {
    guard !isReceiving, !isWriting, let session else { return }
    isWriting = true
    defer { isWriting = false }
    repeat {
      do { try session.write() } catch { return breakOff() }
      guard connection.hasOutput else { break }
      guard connection.flush() else { return }
      if connection.turn.isOver { return writeSoon() }
    } while !connection.isBroken
    if session.isOver { finish() }
  }

  /// Has what the session has written when the loop has run what is queued now.
  private func writeSoon() {
    guard !willWrite else { return }
    willWrite = true
    connection.loop.execute { [self] in
      willWrite = false
      connection.turn.begin()
      write()
    }
  }

  private func breakOff() {
    connection.breakOff()
    finish()
  }

  private func finish() {
    isOver = true
    connection.stopWaiting()
  }

  var hasRoom: Bool { connection.output.count < Self.outputByteCount && !connection.isBroken }

  func send(_ frames: UnsafeRawBufferPointer) { connection.output.append(frames) }

  func nextBytes(_ stream: Int32, atMost limit: Int) -> HTTP2BodyStep {
    streams[stream]?.nextBytes(atMost: limit) ?? .failed
  }

  func send(_ count: Int, of stream: Int32, behind header: UnsafeRawBufferPointer) -> Bool {
    guard let stream = streams[stream], let start = header.baseAddress else { return false }
    note(.bodyFrame)
    lastProgress = connection.loop.now
    var isWritten = true
    connection.output.append(atMost: header.count + count) { room in
      room.copyMemory(from: start, byteCount: header.count)
      isWritten = stream.write(count, to: UnsafeMutableRawBufferPointer(start: room + header.count, count: count))
      return isWritten ? header.count + count : 0
    }
    return isWritten
  }

  // MARK: Sending for streams

  /// Sends the head of a response, and its body after it where `hasBody` is set.
  func send(_ response: HTTPResponse, id: HTTPRequestID, isSecure: Bool, on stream: Int32, hasBody: Bool) {
    fields.removeAll()
    fields.append(response.status)
    fields.append(dateLine: server.currentDateLine())
    fields.append(id)
    fields.append(server.commonFields(isSecure: isSecure))
    fields.append(response.fields)
    if !response.status.forbidsBody, let count = response.body.count { fields.append(contentLength: count) }
    session?.submitResponse(fields, on: stream, hasBody: hasBody)
    writeSoon()
  }

  /// Sets the urgency of a response whose client has said nothing of it.
  func prioritize(_ stream: Int32, urgency: Int) { session?.prioritize(stream, urgency: urgency, isIncremental: false) }

  /// Sends an interim response.
  func sendInterim(_ status: HTTPStatus, fields own: HTTPFields, on stream: Int32) {
    fields.removeAll()
    fields.append(status)
    fields.append(own)
    session?.submitInterim(fields, on: stream)
    writeSoon()
  }

  /// Goes on with a body that has more to send, or has ended.
  func resume(_ stream: Int32) {
    session?.resume(stream)
    writeSoon()
  }

  /// Bytes of a body have been used; `larger` is the new size of its window where it changes.
  func consumed(_ count: Int, of stream: Int32, growingTo larger: Int32?) {
    if let larger {
      session?.setWindow(larger, of: stream)
      if 4 * larger > connectionWindow, connectionWindow < Self.largestConnectionWindow {
        connectionWindow = min(Self.largestConnectionWindow, 4 * larger)
        session?.setWindow(ofConnection: connectionWindow)
      }
    }
    session?.consumed(count, of: stream)
    writeSoon()
  }

  /// Bytes of a body will not be used, though others may be sent in their place.
  func dropped(_ count: Int) {
    guard count > 0 else { return }
    session?.dropped(count)
    writeSoon()
  }

  /// The window with which a body begins.
  func makeReceiveWindow() -> HTTP2ReceiveWindow {
    HTTP2ReceiveWindow(size: settings.streamWindow, limit: Self.largestStreamWindow)
  }

  /// Returns `true` if the window of a stream has room for more of its response.
  func allowsBody(of stream: Int32) -> Bool { session?.hasWindow(stream) == true }

  /// A peer took nothing of a response for too long.
  func stalled(_ stream: Int32) {
    server.note(.response)
    session?.reset(stream, .cancel)
    writeSoon()
  }

  /// A peer goes on sending a body after its response; the rest is of no use to anybody (RFC 9113 §8.1).
  func endUnread(_ stream: Int32) {
    session?.reset(stream, .noError)
    writeSoon()
  }

  /// The longest pause of the peer once the server ends; `nil` before.
  var stallLimit: Int64? { connection.stallLimit }

  // MARK: Streams

  func began(_ frame: HTTP2FrameHeader) {
    if frame.mayBeEmpty { note(.emptyFrame) }
  }

  func headBegan(_ stream: Int32) {
    connection.turn.spend(Turn.requestCost)
    headDeadline = server.deadline(in: server.timeouts.head)
    // Handlers whose stream was reset count until they return, so that resets do not get around the limit.
    guard streams.count < settings.concurrentStreamCount, headsByteCount < Self.headsByteCount, !isEnding else {
      session?.reset(stream, .refusedStream)
      return
    }
    streams[stream] = HTTP2Stream(stream, on: self)
  }

  func received(name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>, on stream: Int32) {
    guard let stream = streams[stream] else { return }
    stream.head?.append(name: name, value: value)
    // More than this is no head that is a little too large.
    if let head = stream.head, head.byteCount > 4 * settings.fieldListByteCount { endForWaste() }
  }

  func fieldsEnded(_ number: Int32, isLast: Bool) {
    headDeadline = .max
    guard let stream = streams[number] else { return }
    if stream.head != nil {
      stream.begin(isLast: isLast)
      headsByteCount += stream.headByteCount
    } else if isLast {
      stream.bodyEnded()
    }
  }

  func received(_ bytes: UnsafeRawBufferPointer, on stream: Int32) {
    if bytes.count >= HTTP2WasteLimit.smallestBodyFrame { note(.bodyFrame) }
    if let stream = streams[stream] { stream.received(bytes) } else { dropped(bytes.count) }
  }

  func bodyEnded(_ stream: Int32) { streams[stream]?.bodyEnded() }

  func sentLastFrame(_ stream: Int32) {
    note(.completeResponse)
    streams[stream]?.sentLastFrame()
  }

  func sentReset(_ stream: Int32, _ code: HTTP2ErrorCode) {
    streams[stream]?.isResetFromHere = true
    if ![.noError, .internalError, .refusedStream].contains(code) { noteLostStream() }
  }

  func closed(_ number: Int32, _ code: HTTP2ErrorCode) {
    guard let stream = streams[number] else { return }
    if stream.head != nil { headDeadline = .max }
    if !stream.isResetFromHere, !stream.isOver { noteLostStream() }
    stream.close()
  }

  /// A stream is closed and its handler has returned.
  func ended(_ stream: HTTP2Stream) {
    streams[stream.number] = nil
    headsByteCount -= stream.headByteCount
    guard streams.isEmpty else { return }
    idleDeadline = server.deadline(in: server.timeouts.keepAlive)
    connection.waitUntilReadable(noLongerThan: deadline)
    lastStreamWaiter?.resume()
    lastStreamWaiter = nil
  }

  // MARK: Waste

  /// A stream was for nothing.
  func noteLostStream() { note(.lostStream) }

  private func note(_ event: HTTP2WasteLimit.Event) {
    if !waste.note(event, at: connection.loop.now) { endForWaste() }
  }

  private func endForWaste() {
    guard !isEnding else { return }
    isEnding = true
    server.ledger.noteWaste()
    session?.end(.enhanceYourCalm)
    writeSoon()
  }

  // MARK: Events of the connection

  func peerFinished() {}

  func connectionBroke() { finish() }

  func outputDrained() { write() }

  func drainBegan() {
    guard let stallLimit else { return }
    session?.announceEnd()
    for stream in Array(streams.values) { stream.drain(stallLimit: stallLimit) }
    writeSoon()
    // A peer that does not say that it has heard gets no more time than one that stalls.
    connection.loop.schedule(after: .nanoseconds(stallLimit)) { [weak self] in self?.refuseNewStreams() }
  }

  func pingAnswered() { refuseNewStreams() }

  private func refuseNewStreams() {
    guard !isEnding, server.isDraining else { return }
    isEnding = true
    session?.refuseNewStreams()
    writeSoon()
  }
}
