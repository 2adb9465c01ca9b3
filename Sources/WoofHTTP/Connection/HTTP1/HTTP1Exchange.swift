/// What a connection knows of the request that it is answering.
struct HTTP1Exchange {
  /// What is being done.
  enum Phase {
    /// The handler makes the answer.
    case handling
    /// The answer is being sent.
    case answering
    /// The answer is being sent, and its body made at the same time by a task.
    case streaming
  }

  let request: HTTPRequest?
  let id: HTTPRequestID
  let body: HTTP1RequestBody?
  let isHeadRequest: Bool
  let minorVersion: Int
  /// Whether the client lets the connection go on.
  let keepsAlive: Bool
  let startedAt: Int64

  var phase = Phase.handling
  var framing = HTTP1ResponseFraming.none
  var sentCount: Int64 = 0

  /// The exchange of a request.
  init(request: HTTPRequest, id: HTTPRequestID, head: HTTPRequestHead, body: HTTP1RequestBody?, startedAt: Int64) {
    self.request = request
    self.id = id
    self.body = body
    self.startedAt = startedAt
    isHeadRequest = head.method == .head
    minorVersion = head.minorVersion
    keepsAlive = head.keepsAlive
  }

  /// The exchange of something that is not a request.
  init(refusalWith id: HTTPRequestID, startedAt: Int64) {
    request = nil
    self.id = id
    body = nil
    self.startedAt = startedAt
    isHeadRequest = false
    minorVersion = 1
    keepsAlive = false
  }

  /// Whether everything that the request consists of has been read.
  var isRequestRead: Bool { request != nil && body?.isRead != false }

  /// How the end of a response's body is told.
  func framing(of response: HTTPResponse) -> HTTP1ResponseFraming {
    if response.status.forbidsBody { return .none }
    if let count = response.body.count { return .length(count) }
    return minorVersion == 0 ? .untilClose : .chunked
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

extension HTTPResponseBody.Piece {
  /// The length in bytes.
  var count: Int64 {
    switch self {
    case .bytes(let bytes): Int64(bytes.count)
    case .file(let region): region.count
    }
  }
}
