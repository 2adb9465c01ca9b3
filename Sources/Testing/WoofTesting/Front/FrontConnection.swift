// SPDX-License-Identifier: Apache-2.0

internal import WoofHTTP

/// One client's connection, with the connection to the service that carries its requests. Confined to the front's loop.
final class FrontConnection: @unchecked Sendable {  // confined to the loop of its front
  let client: RelaySocket
  let front: Front
  let number: Int
  /// The connection to the service; `nil` before it is needed.
  var service: RelaySocket?
  /// The bytes that the client has sent and nobody has looked at.
  var unread: [UInt8] = []
  /// The faults of the connection as a whole.
  private(set) var connectionFaults: [Fault] = []
  /// The number of bytes of bodies that have gone each way, for faults of the whole connection.
  var carried: [Fault.Direction: Int] = [:]
  private var parser = HTTPRequestParser()

  /// The same, with offsets counted from the start of the next bodies.
  var remainingFaults: [Fault] {
    connectionFaults.map { fault in
      switch fault {
      case .cut(let way, let count, let ending): .cut(way, after: max(0, count - carried[way, default: 0]), by: ending)
      case .corruptByte(let way, let offset): .corruptByte(way, at: offset - carried[way, default: 0])
      default: fault
      }
    }
  }
  private var isOver = false

  init(_ client: RelaySocket, number: Int, front: Front) {
    self.client = client
    self.number = number
    self.front = front
  }

  /// Serves the connection until it ends.
  func run() async {
    let start = front.clock.monotonicNanoseconds
    connectionFaults = front.faults.faultsOfConnection()
    await delay(connectionFaults, since: start)
    if let ending = connectionFaults.firstEnding { end(by: ending) }
    while !isOver {
      guard let (head, bytes) = await nextHead() else { break }
      let exchange = FrontExchange(head, bytes, on: self)
      guard await exchange.run(), !isOver else { break }
    }
    end(by: .close)
  }

  /// Ends both connections.
  func end(by ending: Fault.Ending) {
    guard !isOver else { return }
    isOver = true
    switch ending {
    case .reset:
      client.reset()
      service?.reset()
    case .close, .halfClose:
      client.close()
      service?.close()
    }
    service = nil
  }

  /// Waits for what delays ask for, from a moment on: who has seen in the journal that something came, and then moves the
  /// clock, has moved it past the delay.
  func delay(_ faults: [Fault], since start: Int64) async {
    var end = Duration.nanoseconds(start)
    for case .delay(let delay) in faults {
      end += delay.duration(front.faults.chance())
      await front.sleep(end - .nanoseconds(front.clock.monotonicNanoseconds))
    }
  }

  /// Connects to the service if that has not been done; returns `true` if it is connected.
  func connect() async -> Bool {
    if let service, !service.isBroken { return true }
    guard let connected = await front.connectToService(beside: client) else { return false }
    guard !isOver else {
      connected.close()
      return false
    }
    service = connected
    return true
  }

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
}

extension [Fault] {
  /// The way in which the connection ends as soon as the request has come; `nil` if it does not.
  var firstEnding: Fault.Ending? {
    for case .hangUp(let ending) in self { return ending }
    return nil
  }
}
