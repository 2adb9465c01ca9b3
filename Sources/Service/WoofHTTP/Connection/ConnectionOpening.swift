// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// The properties that the connections of a listener share.
package struct ListenerTraits {
  /// The TLS context of the connections; `nil` for plain ones.
  package var tls: TLSContextSlot?
  /// `true` if the connections begin with a header of the PROXY protocol.
  var takesProxyHeader = false
}

/// Takes the sockets that an ``Acceptor`` accepts: a server, or somebody who serves connections without HTTP, as the test
/// harness does. All calls come on ``loop``.
package protocol AcceptedSocketHandler: AnyObject, Sendable {
  /// The loop on which sockets are accepted.
  var loop: EventLoop { get }
  /// Takes over a socket that has been accepted.
  func accepted(_ descriptor: Int32, from address: SocketAddress, at listener: ListenerTraits)
}

/// Decides what becomes of an accepted connection before its first request, by what is found out step by step.
///
/// A peer that is refused is told why, unless its connection is to be encrypted: the handshake would cost more than what
/// it is refused.
struct OpeningRule: Hashable {
  /// The next step of a connection that has opened.
  enum Step: Hashable {
    /// The header of a proxy is taken.
    case takeProxyHeader
    /// The TLS handshake is made.
    case encrypt
    /// Requests are served.
    case serve
    /// The connection ends, and the peer is told why where there is a violation. A stranger should have come through a
    /// trusted proxy.
    case end(HTTPViolation?, isStranger: Bool = false)
  }

  /// `true` if the connections of the listener are encrypted.
  let isEncrypted: Bool
  /// `true` if the connections of the listener begin with the header of a proxy.
  let takesProxyHeader: Bool
  /// `true` if the address that has connected is that of a proxy that is trusted.
  let isTrustedProxy: Bool
  /// The largest number of connections.
  let limit: Int
  /// The largest number of connections from one address.
  let limitPerAddress: Int

  /// The end of a connection that should have come through a trusted proxy; `nil` where it may have come as it did.
  var endOfStranger: Step? {
    guard takesProxyHeader, !isTrustedProxy else { return nil }
    return refusal(HTTPViolation(403, "connections to this port come through a trusted proxy"), isStranger: true)
  }

  /// The key under which a connection from an address is counted; `nil` where it counts in all only, as a trusted proxy
  /// brings the connections of many clients.
  func countingKey(of address: IPAddress?) -> UInt64? { isTrustedProxy ? nil : address?.countingKey }

  /// The step after the connection has been counted, or not.
  func step(after verdict: ConnectionLedger.Verdict) -> Step {
    switch verdict {
    case .admitted: takesProxyHeader ? .takeProxyHeader : stepAfterProxy
    case .full: refusal(HTTPViolation(503, "the server has too many connections", limit: limit))
    case .addressFull: tooManyFromAddress
    }
  }

  /// The step after a proxy has named the client, which was counted as one more of its address, or not.
  func stepAfterProxy(isCounted: Bool) -> Step { isCounted ? stepAfterProxy : tooManyFromAddress }

  /// The end of a connection that begins with no header of a proxy.
  func end(ofMalformedHeader reason: String) -> Step { refusal(HTTPViolation(400, reason), isStranger: true) }

  /// The step after the TLS handshake.
  func step(after start: Connection.TLSStart) -> Step {
    switch start {
    // The protocol that ALPN has settled on is served here.
    case .encrypted: .serve
    case .plainHTTP: .end(HTTPViolation(400, "plain HTTP was sent to a port that speaks TLS"))
    case .failed: .end(nil)
    }
  }

  private var stepAfterProxy: Step { isEncrypted ? .encrypt : .serve }

  private var tooManyFromAddress: Step {
    refusal(HTTPViolation(429, "there are too many connections from this address", limit: limitPerAddress))
  }

  private func refusal(_ violation: HTTPViolation, isStranger: Bool = false) -> Step {
    .end(isEncrypted ? nil : violation, isStranger: isStranger)
  }
}

/// An accepted connection before its first request: whether it is taken, the header of a proxy, the TLS handshake, and
/// the choice of the protocol, as an ``OpeningRule`` decides. It runs on the loop of the connection, once.
struct ConnectionOpening {
  /// The largest number of connections that are told at the same time why they are refused. Others are closed at once.
  private static let maximalRefusingCount = 64

  private let connection: Connection
  private let server: ServerLoop
  private let tls: TLSContextSlot?
  private let address: IPAddress?
  private let rule: OpeningRule

  /// Takes over a socket that has been accepted.
  init(_ descriptor: Int32, from address: SocketAddress, at listener: ListenerTraits, server: ServerLoop) {
    self.server = server
    self.address = address.ipAddress
    tls = listener.tls
    let isUnix = address.family == AF_UNIX
    let peer = HTTPPeer(
      address: isUnix ? "unix" : address.text, port: address.port, isSecure: listener.tls != nil,
      userID: isUnix ? UInt32(exactly: woof_peer_user(descriptor)) : nil)
    connection = Connection(
      descriptor: descriptor, peer: peer, loop: server.loop, pool: server.pool,
      writeStallTimeout: server.timeouts.writeStall)
    connection.isTrustedProxy = server.proxies.trusts(address)
    rule = OpeningRule(
      isEncrypted: listener.tls != nil, takesProxyHeader: listener.takesProxyHeader,
      isTrustedProxy: connection.isTrustedProxy, limit: server.limits.connectionCount,
      limitPerAddress: server.limits.connectionCountPerAddress)
  }

