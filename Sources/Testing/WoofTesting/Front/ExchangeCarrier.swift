// SPDX-License-Identifier: Apache-2.0

/// A carrier of an exchange between a client and the front: a connection of HTTP/1.1, which carries one after the other,
/// or a stream of HTTP/2, which carries one. Confined to the front's loop.
///
/// What happens to an exchange is decided without knowing which of them carries it; only here the bytes differ.
protocol ExchangeCarrier: AnyObject, Sendable {
  /// The client's connection, which the carrier is or is a part of.
  var connection: FrontConnection { get }
  /// The number of the stream; `nil` over HTTP/1.1.
  var streamNumber: Int? { get }
  /// The connection to the service; `nil` before it is needed.
  var service: RelaySocket? { get set }
  /// `true` once nothing goes either way any more.
  var isOver: Bool { get }

  /// The next part of the request's body; waits for it.
  func nextBodyPart() async -> RequestBodyPart
  /// A head in the form in which it is sent.
  func fitted(_ head: ResponseHead) -> ResponseHead
  /// Sends an interim response; `false` where it cannot be.
  func sendInterim(_ head: ResponseHead) async -> Bool
  /// Sends an interim response after the whole response, where none may be; `false` where it cannot be.
  func sendLate(_ head: ResponseHead) async -> Bool
  /// Sends the head of the response, whose body ends in that way; `false` where it cannot be.
  func send(_ head: ResponseHead, _ length: BodyLength) async -> Bool
  /// Sends bytes of the response's body, and returns when they are on their way; `false` where they cannot be.
  func send(_ part: [UInt8]) async -> Bool
  /// Ends the response as whole; `false` where it cannot be.
  func finishResponse() async -> Bool
  /// Ends the response where it is, in order; what the client sends is still received.
  func finishSending()
  /// Takes nothing more of the request, whose response is whole.
  func refuseRest()
  /// Has a client that leaves while its response is sent end it at the service too.
  func watchClient()
  /// Lets a client leave without notice again.
  func unwatchClient()
  /// Ends the carrier, and its connection to the service.
  func end(by ending: Fault.Ending)
}

/// A part of the body of a request.
enum RequestBodyPart: Hashable, Sendable {
  /// Bytes without their framing.
  case bytes([UInt8])
  /// The end of a whole body.
  case end
  /// The end of a body that is not whole, or of a client that has left.
  case lost
}

extension ExchangeCarrier {
  /// Connects to the service if that has not been done; returns `true` if it is connected.
  func connect() async -> Bool {
    if let service, !service.isBroken { return true }
    guard let connected = await connection.front.connectToService(beside: connection.client) else { return false }
    guard !isOver else {
      connected.close()
      return false
    }
    service = connected
    return true
  }

  /// Ends the connection to the service, as the client's end does.
  func endService(by ending: Fault.Ending) {
    if ending == .reset { service?.reset() } else { service?.close() }
    service = nil
  }
}
