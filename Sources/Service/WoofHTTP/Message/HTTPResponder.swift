// SPDX-License-Identifier: Apache-2.0

/// Responds to requests: the one thing that a server is given.
public protocol HTTPResponder: Sendable {
  /// Responds to a request. Runs on the loop of the connection, and is cancelled when the peer leaves.
  func respond(to request: HTTPRequest) async -> HTTPResponse

  /// The response to something that could not be read as a request; the server sends it and closes the connection.
  func response(to violation: HTTPViolation) -> HTTPResponse

  /// A response has been sent, or its connection broke. Called on the loop of the connection.
  func ended(_ exchange: HTTPExchange)
}

/// A reason for the server not to hand a request to its responder.
public struct HTTPViolation: Error, Hashable, Sendable {
  /// The status to respond with: 400, 408, 413, 414, 417, 429, 431, 501, 503 or 505.
  public var status: HTTPStatus
  /// The reason for the refusal, as a sentence without its full stop, fit for whoever sent the request.
  public var reason: String
  /// The limit that was passed, where one was.
  public var limit: Int?

  /// Makes a violation.
  public init(_ status: HTTPStatus, _ reason: String, limit: Int? = nil) {
    self.status = status
    self.reason = reason
    self.limit = limit
  }
}

/// A record of one request and its response, for the log and for metrics.
public struct HTTPExchange: Sendable {
  /// The request; `nil` where what came could not be read as one.
  public var request: HTTPRequest?
  /// The id that the response carried in `Request-Id`.
  public var id: HTTPRequestID
  /// The peer at the other end of the connection.
  public var peer: HTTPPeer
  /// The client that sent the request (``HTTPRequest/client``), or ``peer`` if there was no request.
  public var client: HTTPPeer { request?.client ?? peer }
  /// The status of the response.
  public var status: HTTPStatus
  /// ``HTTPResponse/user``.
  public var user: String?
  /// ``HTTPResponse/route``.
  public var route: Int
  /// The bytes of the request's body that were read.
  public var receivedCount: Int64
  /// The bytes of the response's body that were handed to the socket.
  public var sentCount: Int64
  /// The time from the complete head of the request to the last byte of the response, in nanoseconds.
  public var duration: Int64
  /// `true` if the whole response was sent.
  public var isComplete: Bool

  /// Makes a record of an exchange.
  public init(
    request: HTTPRequest?, id: HTTPRequestID, peer: HTTPPeer, status: HTTPStatus, user: String?, route: Int,
    receivedCount: Int64, sentCount: Int64, duration: Int64, isComplete: Bool
  ) {
    self.request = request
    self.id = id
    self.peer = peer
    self.status = status
    self.user = user
    self.route = route
    self.receivedCount = receivedCount
    self.sentCount = sentCount
    self.duration = duration
    self.isComplete = isComplete
  }
}
