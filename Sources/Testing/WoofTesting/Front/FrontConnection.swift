// SPDX-License-Identifier: Apache-2.0

internal import WoofHTTP

/// One client's connection, in whichever protocol: the faults of the connection as a whole, and its end. Confined to the
/// front's loop.
final class FrontConnection: @unchecked Sendable {  // confined to the loop of its front
  let client: RelaySocket
  let front: Front
  let number: Int
  /// `true` once the connection has ended.
  private(set) var isOver = false
  private var faults: [Fault] = []
  private var paces: [Fault.Direction: WirePace] = [:]
  private var exchanges: (any FrontExchanges)?

  init(_ client: RelaySocket, number: Int, front: Front) {
    self.client = client
    self.number = number
    self.front = front
  }

  /// Serves the connection until it ends.
  func run() async {
    let start = front.clock.monotonicNanoseconds
    faults = front.faults.faultsOfConnection()
    for way in Fault.Direction.allCases { paces[way] = WirePace(faults.filter { $0.goes(way) }, ofConnection: true) }
    await front.delay(faults, since: start)
    if let ending = faults.firstEnding { end(by: ending) }
    var unread: [UInt8] = []
    let speaksHTTP2 = await beginsHTTP2(&unread)
    guard !isOver else { return }
    let exchanges: any FrontExchanges = speaksHTTP2 ? HTTP2Exchanges(self) : HTTP1Carrier(self)
    self.exchanges = exchanges
    await exchanges.run(unread)
    end(by: .close)
    self.exchanges = nil
  }

  /// Returns `true` if the client speaks HTTP/2: by the choice of the handshake, or as it begins with the preface, which
  /// is not taken away from what has been received.
  private func beginsHTTP2(_ unread: inout [UInt8]) async -> Bool {
    guard front.speaksHTTP2 else { return false }
    guard !client.peer.isSecure else { return client.applicationProtocol == ApplicationProtocols.http2 }
    let preface = HTTP2Session.preface
    while unread.count < preface.count {
      guard let bytes = await client.receive() else { return false }
      unread += bytes
      guard preface.starts(with: unread.prefix(preface.count)) else { return false }
    }
    return true
  }

  /// Ends the connection, and whatever it carries.
  func end(by ending: Fault.Ending) {
    guard !isOver else { return }
    isOver = true
    if ending == .reset { client.reset() } else { client.close() }
    exchanges?.connectionEnded(by: ending)
  }

  /// The service ends in order: what is under way is finished, and nothing new is begun.
  func serviceEnded() { exchanges?.serviceEnded() }

  // MARK: Faults

  /// The faults of the connection that each of its exchanges meets.
  var exchangeFaults: [Fault] {
    faults.filter { fault in
      // A delay is one of the first byte, and has been.
      if case .delay = fault { false } else { !Fault.Direction.allCases.contains(where: fault.goes) }
    }
  }

  /// The words for all faults of the connection.
  var faultNames: [String] { faults.map(\.name) }

  /// Takes bytes of a body that are about to go one way, and returns what becomes of them by the faults of the connection.
  /// They count on from those of all bodies before.
  func steps(for data: [UInt8], going way: Fault.Direction) -> [WirePace.Step] {
    paces[way]?.steps(for: data) ?? []
  }
}

/// Serves the exchanges of one connection in one protocol. Confined to the front's loop.
protocol FrontExchanges: AnyObject, Sendable {
  /// Serves exchanges until the connection ends; of what the client has sent, these bytes were received already.
  func run(_ unread: [UInt8]) async
  /// The connection has ended: nothing goes through any more.
  func connectionEnded(by ending: Fault.Ending)
  /// The service ends in order.
  func serviceEnded()
}

extension [Fault] {
  /// The way in which the connection ends as soon as the request has come; `nil` if it does not.
  var firstEnding: Fault.Ending? {
    for case .hangUp(let ending) in self { return ending }
    return nil
  }
}
