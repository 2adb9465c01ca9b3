// SPDX-License-Identifier: Apache-2.0

/// Responds to requests: the one thing that a server is given.
package protocol HTTPResponder: Sendable {
  /// Returns the response to a request for which nothing has to be waited; `nil` where ``respond(to:)`` is to be asked.
  ///
  /// It saves the turns of a task that an asynchronous call costs. Runs on the loop of the connection, and is asked once for
  /// each request. By default there is no such response.
  func responseAtOnce(to request: HTTPRequest) -> HTTPResponse?

  /// Responds to a request. Runs on the loop of the connection, and is cancelled when the peer leaves.
  func respond(to request: HTTPRequest) async -> HTTPResponse

  /// The response to something that could not be read as a request; the server sends it and closes the connection.
  func response(to violation: HTTPViolation) -> HTTPResponse

  /// A response has been sent, or its connection broke. Called on the loop of the connection.
  func ended(_ exchange: HTTPExchange)
}

extension HTTPResponder {
  package func responseAtOnce(to request: HTTPRequest) -> HTTPResponse? { nil }
}

/// A reason for the server not to hand a request to its responder.
package struct HTTPViolation: Error, Hashable, Sendable {
  /// The status to respond with: 400, 408, 413, 414, 417, 429, 431, 501, 503 or 505.
  package var status: HTTPStatus
  /// The reason for the refusal, as a sentence without its full stop, fit for whoever sent the request.
  package var reason: String
  /// The limit that was passed, where one was.
  package var limit: Int?

  /// Makes a violation.
  package init(_ status: HTTPStatus, _ reason: String, limit: Int? = nil) {
    self.status = status
    self.reason = reason
    self.limit = limit
  }
}

/// A record of one request and its response, for the log and for metrics.
package struct HTTPExchange: Sendable {
  /// The request; `nil` where what came could not be read as one.
  package var request: HTTPRequest?
  /// The id that the response carried in `Request-Id`.
  package var id: HTTPRequestID
  /// The peer at the other end of the connection.
  package var peer: HTTPPeer
  /// The client that sent the request (``HTTPRequest/client``), or ``peer`` if there was no request.
  package var client: HTTPPeer { request?.client ?? peer }
  /// The status of the response.
  package var status: HTTPStatus
  /// ``HTTPResponse/user``.
  package var user: String?
  /// ``HTTPResponse/route``.
  package var route: Int
  /// The bytes of the request's body that were read.
  package var receivedCount: Int64
  /// The bytes of the response's body that were handed to the socket.
  package var sentCount: Int64
  /// The time from the complete head of the request to the last byte of the response, in nanoseconds.
  package var duration: Int64
  /// `true` if the whole response was sent.
  package var isComplete: Bool

  /// Makes a record of an exchange.
  package init(
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
