// SPDX-License-Identifier: Apache-2.0

/// The rules of one HTTP/1 connection (RFC 9112): bytes, times and events in, decisions out.
///
/// It touches no socket, clock or task; ``HTTP1Connection`` carries out what it decides. All times are in nanoseconds of
/// the loop's clock.
struct HTTP1StateMachine {
  /// A stage of the connection.
  enum Phase: Hashable {
    /// No request is under way. There may be one in the bytes that have come.
    case idle
    /// The connection waits for a request, or for the rest of its head.
    case awaitingHead
    /// The responder makes a response.
    case handling
    /// The response is being sent.
    case responding
    /// The response is being sent, and its body made at the same time by the connection's task.
    case streaming
  }

  /// The state of a request's body when its response is decided or has been sent.
  enum BodyState: Hashable {
    /// There is none, or it has been read to its end.
    case read
    /// The rest may be read and dropped, so that the connection can go on.
    case drainable
    /// The rest is too large, broken, or waits for `100 Continue`.
    case undrainable
  }

  /// The next thing to do after a response.
  enum Next: Hashable {
    /// Read the next request.
    case readHead
    /// Read and drop the rest of the request's body, then read the next request; where that fails, end in order.
    case drainBody
    /// End the connection in order, so that the peer can read the response.
    case endInOrder
    /// End the connection at once.
    case end
    /// End the connection so that the peer sees that something is missing.
    case reset
  }

  /// The stage that has been reached.
  private(set) var phase = Phase.idle
  private var parser: HTTPRequestParser
  /// The time by which the head that is under way has to be complete; `Int64.max` where none has begun.
  private var headDeadline: Int64

  // The request.
  private var isRequest = false
  private var isHeadRequest = false
  private var minorVersion = 1
  private var keepsAlive = false

  // The response.
  /// The framing of the response's body.
  private(set) var framing = HTTP1ResponseFraming.none
  /// `true` if a stream or a source makes the body.
  private(set) var isStreamed = false
  private var goesOn = false
  private var hasBody = false

  /// Makes the machine of a new connection, whose first head has to be complete by `headDeadline`.
  init(limits: HTTPParserLimits, headDeadline: Int64) {
    parser = HTTPRequestParser(limits: limits)
    self.headDeadline = headDeadline
  }

  // MARK: Reading a head

  /// Looks at all bytes that have come since the last request. A head begins an exchange.
  mutating func receive(
    _ bytes: UnsafeRawBufferPointer  // the connection's receive buffer, lent for this call
  ) -> HTTPRequestParser.HeadResult {
    let result = parser.parseHead(bytes)
    if case .head(let head, _) = result { begin(head) }
    return result
  }

  private mutating func begin(_ head: HTTPRequestHead) {
    headDeadline = .max
    isRequest = true
    isHeadRequest = head.method == .head
    minorVersion = head.minorVersion
    keepsAlive = head.keepsAlive
    hasBody = head.framing != .none
    phase = .handling
  }

  /// Begins to wait for more of a head: the time by which it has to come; `nil` where the connection is to end instead.
  mutating func awaitHead(hasInput: Bool, isDraining: Bool, at now: Int64, _ timeouts: Timeouts) -> Int64? {
    if !hasInput, isDraining { return nil }
    phase = .awaitingHead
    // Before the first request, the head's time runs from the start of the connection.
    if headDeadline == .max {
      guard hasInput else { return now.addingSaturated(timeouts.keepAlive) }
      headDeadline = now.addingSaturated(timeouts.head)
    }
    if isDraining { hastenHead(at: now, timeouts) }
    return headDeadline
  }

  /// Ends the wait for more of a head.
  mutating func headWaitEnded() { phase = .idle }

  /// The refusal of a head that has not come in time; `nil` where the connection ends without a word.
  func headTimedOut(hasInput: Bool, isDraining: Bool) -> HTTPViolation? {
    guard hasInput, !isDraining else { return nil }
    return HTTPViolation(408, "the head of the request took too long (headTimeout)")
  }

