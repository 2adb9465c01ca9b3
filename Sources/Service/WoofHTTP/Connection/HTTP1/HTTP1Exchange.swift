// SPDX-License-Identifier: Apache-2.0

/// One request and its answer, as a connection sees them.
struct HTTP1Exchange {
  /// A stage of an exchange.
  enum Phase {
    /// Nothing: there has been no request yet, or its answer has been sent.
    case over
    /// The handler makes the answer.
    case handling
    /// The answer is being sent.
    case answering
    /// The answer is being sent, and its body made at the same time by the connection's task.
    case streaming
  }

  // The request.
  private var request: HTTPRequest?
  private var isRequest = false
  private(set) var body: HTTP1RequestBody?
  private(set) var id = HTTPRequestID(prefix: 0, number: 0)
  private(set) var startedAt: Int64 = 0
  private(set) var isHeadRequest = false
  private(set) var minorVersion = 1
  /// `true` if the client's connection is encrypted.
  private(set) var isSecure = false
  /// `true` if the client allows further requests on the connection.
  private(set) var keepsAlive = false

  // The answer.
  private(set) var phase = Phase.over
  private(set) var status: HTTPStatus = 200
  private(set) var user: String?
  private(set) var route = -1
  private(set) var framing = HTTP1ResponseFraming.none
  /// `true` if the connection stays open after the response.
  private(set) var goesOn = false
  /// `true` if a stream or a source makes the body.
  private(set) var isStreamed = false
  /// The progress of sending a body from memory or files.
  var cursor = BodyCursor(.empty)
  /// The bytes of any other body that have been handed to the connection.
  var streamedCount: Int64 = 0

  /// No exchange.
  init() {}

  /// The exchange of a request.
  init(_ request: HTTPRequest, head: HTTPRequestHead, body: HTTP1RequestBody?) {
    self.request = request
    isRequest = true
    self.body = body
    id = request.id
    startedAt = request.receivedAt
    isHeadRequest = head.method == .head
    isSecure = request.client.isSecure
    minorVersion = head.minorVersion
    keepsAlive = head.keepsAlive
    phase = .handling
  }

  /// The exchange of something that is not a request.
  init(refusalWith id: HTTPRequestID, startedAt: Int64) {
    self.id = id
    self.startedAt = startedAt
    phase = .handling
  }

  /// Takes an answer, and settles how it is sent.
  mutating func take(_ response: HTTPResponse, isDraining: Bool, drainableByteCount: Int64) {
    phase = .answering
    status = response.status
    user = response.user
    route = response.route
    framing = framing(of: response)
    goesOn =
      keepsAlive && !response.closesConnection && !isDraining && framing != .untilClose
      && body?.isDrainable(within: drainableByteCount) != false
    isStreamed = response.body.isMadeWhileSent
    cursor = BodyCursor(sendsBody && !isStreamed ? response.body : .empty)
    body?.answerBegan()
  }

  /// Returns the framing that marks the end of a response's body; for HTTP/1.0, the end of the connection may mark it.
  private func framing(of response: HTTPResponse) -> HTTP1ResponseFraming {
    if response.status.forbidsBody { return .none }
    if let count = response.body.count { return .length(count) }
    return minorVersion == 0 ? .untilClose : .chunked
  }

  /// `true` if the response's body is sent, and not only described by its head.
  var sendsBody: Bool { !isHeadRequest && framing != .none }

  /// `true` if the whole request has been read, its body included.
  var isRequestRead: Bool { isRequest && body?.isRead != false }

  /// `true` if the next request can be read as soon as the response has been sent.
  var leavesNothingToDo: Bool { goesOn && body == nil }

  /// The head of the answer.
  var head: HTTP1ResponseHead {
    let persistence: HTTP1Persistence = !goesOn ? .closing : minorVersion == 0 ? .persistentAnnounced : .persistent
    return HTTP1ResponseHead(status: status, framing: framing, persistence: persistence, id: id)
  }

  /// A stream makes the body while it is sent, or has ended.
  mutating func streams(_ isStreaming: Bool) { phase = isStreaming ? .streaming : .answering }

  /// Ends the exchange: what became of it. An idle connection keeps neither the request nor the answer's bytes or file.
  mutating func end(peer: HTTPPeer, at time: Int64, isComplete: Bool) -> HTTPExchange {
    let record = HTTPExchange(
      request: request, id: id, peer: peer, status: status, user: user, route: route,
      receivedCount: body?.receivedCount ?? 0, sentCount: cursor.sentCount + streamedCount,
      duration: time - startedAt, isComplete: isComplete)
    phase = .over
    request = nil
    user = nil
    cursor = BodyCursor(.empty)
    return record
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
}

extension HTTPResponseBody {
  /// `true` if a stream or a source makes the body while it is sent.
  fileprivate var isMadeWhileSent: Bool {
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