  /// Has the connection served, or refused where there are too many.
  func begin() {
    if let end = rule.endOfStranger { return refuse(end) }
    let key = rule.countingKey(of: address)
    let step = rule.step(after: server.ledger.admit(key))
    if case .end = step { return refuse(step) }
    server.start(connection, .counted(key)) { await go(on: step) }
  }

  /// Ends a connection that is not counted. Only a few are told why at the same time, the others just closed.
  private func refuse(_ step: OpeningRule.Step) {
    if case .end(_, isStranger: true) = step { server.ledger.refuseStranger() }
    guard case .end(let violation?, _) = step, server.refusingCount < Self.maximalRefusingCount else {
      return connection.close()
    }
    server.refusingCount += 1
    server.start(connection, .refused) { await go(on: .end(violation)) }
  }

  private func go(on first: OpeningRule.Step) async -> ConnectionOutcome {
    var step = first
    while true {
      switch step {
      case .takeProxyHeader: step = await takeProxyHeader()
      case .encrypt: step = await encrypt()
      case .serve: return await serve()
      case .end(let violation, let isStranger):
        if isStranger { server.ledger.refuseStranger() }
        guard let violation else { return .over }
        return await HTTP1Connection(connection, server: server).refuse(violation)
      }
    }
  }

  private func encrypt() async -> OpeningRule.Step {
    guard let tls else { return .serve }
    let deadline = server.deadline(in: server.timeouts.handshake)
    let start = await connection.startTLS(tls.current, by: deadline)
    if start == .failed, server.loop.now >= deadline { server.note(.handshake) }
    return rule.step(after: start)
  }

  /// Serves the protocol that ALPN has settled on (RFC 7301). Without encryption, a peer on this machine may begin with
  /// the preface of HTTP/2 (RFC 9113 §3.3).
  private func serve() async -> ConnectionOutcome {
    let headDeadline = server.deadline(in: server.timeouts.head)
    let speaksHTTP2 =
      if let tls = connection.tls {
        tls.applicationProtocol == ApplicationProtocols.http2
      } else {
        await beginsWithPreface(by: headDeadline)
      }
    return speaksHTTP2
      ? await HTTP2Connection(connection, server: server).run()
      : await HTTP1Connection(connection, server: server, headDeadline: headDeadline).run()
  }

  private func beginsWithPreface(by deadline: Int64) async -> Bool {
    guard server.speaksHTTP2, address?.isLoopback != false else { return false }
    while true {
      let bytes = connection.input.bytes
      if !bytes.isEmpty, !HTTP2Session.preface.starts(with: bytes.prefix(HTTP2Session.preface.count)) { return false }
      if bytes.count >= HTTP2Session.preface.count { return true }
      switch connection.receive() {
      case .some: continue
      case .ended: return false
      case .none: guard await connection.waitUntilReadable(by: deadline) else { return false }
      }
    }
  }

  // MARK: Proxies

  /// Takes the header of a proxy, and counts the connection as one of the client that it names.
  private func takeProxyHeader() async -> OpeningRule.Step {
    let header: ProxyHeader
    let deadline = server.deadline(in: server.timeouts.head)
    switch await receiveProxyHeader(by: deadline) {
    case .announced(let announced): header = announced
    case .failed:
      if server.loop.now >= deadline { server.note(.head) }
      return .end(nil)
    case .malformed(let reason): return rule.end(ofMalformedHeader: reason)
    }
    guard let source = header.source else { return rule.stepAfterProxy(isCounted: true) }
    connection.peer = HTTPPeer(
      address: source.description, port: header.port, isSecure: rule.isEncrypted || header.isSecure == true)
    connection.isTrustedProxy = server.proxies.trusts(source)
    guard !connection.isTrustedProxy else { return rule.stepAfterProxy(isCounted: true) }
    let isCounted = server.ledger.count(source.countingKey)
    if isCounted { connection.admission = .counted(source.countingKey) }
    return rule.stepAfterProxy(isCounted: isCounted)
  }

  /// The result of waiting for the header of a proxy.
  private enum ProxyStart {
    case announced(ProxyHeader)
    /// The bytes are not a header. The value is the reason, as a sentence without its full stop.
    case malformed(String)
    /// Nothing came, or not all of it.
    case failed
  }

  /// Takes the header of a proxy from the start of the connection, and not one byte more: what follows may be encrypted.
  private func receiveProxyHeader(by deadline: Int64) async -> ProxyStart {
    let block = server.pool.take(atLeast: ProxyHeader.byteLimit)
    defer { server.pool.give(block) }
    let room = UnsafeMutableRawBufferPointer(rebasing: block.prefix(ProxyHeader.byteLimit))
    while !connection.isBroken {
      switch connection.peekRaw(into: room) {
      case .count(0), .failed: return .failed
      case .wouldBlock: break
      case .count(let count):
        switch ProxyHeader.parse(UnsafeRawBufferPointer(rebasing: room.prefix(count))) {
        case .needsMore where connection.peerHasFinished: return .failed
        case .needsMore: break
        case .malformed(let reason): return .malformed(reason)
        case .header(let header, let consumed):
          let taken = UnsafeMutableRawBufferPointer(rebasing: room.prefix(consumed))
          return connection.takeRaw(into: taken) ? .announced(header) : .failed
        }
      }
      guard await connection.waitForMore(by: deadline) else { return .failed }
    }
    return .failed
  }
}