  /// Notes that the server ends; returns `true` if the connection is to be closed at once, as it is idle. A head that is
  /// under way gets no more time than the end of the server does.
  mutating func drainBegan(hasInput: Bool, at now: Int64, _ timeouts: Timeouts) -> Bool {
    guard phase == .awaitingHead else { return false }
    if hasInput { hastenHead(at: now, timeouts) }
    return !hasInput
  }

  private mutating func hastenHead(at now: Int64, _ timeouts: Timeouts) {
    headDeadline = min(headDeadline, now.addingSaturated(timeouts.drainStall))
  }

  // MARK: Responding

  /// Begins the exchange of something that is not a request that can be served; the connection ends with it.
  mutating func refuse() {
    isRequest = false
    isHeadRequest = false
    minorVersion = 1
    keepsAlive = false
    hasBody = false
    phase = .handling
  }

  /// Settles how a response is sent; gives its head.
  mutating func respond(
    with response: HTTPResponse, id: HTTPRequestID, body: BodyState, isDraining: Bool
  ) -> HTTP1ResponseHead {
    phase = .responding
    framing = framing(of: response)
    isStreamed = response.body.isMadeWhileSent
    goesOn =
      keepsAlive && !response.closesConnection && !isDraining && framing != .untilClose && body != .undrainable
    let persistence: HTTP1Persistence = !goesOn ? .closing : minorVersion == 0 ? .persistentAnnounced : .persistent
    return HTTP1ResponseHead(status: response.status, framing: framing, persistence: persistence, id: id)
  }

  /// Returns the framing that marks the end of a response's body; for HTTP/1.0, the end of the connection may mark it.
  private func framing(of response: HTTPResponse) -> HTTP1ResponseFraming {
    if response.status.forbidsBody { return .none }
    if let count = response.body.count { return .length(count) }
    return minorVersion == 0 ? .untilClose : .chunked
  }

  /// `true` if the response's body is sent, and not only described by its head.
  var sendsBody: Bool { !isHeadRequest && framing != .none }

  /// `true` if the next request can be read as soon as the response has been sent.
  var leavesNothingToDo: Bool { goesOn && !hasBody }

  /// `true` if an interim response may be sent: the final one has not begun, and the client knows of interim ones.
  func allowsInterim(_ status: HTTPStatus) -> Bool {
    phase == .handling && minorVersion > 0 && (102..<200).contains(status.code)
  }

  /// Notes that a stream begins or ends to make the body while it is sent.
  mutating func streams(_ isStreaming: Bool) { phase = isStreaming ? .streaming : .responding }

  /// Ends the exchange: the response has been sent, completely or not.
  mutating func responseEnded(isComplete: Bool, body: BodyState, hasInput: Bool) -> Next {
    phase = .idle
    guard isComplete else { return framing == .untilClose ? .reset : .end }
    guard goesOn else {
      // The peer may still be sending, and would see a reset before it reads the response.
      return keepsAlive || !isRequest || body != .read || hasInput ? .endInOrder : .end
    }
    return body == .read ? .readHead : .drainBody
  }

  /// Notes that the peer sends nothing more; returns `true` if the task that serves it is to be cancelled, as nobody
  /// waits for what it does: the peer has sent its whole request and left, or takes a stream no longer.
  func peerFinished(body: BodyState) -> Bool {
    switch phase {
    case .handling: isRequest && body == .read
    case .streaming: true
    case .responding, .awaitingHead, .idle: false
    }
  }
}

extension HTTPResponseBody {
  /// The length in bytes; `nil` where it is not known beforehand.
  var count: Int64? {
    switch self {
    case .empty: 0
    case .bytes(let bytes): Int64(bytes.count)
    case .file(let region): region.count
    case .pieces(let pieces): pieces.reduce(0) { $0.addingSaturated($1.count) }
    case .stream(let stream): stream.count
    case .source: nil
    }
  }

  /// `true` if a stream or a source makes the body while it is sent.
  var isMadeWhileSent: Bool {
    switch self {
    case .empty, .bytes, .file, .pieces: false
    case .stream, .source: true
    }
  }
}

extension HTTPResponseBody.Piece {
  /// The length in bytes.
  var count: Int64 {
    switch self {
    case .bytes(let bytes): Int64(bytes.count)
    case .file(let region): region.count
    }
  }
}
