// SPDX-License-Identifier: Apache-2.0

/// The account of one request and its response, kept while the response is made and sent, and reported at its end. Every
/// protocol keeps one for each request.
struct ExchangeRecord {
  /// The id of the request.
  private(set) var id = HTTPRequestID(prefix: 0, number: 0)
  /// `true` if the client's connection is encrypted.
  private(set) var isSecure = false
  /// The bytes of a body that was made while it was sent, as far as they have been handed to the connection.
  var streamedCount: Int64 = 0
  private var request: HTTPRequest?
  private var startedAt: Int64 = 0
  private var status: HTTPStatus = 200
  private var user: String?
  private var route = -1

  /// Makes the record of no exchange.
  init() {}

  /// Makes the record of a request.
  init(_ request: HTTPRequest) {
    self.request = request
    id = request.id
    isSecure = request.client.isSecure
    startedAt = request.receivedAt
  }

  /// Makes the record of something that is not a request, which came at `startedAt`, in nanoseconds.
  init(refusalWith id: HTTPRequestID, startedAt: Int64) {
    self.id = id
    self.startedAt = startedAt
  }

  /// Notes the response.
  mutating func take(_ response: HTTPResponse) {
    status = response.status
    user = response.user
    route = response.route
  }

  /// Ends the record: what became of the exchange. It keeps neither the request nor the user, so that an idle connection
  /// does not.
  ///
  /// - Parameter bodyCount: The bytes of a body from memory and files that have been handed to the connection.
  mutating func end(
    peer: HTTPPeer, at time: Int64, receivedCount: Int64, bodyCount: Int64, isComplete: Bool
  ) -> HTTPExchange {
    defer {
      request = nil
      user = nil
    }
    return HTTPExchange(
      request: request, id: id, peer: peer, status: status, user: user, route: route, receivedCount: receivedCount,
      sentCount: bodyCount + streamedCount, duration: time - startedAt, isComplete: isComplete)
  }
}
