// SPDX-License-Identifier: Apache-2.0

/// The part of a connection that its requests hold, to send interim responses while the connection lives. A request
/// that is kept for longer keeps nothing else of the connection alive.
final class HTTP1InterimTarget: HTTPInterimTarget, @unchecked Sendable {  // `http` is confined to `loop`
  private let loop: EventLoop
  private var http: HTTP1Connection?

  init(_ http: HTTP1Connection) {
    self.http = http
    loop = http.connection.loop
  }

  /// The connection has ended.
  func detach() { http = nil }

  func sendInterim(_ status: HTTPStatus, fields: HTTPFields, for request: HTTPRequestID) {
    if loop.isCurrent {
      http?.sendInterim(status, fields: fields, for: request)
    } else {
      loop.execute { self.http?.sendInterim(status, fields: fields, for: request) }
    }
  }
}

extension HTTP1Connection {
  func sendInterim(_ status: HTTPStatus, fields: HTTPFields, for request: HTTPRequestID) {
    guard exchange.id == request, exchange.phase == .handling, exchange.minorVersion > 0,
      (102..<200).contains(status.code)
    else { return }
    connection.output.append(HTTPStatusLine.bytes(of: status))
    connection.output.append(fields.wireBytes)
    connection.output.append([UInt8(ascii: "\r"), UInt8(ascii: "\n")])
    connection.flush()
  }
}
