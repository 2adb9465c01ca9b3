// SPDX-License-Identifier: Apache-2.0

internal import WoofSystem

/// A request whose head has arrived; its body arrives while it is read.
package final class HTTPRequest: Sendable {
  /// The method, such as `GET`.
  package let method: HTTPMethod
  /// The path and the query.
  package let target: HTTPTarget
  /// The fields of the head.
  package let fields: HTTPFields
  /// The body; empty where the request has none.
  package let body: any HTTPRequestBody
  /// Names the request in the response's `Request-Id` and in the log.
  package let id: HTTPRequestID
  /// The peer at the other end of the connection: the client, or a proxy in front of it.
  package let peer: HTTPPeer
  /// The client that sent the request, as trusted proxies report it; ``peer`` if there is no trusted proxy in front.
  ///
  /// Limits, logs and checks use this value.
  package let client: HTTPPeer
  /// `true` if `Host` names none of the server's hosts (``HTTPServerConfiguration/hosts``).
  ///
  /// The responder refuses such a request (RFC 9110 §15.5.20), as the page that sent it was not meant for this server.
  package let isMisdirected: Bool
  /// The time at which the head was complete, in nanoseconds of the server's monotonic clock.
  package let receivedAt: Int64
  private let interimTarget: (any HTTPInterimTarget)?

  /// Makes a request; its client is the peer where no other is given.
  package init(
    method: HTTPMethod, target: HTTPTarget, fields: HTTPFields, body: any HTTPRequestBody, id: HTTPRequestID,
    peer: HTTPPeer, client: HTTPPeer? = nil, isMisdirected: Bool = false, receivedAt: Int64,
    interimTarget: (any HTTPInterimTarget)? = nil
  ) {
    self.method = method
    self.target = target
    self.fields = fields
    self.body = body
    self.id = id
    self.peer = peer
    self.client = client ?? peer
    self.isMisdirected = isMisdirected
    self.receivedAt = receivedAt
    self.interimTarget = interimTarget
  }

  /// The same request with other fields.
  func replacingFields(with fields: HTTPFields) -> HTTPRequest {
    HTTPRequest(
      method: method, target: target, fields: fields, body: body, id: id, peer: peer, client: client,
      isMisdirected: isMisdirected, receivedAt: receivedAt, interimTarget: interimTarget)
  }

  /// Sends an interim response (RFC 9110 §15.2), such as 103 or 104, ahead of the final one, at once. `100 Continue` is not
  /// for this: reading the body sends it. Nothing is sent to an HTTP/1.0 client, which knows no interim responses, nor
  /// after the response has begun. May be called from anywhere while the request is handled.
  package func sendInterim(_ status: HTTPStatus, fields: HTTPFields = HTTPFields()) {
    interimTarget?.sendInterim(status, fields: fields, for: id)
  }
}

/// Sends interim responses for requests: the connection.
package protocol HTTPInterimTarget: AnyObject, Sendable {
  /// Sends an interim response to a request, unless its response has begun.
  func sendInterim(_ status: HTTPStatus, fields: HTTPFields, for request: HTTPRequestID)
}

/// Names one request of one server process: a random part for the process and its loop, and a counter.
package struct HTTPRequestID: Hashable, Sendable, CustomStringConvertible {
  /// Random, the same for all requests of one loop.
  package let prefix: UInt32
  /// Counts the requests of the loop.
  package let number: UInt64

  /// Makes an id.
  package init(prefix: UInt32, number: UInt64) {
    self.prefix = prefix
    self.number = number
  }

  /// Appends the text: hexadecimal digits, a hyphen, hexadecimal digits.
  package func write(to bytes: inout [UInt8]) {
    bytes.append(addingCapacity: 19) { output in
      Hexadecimal.append(UInt64(prefix), digitCount: 8, to: &output)
      output.append(UInt8(ascii: "-"))
      Hexadecimal.append(number, digitCount: 10, to: &output)
    }
  }

  /// The text, as in `Request-Id`.
  package var description: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The peer at the other end of a connection, or of a chain of proxies.
package struct HTTPPeer: Hashable, Sendable {
  /// The address without its port, or `unix` for a Unix socket.
  package var address: String
  /// The port; 0 for a Unix socket.
  package var port: Int
  /// `true` if the connection is encrypted.
  package var isSecure: Bool
  /// The user of the machine whose process connected to a Unix socket, as the kernel says; `nil` for every other peer.
  package var userID: UInt32?

  /// Makes a peer.
  package init(address: String, port: Int, isSecure: Bool, userID: UInt32? = nil) {
    self.address = address
    self.port = port
    self.isSecure = isSecure
    self.userID = userID
  }
}
