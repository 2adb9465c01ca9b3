// SPDX-License-Identifier: Apache-2.0

internal import WoofHTTP

/// One client's connection of HTTP/1.1, which carries its exchanges one after the other, with the connection to the
/// service that carries their requests. Confined to the front's loop.
final class HTTP1Carrier: ExchangeCarrier, FrontExchanges, @unchecked Sendable {  // confined to the loop of its front
  let connection: FrontConnection
  let streamNumber: Int? = nil
  var service: RelaySocket?
  /// The bytes that the client has sent and nobody has looked at.
  private var unread: [UInt8] = []
  private var parser = HTTPRequestParser()
  /// The framing of the request's body that is under way.
  private var frames = BodyFrames(.none)
  /// The framing of the response's body that is under way.
  private var length = BodyLength.none

  private var client: RelaySocket { connection.client }
  var isOver: Bool { connection.isOver }

  init(_ connection: FrontConnection) { self.connection = connection }

  func run(_ unread: [UInt8]) async {
    self.unread = unread
    while !isOver {
      guard let (head, bytes) = await nextHead() else { return }
      frames = BodyFrames(head.bodyLength)
      let exchange = FrontExchange(head, bytes, on: self)
      guard await exchange.run(), !isOver else { return }
    }
  }

  func end(by ending: Fault.Ending) { connection.end(by: ending) }

  func connectionEnded(by ending: Fault.Ending) { endService(by: ending) }

  // The service itself ends the connection to it, which the client's follows.
  func serviceEnded() {}

  // MARK: Heads

  /// The next request's head, and its bytes; `nil` where the connection is over.
  private func nextHead() async -> (HTTPRequestHead, [UInt8])? {
    watchIdleService()
    defer { service?.whenPeerLeaves(nil) }
    while true {
      if !unread.isEmpty {
        switch unread.withUnsafeBytes({ parser.parseHead($0) }) {
        case .needsMore: break
        case .head(let head, let consumed):
          let bytes = Array(unread[..<consumed])
          unread.removeFirst(consumed)
          return (head, bytes)
        case .violation:
          await tunnel()
          return nil
        }
      }
      guard let bytes = await client.receive() else { return nil }
      unread += bytes
    }
  }

  /// Between two requests the service may end the connection, as when it has rested for too long; the client sees that.
  private func watchIdleService() {
    service?.whenPeerLeaves { [weak self] in self?.end(by: .close) }
  }

  /// Passes on what cannot be read as a request, so that the service can say so itself.
  private func tunnel() async {
    guard await connect(), let service, await service.send(unread) else { return }
    while let bytes = await service.receive(), await client.send(bytes) {}
  }

  // MARK: The request's body

  func nextBodyPart() async -> RequestBodyPart {
    while !frames.isOver {
      var bytes = unread
      if bytes.isEmpty {
        guard let received = await client.receive() else { return .lost }
        bytes = received
      }
      let (data, consumed) = frames.take(bytes)
      unread = Array(bytes[consumed...])
      guard !frames.isBroken else { return .lost }
      if !data.isEmpty { return .bytes(data) }
    }
    return .end
  }

  // MARK: The response

  func fitted(_ head: ResponseHead) -> ResponseHead { head }

  func sendInterim(_ head: ResponseHead) async -> Bool { await client.send(head.bytes) }

  func sendLate(_ head: ResponseHead) async -> Bool { await client.send(head.bytes) }

  func send(_ head: ResponseHead, _ length: BodyLength) async -> Bool {
    self.length = length
    return await client.send(head.bytes)
  }

  func send(_ part: [UInt8]) async -> Bool { await client.send(BodyFrames.frame(part, as: length)) }

  func finishResponse() async -> Bool { await client.send(BodyFrames.end(of: length)) }

  func finishSending() { client.finishSending() }

  func refuseRest() { client.finishSending() }

  func watchClient() { client.whenPeerLeaves { [weak self] in self?.end(by: .close) } }

  func unwatchClient() { client.whenPeerLeaves(nil) }
}
